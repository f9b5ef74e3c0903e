import Foundation
import Observation
import Testing
import UsherTestSupport

@testable import UsherClient

@MainActor
@Suite("A model")
struct ModelTests {
    @Test("is observed, and sends taps in the order in which they were made")
    func order() async throws {
        try await withServer { server in
            let session = makeSession(server, "kanji")
            let model = SessionModel(session)
            let running = Task { await model.run() }
            try await changed(model) { $0.front != nil }
            let list = try #require(model.front)
            for number in 0..<20 { model.perform(.report("search", .string("a\(number)"), on: list.key)) }
            try await changed(model) { model in
                model.display.waiting.isEmpty && model.front?.document.description.contains("\"a19\"") == true
            }
            #expect(try await session.reported("search") == (0..<20).map { .string("a\($0)") })
            model.report("kanjiSelected", "弟", on: list)
            try await changed(model) { $0.front?.name == "kanjiDetail" }
            model.back()
            try await changed(model) { $0.front?.name == "kanjiList" && !$0.display.isPredicted }
            model.perform(.report("search", "late", on: "k99"))
            try await changed(model) { $0.rejection == .outdated }
            running.cancel()
            await running.value
            #expect(await session.display.phase == .closed)

            let again = Task { await model.run() }
            try await changed(model) { $0.display.phase == .open }
            model.report("kanjiSelected", "学", on: list)
            try await changed(model) { $0.front?.name == "kanjiDetail" && !$0.display.isPredicted }
            again.cancel()
            await again.value
        }
    }

    @Test("tells an observer the outcome of a tap when it has the state after it")
    func observed() async throws {
        try await withServer { server in
            let model = SessionModel(makeSession(server, "kanji"))
            let running = Task { await model.run() }
            try await changed(model) { $0.front != nil }
            for (tap, name) in [
                (Tap.report("kanjiSelected", "弟", on: try #require(model.front?.key)), "kanjiDetail"),
                (.back(), "kanjiList"),
            ] {
                let seen = await withCheckedContinuation { seen in
                    model.perform(tap) { outcome in seen.resume(returning: (outcome, model.front?.name)) }
                }
                #expect(seen.0 == .accepted && seen.1 == name)
            }
            running.cancel()
            await running.value
        }
    }

    @Test("has the reason why there is no session")
    func failure() async throws {
        try await withServer { server in
            let model = SessionModel(makeSession(server, "none"))
            let running = Task { await model.run() }
            try await changed(model) { $0.failure != nil }
            guard case .problem(let problem) = model.failure else { return }
            #expect(problem.kind == .unknownApplication)
            running.cancel()
            await running.value
        }
    }

    @Test("of rows reads page by page, and again when the version changes")
    func rows() async throws {
        let session = Session(server: URL(filePath: "/"), app: "a", storage: MemoryStorage(), transport: Library())
        try await session.open()
        let rows = RowsModel(session)
        let screen = try #require(await session.display.state?.front)
        let list = try #require(screen.view?.first)
        let source = try #require(RowSource(list, on: screen))
        await rows.show(source)
        #expect(rows.rows == ["A 1", "A 2"])
        await rows.more()
        #expect(rows.rows == ["A 1", "A 2", "A 3"])
        #expect(!rows.hasMore)
        await rows.show(try #require(RowSource(["source": ["name": "books", "version": "B"]], on: screen)))
        #expect(rows.rows == ["B 1", "B 2"])
        await session.close()
    }

    /// Waits until an observed model fulfills a condition.
    private func changed(_ model: SessionModel, _ condition: (SessionModel) -> Bool) async throws {
        while true {
            let (changes, writer) = AsyncStream<Void>.makeStream()
            let isMet = withObservationTracking {
                condition(model)
            } onChange: {
                writer.finish()
            }
            if isMet { return }
            for await _ in changes {}
            await Task.yield()
        }
    }
}

/// A server with a list of books.
///
/// Its rows begin with the version that was asked for last.
///
/// No shipped application has such a list.
private struct Library: Transport {
    private actor Versions {
        var reads = 0
        func next() -> String {
            reads += 1
            return reads < 3 ? "A" : "B"
        }
    }

    private let versions = Versions()

    func open(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPStream {
        let body: String
        switch (request.method, request.url.path, request.url.query ?? "") {
        case (.post, "/v1/sessions", _):
            body = """
                {"id": "1", "token": "t", "app": "a", "revision": 1, "status": "active", "stack": ["k2"], "focus": "k2",
                 "navigation": {"type": "stack", "key": "k1", "index": 0, "routes": [{"key": "k2", "name": "books"}]},
                 "modals": [], "gestures": {}, "screens": {"k2": {"name": "books", "view": [
                   {"kind": "list", "source": {"name": "books", "version": "A"}}]}}}
                """
        case (.get, "/v1/sessions/1/screens/k2/rows/books", "limit=50"):
            let version = await versions.next()
            body =
                #"{"rows": ["\#(version) 1", "\#(version) 2"], "next": "/v1/sessions/1/screens/k2/rows/books?after=2"}"#
        case (.get, "/v1/sessions/1/screens/k2/rows/books", "after=2"):
            body = #"{"rows": ["\#(await versions.next()) 3"]}"#
        default: throw .lost("There is no stream.")
        }
        let (content, writer) = AsyncThrowingStream<Data, any Error>.makeStream()
        writer.yield(Data(body.utf8))
        writer.finish()
        return HTTPStream(status: 200, fields: ["Content-Type": "application/json"], content: content)
    }
}
