import HTTPCore
import Testing

@Suite("Filters in front of a handler") struct HTTPFilterTests {
    /// Adds its name to the requests and the responses that it sees, and answers requests for its own path.
    private struct Named: HTTPFilter {
        let name: String

        func admit(_ request: inout HTTPRequest) -> HTTPResponse? {
            request.id += name
            return String(decoding: request.target.path, as: UTF8.self) == "/\(name)" ? .text("by \(name)") : nil
        }

        func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {
            response.fields.append(.vary, "\(name) \(request.id)")
        }
    }

    /// Answers with the id of the request, at once or after a while.
    private struct Echo: HTTPHandler {
        let isReady: Bool

        func respond(to request: HTTPRequest) async -> HTTPResponse {
            await Task.yield()
            return .text(request.id)
        }

        func answer(_ request: HTTPRequest) -> HTTPAnswer {
            isReady ? .ready(.text(request.id)) : .pending { await respond(to: request) }
        }
    }

    @Test(
        "see requests from the first to the last and responses from the last to the first",
        arguments: [true, false]
    )
    func order(isReady: Bool) async {
        let inner = FilteredHandler([Named(name: "b"), Named(name: "c")], next: Echo(isReady: isReady))
        let handler = FilteredHandler([Named(name: "a")], next: inner)
        let answer = handler.answer(HTTPRequest(target: "/"))
        let response = await answer.response
        #expect(response.body == .bytes(Array("abc".utf8)))
        #expect(response.fields.values(.vary) == ["c abc", "b abc", "a abc"])
        if case .ready = answer { #expect(isReady) } else { #expect(!isReady) }
    }

    @Test("are not asked after one that answers, and only those before it see the response")
    func answered() async {
        let handler = FilteredHandler(
            [Named(name: "a"), Named(name: "b"), Named(name: "c")],
            next: Echo(isReady: true)
        )
        let response = await handler.respond(to: HTTPRequest(target: "/b"))
        #expect(response.body == .bytes(Array("by b".utf8)))
        #expect(response.fields.values(.vary) == ["a ab"])
    }

    @Test("let everything pass when they do nothing else")
    func idle() async {
        struct Idle: HTTPFilter {}
        let handler = FilteredHandler([Idle()], next: ClosureHandler { .text("\($0.target)") })
        let response = await handler.respond(to: HTTPRequest(target: "/x"))
        #expect(response.body == .bytes(Array("/x".utf8)))
    }
}
