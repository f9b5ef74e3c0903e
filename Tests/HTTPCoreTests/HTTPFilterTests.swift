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

    /// Replies with the id of the request, before it returns or later.
    private struct Echo: HTTPHandler {
        let isImmediate: Bool

        func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply) {
            let response = HTTPResponse.text(request.id)
            if isImmediate { return reply.send(response) }
            Task {
                await Task.yield()
                reply.send(response)
            }
        }
    }

    @Test(
        "see requests from the first to the last and responses from the last to the first",
        arguments: [true, false]
    )
    func order(isImmediate: Bool) async {
        let handler = FilteredHandler(
            HTTPFilters([Named(name: "a"), Named(name: "b"), Named(name: "c")]),
            next: Echo(isImmediate: isImmediate)
        )
        let response = await handler.respond(to: HTTPRequest(target: "/"))
        #expect(response.body == .bytes(Array("abc".utf8)))
        #expect(response.fields.values(.vary) == ["c abc", "b abc", "a abc"])
    }

    @Test("don't see a request after a filter that has a response, and all of them see that response")
    func answered() async {
        let handler = FilteredHandler(
            HTTPFilters([Named(name: "a"), Named(name: "b"), Named(name: "c")]),
            next: Echo(isImmediate: true)
        )
        let response = await handler.respond(to: HTTPRequest(target: "/b"))
        #expect(response.body == .bytes(Array("by b".utf8)))
        #expect(response.fields.values(.vary) == ["c ab", "b ab", "a ab"])
    }

    @Test("let everything pass when they do nothing else")
    func idle() async {
        struct Idle: HTTPFilter {}
        let handler = FilteredHandler(HTTPFilters([Idle()]), next: ClosureHandler { .text("\($0.target)") })
        let response = await handler.respond(to: HTTPRequest(target: "/x"))
        #expect(response.body == .bytes(Array("/x".utf8)))
    }
}
