import Foundation
import Testing
import UsherClient
import UsherTestSupport

@testable import UsherRendering

@MainActor
@Suite("A rendered session")
struct SessionTests {
    @Test("is in the language and the direction of its state")
    func language() async throws {
        var state = TestState(stack: [("k", screen([]))])
        state.members = ["language": "de", "direction": "rtl"]
        try await withModel(state) { model, _ in
            #expect(model.language == "de")
            #expect(model.words.back == "Zurück")
            #expect(model.direction == .rightToLeft)
            #expect(model.figures.locale.identifier == "de")
            model.wordsOfLanguage = { _ in
                var words = Words.english
                words.back = "Away"
                return words
            }
            #expect(model.words.back == "Away")
        }
    }

    @Test("that has ended, and starts again, has nothing of the session before")
    func ended() async throws {
        try await withModel(TestState(stack: [("k", screen([]))])) { model, server in
            server.push(TestState(revision: 2, status: "ended", stack: [("k", screen([]))]).document)
            try await changed(model) { if case .status(let page) = $0.page { page.reason == .ended } else { false } }
            await model.perform(.start)
            try await changed(model) { if case .session = $0.page { true } else { false } }
            #expect(model.state?.revision == 1)
        }
    }

    @Test("draws `updateRequired`, the screen for clients that draw less, as its notice")
    func updateRequired() async throws {
        let notice: JSONValue = ["kind": "empty", "title": "Update the app", "symbol": "warning"]
        try await withModel(TestState(stack: [("k", screen([notice], name: "updateRequired"))])) { model, _ in
            guard case .empty(let empty) = try model.element(0).element else { return }
            #expect(empty.title == "Update the app" && empty.action == nil)
        }
    }

    @Test("reads the rows beside the state page by page as the user comes near the end")
    func rows() async throws {
        let list: JSONValue = ["kind": "list", "source": ["name": "books", "version": "A"]]
        let page = { (range: Range<Int>, next: Bool) -> JSONValue in
            var page: [String: JSONValue] = ["rows": .array(range.map { ["key": .string("\($0)"), "title": "Book"] })]
            if next { page["next"] = .string("/v1/sessions/1/screens/k/rows/books?after=\(range.upperBound)") }
            return .object(page)
        }
        try await withModel(TestState(stack: [("k", screen([list]))])) { model, server in
            guard case .list(let element) = try model.element(0).element, let source = element.source else { return }
            let rows = model.rows(of: source, on: "k")
            #expect(rows === model.rows(of: source, on: "k"))
            server.reply(.content(page(0..<30, true)), .lost, .content(page(30..<35, false)))
            await rows.show(source, on: "k")
            #expect(rows.rows.map(\.key) == (0..<30).map(String.init))
            await rows.appeared(19)
            #expect(server.received.count == 1)
            await rows.appeared(20)
            #expect(rows.hasFailed && rows.rows.count == 30)
            await rows.appeared(29)
            #expect(server.received.count == 2)
            await rows.more()
            #expect(rows.rows.count == 35 && !rows.hasMore && !rows.hasFailed)
            await rows.appeared(34)
            #expect(
                server.received.map(\.path) == [
                    "/v1/sessions/1/screens/k/rows/books?limit=50", "/v1/sessions/1/screens/k/rows/books?after=30",
                    "/v1/sessions/1/screens/k/rows/books?after=30",
                ]
            )
        }
    }
}
