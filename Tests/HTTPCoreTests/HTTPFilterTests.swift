import HTTPCore
import Testing

@Suite("Filters in front of a handler") struct HTTPFilterTests {
    /// A filter that adds its name to requests and responses, and responds to requests for its own path.
    private struct Named: HTTPFilter {
        let name: String

        func intercept(_ request: inout HTTPRequest) -> HTTPResponse? {
            request.id += name
            return String(decoding: request.target.path, as: UTF8.self) == "/\(name)" ? .text("by \(name)") : nil
        }

        func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {
            response.fields.append(.vary, "\(name) \(request.id)")
        }
    }

    /// A handler that replies with the id of the request, before it returns or later.
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

    @Test("a response gets the default fields that its handler has not set, in any case, and no others")
    func defaultFields() {
        let filter = DefaultFieldsFilter(adding: ["Strict-Transport-Security": "max-age=1"])
        let names: [HTTPFieldName] = [
            .xContentTypeOptions, .cacheControl, .contentSecurityPolicy, .referrerPolicy, .crossOriginResourcePolicy,
            "Strict-Transport-Security",
        ]
        var plain = HTTPResponse.text("")
        filter.finish(&plain, to: HTTPRequest(target: "/"))
        #expect(plain.fields.count == 1 + names.count)
        #expect(
            plain.fields[.contentSecurityPolicy]
                == "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        for name in names {
            var response = HTTPResponse(.ok, fields: [.contentType: "text/html"])
            response.fields.append(HTTPFieldName(name.description.uppercased()) ?? name, "own")
            filter.finish(&response, to: HTTPRequest(target: "/"))
            #expect(response.fields.values(name) == ["own"])
            #expect(response.fields.count == 1 + names.count)
        }
    }

    @Test("JSON for a program has no fields for pages, and has them as an error or for a browser that goes to it")
    func dataFields() {
        let filter = DefaultFieldsFilter()
        func names(_ type: String, _ status: HTTPStatus = .ok, accept: String? = nil) -> Set<String> {
            var response = HTTPResponse(status, fields: [.contentType: type])
            var request = HTTPRequest(target: "/")
            if let accept { request.fields.append(.accept, accept) }
            filter.finish(&response, to: request)
            return Set(response.fields.lines.map { $0.name.lowercased() }).subtracting(["content-type"])
        }
        let data: Set = ["x-content-type-options", "cache-control"]
        let page = data.union(["content-security-policy", "referrer-policy", "cross-origin-resource-policy"])
        for type in ["application/json", "application/json-patch+json", "text/event-stream"] {
            for accept in [nil, "*/*", "application/json", "application/json, text/html", "text/html;q=0"] {
                #expect(names(type, accept: accept) == data)
            }
            #expect(names(type, accept: "TEXT/HTML") == page)
            #expect(names(type, accept: "text/html,application/xhtml+xml,*/*;q=0.8") == page)
            #expect(names(type, .notFound) == page)
        }
        for type in ["text/html", "text/plain; charset=utf-8", "image/svg+xml", "application/problem+json"] {
            #expect(names(type) == page)
        }
    }

    @Test(
        "requests pass the filters from the first to the last, and responses from the last to the first",
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

    @Test("a filter's own response ends the request's way, and all filters see the response")
    func answered() async {
        let handler = FilteredHandler(
            HTTPFilters([Named(name: "a"), Named(name: "b"), Named(name: "c")]),
            next: Echo(isImmediate: true)
        )
        let response = await handler.respond(to: HTTPRequest(target: "/b"))
        #expect(response.body == .bytes(Array("by b".utf8)))
        #expect(response.fields.values(.vary) == ["c ab", "b ab", "a ab"])
    }

    @Test("a filter with default methods changes nothing")
    func idle() async {
        struct Idle: HTTPFilter {}
        let handler = FilteredHandler(HTTPFilters([Idle()]), next: ClosureHandler { .text("\($0.target)") })
        let response = await handler.respond(to: HTTPRequest(target: "/x"))
        #expect(response.body == .bytes(Array("/x".utf8)))
    }
}
