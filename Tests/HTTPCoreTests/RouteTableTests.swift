import HTTPCore
import Testing

@Suite("A route table") struct RouteTableTests {
    private static let table: RouteTable = {
        var table = RouteTable()
        table.add(.get, "/") { _, _ in .text("root") }
        table.add(.get, "/v1/sessions") { _, _ in .text("list") }
        table.add(.post, "/v1/sessions") { _, _ in .text("create") }
        table.add(.get, "/v1/sessions/:id") { _, parameters in .text("show \(parameters["id"])") }
        table.add(.delete, "/v1/sessions/:id") { _, parameters in .text("end \(parameters["id"])") }
        table.add(.get, "/v1/sessions/new") { _, _ in .text("literal") }
        table.add(.get, "/v1/sessions/new/help") { _, _ in .text("help") }
        table.add(.post, "/v1/sessions/:id/screens/:key/outputs/:name") { _, parameters in
            .text("\(parameters["id"]) \(parameters["key"]) \(parameters["name"])")
        }
        table.add(.head, "/own") { _, _ in HTTPResponse(.accepted) }
        table.add(.get, "/own") { _, _ in .text("own") }
        table.add(.options, "/own") { _, _ in .text("options") }
        return table
    }()

    private func ask(_ method: HTTPMethod, _ target: HTTPTarget) async -> HTTPResponse {
        await RouteTableTests.table.respond(to: HTTPRequest(method: method, target: target))
    }

    @Test(
        "a request is routed by method and path",
        arguments: [
            (.get, "/", "root"), (.get, "/v1/sessions", "list"), (.get, "/v1/sessions?x=/y", "list"),
            (.post, "/v1/sessions", "create"), (.get, "/v1/sessions/17", "show 17"),
            (.delete, "/v1/sessions/17", "end 17"), (.get, "/v1/sessions/new", "literal"),
            (.delete, "/v1/sessions/new", nil), (.get, "/v1/sessions/new/help", "help"),
            (.post, "/v1/sessions/new/screens/k1/outputs/o", "new k1 o"),
            (.post, "/v1/sessions/1/screens/k%20/outputs/%C3%BC", "1 k  ü"),
            (.get, "/v1/sessions/%6e%65%77", "show new"), (.get, "/v1/sessions/:id", "show :id"),
        ] as [(HTTPMethod, HTTPTarget, String?)]
    )
    func matches(method: HTTPMethod, target: HTTPTarget, text: String?) async {
        let response = await ask(method, target)
        #expect(response.status == (text == nil ? .methodNotAllowed : .ok))
        if let text { #expect(String(decoding: response.body.bytes, as: UTF8.self) == text) }
    }

    @Test(
        "any other path gets 404",
        arguments: [
            "/v1", "/v1/", "/v1/sessions/", "//", "/v1//sessions", "/V1/sessions", "/v1/%73essions",
            "/v1/sessions//screens/k/outputs/o",
            "/v1/sessions/1/screens/k/outputs", "/v1/sessions/1/screens/k/outputs/o/", "/v1/sessions/../sessions", "",
            "v1",
        ]
    )
    func misses(path: String) async {
        let response = await ask(.get, HTTPTarget(path))
        #expect(response.status == .notFound)
        #expect(response.fields[.contentType] == "application/problem+json")
    }

    @Test("a parameter that can't be decoded gets 400", arguments: ["%", "%g0", "%FF", "%0A", "a%00"])
    func badParameter(segment: String) async {
        #expect(await ask(.get, HTTPTarget("/v1/sessions/\(segment)")).status == .badRequest)
    }

    @Test("a method that the path does not allow gets 405 and the allowed methods")
    func notAllowed() async {
        let response = await ask(.put, "/v1/sessions/17")
        #expect(response.status == .methodNotAllowed)
        #expect(response.fields[.allow] == "GET, HEAD, DELETE, OPTIONS")
        #expect(await ask(.patch, "/v1/sessions").fields[.allow] == "GET, HEAD, POST, OPTIONS")
    }

    @Test("OPTIONS gets the allowed methods, unless it has a handler of its own")
    func options() async {
        let response = await ask(.options, "/v1/sessions")
        #expect(response.status == .noContent)
        #expect(response.fields[.allow] == "GET, HEAD, POST, OPTIONS")
        #expect(await ask(.options, "/own").body == .bytes(Array("options".utf8)))
        #expect(await ask(.options, "/nowhere").status == .notFound)
    }

    @Test("OPTIONS for the whole server gets the methods that any path allows")
    func serverOptions() async {
        let response = await ask(.options, "*")
        #expect(response.status == .noContent)
        #expect(response.fields[.allow] == "GET, HEAD, POST, DELETE, OPTIONS")
    }

    @Test("HEAD gets the response of GET, unless it has a handler of its own")
    func head() async {
        let response = await ask(.head, "/v1/sessions/17")
        #expect(response.status == .ok)
        #expect(response.fields[.contentType] == "text/plain; charset=utf-8")
        #expect(response.body.bytes.count == 7)
        #expect(await ask(.head, "/own").status == .accepted)
        let postOnly = await ask(.head, "/v1/sessions/1/screens/k/outputs/o")
        #expect(postOnly.status == .methodNotAllowed)
    }

    @Test("an unknown path goes to the fallback, but not a known path with another method")
    func fallback() async {
        var table = RouteTable(fallback: ClosureHandler { .text("fallback \($0.target)") })
        table.add(.get, "/a") { _, _ in .text("a") }
        #expect(await table.respond(to: HTTPRequest(target: "/b")).body == .bytes(Array("fallback /b".utf8)))
        #expect(await table.respond(to: HTTPRequest(method: .post, target: "/a")).status == .methodNotAllowed)
    }

    @Test("a handler may reply before it returns or later, and behind filters HEAD gets no content in both cases")
    func replies() async {
        var table = RouteTable(fallback: ClosureHandler { _ in .text("fallback") })
        table.add(.get, "/ready") { _, _, reply in reply.send(.text("here")) }
        table.add(.get, "/later") { _, _, reply in Task { reply.send(.text("later")) } }
        func isReady(_ method: HTTPMethod, _ target: HTTPTarget) -> Bool {
            let receiver = RecordingReceiver()
            table.handle(HTTPRequest(method: method, target: target), HTTPReply(to: receiver))
            return receiver.response != nil
        }
        #expect(isReady(.get, "/ready"))
        #expect(isReady(.post, "/ready"))
        for (target, length) in [("/ready", 4), ("/later", 5)] as [(HTTPTarget, Int)] {
            let handler = FilteredHandler(HTTPFilters(), next: table)
            let response = await handler.respond(to: HTTPRequest(method: .head, target: target))
            #expect(response.body == .omitted(length: length))
        }
    }
}
