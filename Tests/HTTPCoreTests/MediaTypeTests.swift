import HTTPCore
import Testing

@Suite("A media type") struct MediaTypeTests {
    @Test(
        "a media type is JSON if it is application/json in UTF-8, and not otherwise",
        arguments: [
            ("application/json", true), ("Application/JSON", true), ("application/json; charset=utf-8", true),
            ("application/json;charset=\"UTF-8\"", true), ("application/json; foo=bar ; charset=utf-8", true),
            ("application/json;", true), ("application/json; charset=utf-16", false),
            ("application/merge-patch+json", false),
            ("text/json", false), ("application/jsonp", false), ("text/plain", false), ("application", false),
            ("", false),
            ("application/json, text/plain", false), ("application/json charset=utf-8", false),
            ("application /json", false),
        ]
    )
    func json(value: String, isJSON: Bool) {
        let request = HTTPRequest(method: .post, target: "/", fields: [.contentType: value])
        #expect((request.mediaType?.isJSON ?? false) == isJSON)
    }

    @Test("a request without the field has no media type")
    func absent() {
        #expect(HTTPRequest(target: "/").mediaType == nil)
    }

    @Test(
        "a media type is accepted if one of the client's ranges matches, the most specific one first",
        arguments: [
            (nil, true), ("*/*", true), ("application/json", true), ("application/*", true),
            ("text/html, */*;q=0.1", true),
            ("text/html", false), ("application/json;q=0", false), ("application/json;q=0.000, */*", false),
            ("*/*;q=0, application/json", true), ("application/*;q=0, */*", false),
            ("text/html, application/json;q=0.5", true),
            ("APPLICATION/JSON", true), ("application/json; charset=utf-8", true), ("application/problem+json", false),
            ("nonsense", true), ("", false),
        ] as [(String?, Bool)]
    )
    func accept(value: String?, isAccepted: Bool) {
        var fields: HTTPFields = [:]
        fields[.accept] = value
        #expect(HTTPRequest(target: "/", fields: fields).accepts("application/json") == isAccepted)
    }
}
