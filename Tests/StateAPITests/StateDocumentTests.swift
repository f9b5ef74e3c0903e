import APITesting
import Coordination
import JSON
import Sessions
import SessionsTesting
import Testing

@testable import Documents
@testable import StateAPI

@Suite("The document of a session")
struct StateDocumentTests {
    private let api: TestAPI
    private let renderer: StateRenderer

    init() throws {
        api = try TestAPI()
        renderer = StateRenderer(of: api.registry.applications.all, localizedBy: { $0.plainLocalization(for: $1) })
    }

    private func start() async throws -> Session {
        try await api.registry.start("notebook", link: nil, client: ClientInfo(), idempotency: nil).result.view.session
    }

    @Test("is kept by its session, and drawn once for each commit")
    func once() async throws {
        let session = try await start()
        let first = renderer.drawn(session.view)
        #expect(renderer.drawn(session.view) === first && session.document === first)
        try await session.report("signUp")
        let next = renderer.drawn(session.view)
        #expect(next !== first && session.document === next)
        api.registry.close()
    }

    @Test("has the texts of the document before for screens that have not changed, while other screens come and go")
    func changedScreens() async throws {
        let session = try await start()
        let first = renderer.drawn(session.view)
        let below = try #require(first.screens.entries.last)
        try await session.report("signUp")
        let second = renderer.drawn(session.view)
        #expect(second.screens.entries.count == first.screens.entries.count + 1)
        #expect(second.screens[below.key] === below.text)
        _ = try await session.submit(Submission(.back(to: nil)))
        let third = renderer.drawn(session.view)
        #expect(third.screens.entries.count == first.screens.entries.count && third.screens[below.key] === below.text)
        api.registry.close()
    }

    @Test("of an earlier commit does not take the place of a later one")
    func earlierView() async throws {
        let session = try await start()
        let earlier = session.view
        try await session.report("signUp")
        let later = renderer.drawn(session.view)
        #expect(renderer.drawn(earlier).revision == 1)
        #expect(session.document === later)
        api.registry.close()
    }

    @Test("has the patches that lead to an earlier commit, which a response is made for while the session goes on")
    func overtakenView() async throws {
        let session = try await start()
        renderer.drawn(session.view).recordPatchRequest()
        try await session.report("signUp")
        let view = session.view
        let patch = try #require(renderer.latest(since: view).patch(from: 1, to: 2))
        _ = try await session.submit(Submission(.back(to: nil)))
        let latest = renderer.latest(since: view)
        #expect(latest.revision == 3 && latest === session.document)
        #expect(latest.patch(from: 1, to: 2) == patch)
        // The document that is drawn once more has no patches.
        #expect(renderer.drawn(view).patch(from: 1, to: 2) == nil)
        api.registry.close()
    }

    @Test("of a step that is not committed is not kept")
    func uncommitted() async throws {
        let session = try await start()
        let last = renderer.drawn(session.view)
        let screens = RenderedScreens(of: [], after: nil) { _, _ in nil }
        let generation = session.view.record.generation + 1
        session.keep(
            StateDocument(
                generation: generation,
                revision: generation,
                language: nil,
                frame: last.frame,
                screens: screens,
                hidden: [],
                outputs: nil,
                after: nil
            )
        )
        #expect(session.document === last)
        api.registry.close()
    }

    @Test("has the size that it says, with and without a credential, which is never kept")
    func size() async throws {
        let session = try await start()
        for output in ["signUp", "terms"] {
            let document = renderer.drawn(session.view)
            #expect(document.json.count == document.documentBytes)
            let whole = document.json(token: "a\"b")
            #expect(whole.count == document.documentBytes + #","token":"a\"b""#.utf8.count)
            #expect(try JSONValue(parsing: whole)["token"] == "a\"b")
            #expect(try JSONValue(parsing: document.json)["token"] == nil)
            let known = try #require(session.view.record.state.focus?.name)
            if known == "login" { try await session.report(output) }
        }
        api.registry.close()
    }

    @Test("is drawn for each revision while clients follow by patches, and otherwise for those that somebody sees")
    func unseen() async throws {
        let session = try await start()
        let before = try JSONValue(parsing: renderer.drawn(session.view).json)
        try await session.report("signUp", isSeen: false)
        _ = try await session.submit(Submission(.back(to: nil), isSeen: false))
        #expect(session.document?.revision == 1)
        renderer.drawn(session.view).recordPatchRequest()
        try await session.report("signUp", isSeen: false)
        _ = try await session.submit(Submission(.back(to: nil), isSeen: false))
        try await session.report("signUp", isSeen: false)
        let last = renderer.drawn(session.view)
        for base in UInt64(3)...5 {
            let patch = try #require(last.patch(from: base, to: last.revision))
            #expect(try JSONValue(parsing: patch).arrayValue?.isEmpty == false)
        }
        for base in UInt64(1)...2 { #expect(last.patch(from: base, to: last.revision) == nil) }
        #expect(try JSONValue(parsing: last.json) != before)
        api.registry.close()
    }
}

extension Session {
    /// Reports an output of the screen in focus.
    fileprivate func report(_ output: String, isSeen: Bool = true) async throws {
        let screen = try #require(view.record.state.focus?.key)
        _ = try await submit(
            Submission(.output(output, screen: screen, payload: nil), wait: .zero, isSeen: isSeen)
        )
    }
}
