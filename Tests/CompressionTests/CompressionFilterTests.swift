import Compression
import Glibc
import HTTPCore
import Programs
import RawHTTP
import Testing

/// ``CompressionFilter``: which responses are compressed, and with which fields.
@Suite("The compression of responses")
struct CompressionFilterTests {
    private static let long = Array(String(repeating: #"{"name":"milk","price":120},"#, count: 100).utf8)

    private static func finished(
        _ body: HTTPBody = .bytes(long),
        _ fields: HTTPFields = [.contentType: "application/json", .entityTag: "\"17\""],
        status: HTTPStatus = .ok,
        accepting codings: String? = "gzip, deflate, br",
        request more: HTTPFields = [:]
    ) -> HTTPResponse {
        var request = HTTPRequest(target: HTTPTarget("/"))
        if let codings { request.fields.append(.acceptEncoding, codings) }
        request.fields.append(contentsOf: more)
        var response = HTTPResponse(status, fields: fields, body: body)
        CompressionFilter(level: 1).finish(&response, to: request)
        return response
    }

    @Test("long JSON is sent as gzip, with a tag of its own")
    func compressed() {
        let response = Self.finished()
        #expect(gunzip(response.body.bytes) == Self.long)
        #expect(response.body.bytes.count < Self.long.count / 10)
        #expect(response.fields[.contentEncoding] == "gzip")
        #expect(response.fields[.entityTag] == "\"17-gzip\"")
        #expect(response.fields[.vary] == "Accept-Encoding")
    }

    @Test("content that does not change is compressed once")
    func once() {
        let response = HTTPResponse.json(Self.long).reused
        var request = HTTPRequest(target: HTTPTarget("/"))
        request.fields.append(.acceptEncoding, "gzip")
        var first = response
        CompressionFilter(level: 1).finish(&first, to: request)
        #expect(gunzip(first.body.bytes) == Self.long)
        // The compressed copy comes from the first response, although the second one has other bytes.
        var second = response
        second.body = .bytes(Array(repeating: 0x20, count: 2_000))
        CompressionFilter(level: 1).finish(&second, to: request)
        #expect(second.body == first.body)
        var plain = response
        CompressionFilter(level: 1).finish(&plain, to: HTTPRequest(target: HTTPTarget("/")))
        #expect(plain.body.bytes == Self.long)
    }

    @Test("all levels give the same content", arguments: 1...9)
    func levels(level: Int) {
        var request = HTTPRequest(target: HTTPTarget("/"))
        request.fields.append(.acceptEncoding, "gzip")
        var response = HTTPResponse.json(Self.long)
        CompressionFilter(level: level).finish(&response, to: request)
        #expect(gunzip(response.body.bytes) == Self.long)
    }

    @Test(
        "a client gets gzip only if it accepts it",
        arguments: [
            ("gzip", true), ("GZIP", true), ("br, gzip;q=0.1", true), ("*", true), ("br;q=1, *;q=0.2", true),
            ("gzip;q=0", false), ("gzip;q=0.000", false), ("*, gzip;q=0", false), ("identity", false), ("br", false),
            ("", false), ("*;q=0", false), ("gzip;q=high", false), ("gzip;;", false), (nil, false),
        ] as [(String?, Bool)]
    )
    func acceptance(codings: String?, isAccepted: Bool) {
        let response = Self.finished(accepting: codings)
        #expect((response.fields[.contentEncoding] == "gzip") == isAccepted)
        #expect((response.body == .bytes(Self.long)) == !isAccepted)
        // A cache must know that another client may get other bytes.
        #expect(response.fields[.vary] == "Accept-Encoding")
    }

    @Test(
        "text and JSON are compressed, and nothing else",
        arguments: [
            ("application/json", true), ("application/problem+json", true), ("application/json-patch+json", true),
            ("application/manifest+json", true), ("text/html; charset=utf-8", true), ("text/css", true),
            ("text/javascript; charset=utf-8", true), ("image/svg+xml; charset=utf-8", true), ("image/png", false),
            ("font/woff2", false), ("application/octet-stream", false), ("nonsense", false), (nil, false),
        ] as [(String?, Bool)]
    )
    func types(type: String?, isCompressed: Bool) {
        let response = Self.finished(.bytes(Self.long), type.map { [.contentType: $0] } ?? [:])
        #expect((response.fields[.contentEncoding] == "gzip") == isCompressed)
    }

    @Test("short content, content that does not get shorter, and a stream are sent as they are")
    func otherContent() {
        for body in [HTTPBody.bytes(Array(Self.long.prefix(1_024))), .none] {
            let response = Self.finished(body)
            #expect(response.body == body && !response.fields.contains(.contentEncoding))
        }
        var generator = SystemRandomNumberGenerator()
        let random = HTTPBody.bytes((0..<5_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        let response = Self.finished(random)
        #expect(response.body == random && response.fields[.entityTag] == "\"17\"")
    }

    @Test("content that must not be transformed, or has a coding already, is sent as it is")
    func untransformed() {
        for fields: HTTPFields in [
            [.contentType: "application/json", .cacheControl: "no-store, no-transform"],
            [.contentType: "application/json", .cacheControl: "No-Transform"],
            [.contentType: "application/json", .contentEncoding: "br"],
        ] {
            #expect(Self.finished(.bytes(Self.long), fields).body == .bytes(Self.long))
        }
    }

    @Test("a response that no cache stores has no Vary")
    func withoutCaches() {
        let response = Self.finished(.bytes(Self.long), [.contentType: "application/json", .cacheControl: "no-store"])
        #expect(response.fields[.contentEncoding] == "gzip" && !response.fields.contains(.vary))
    }

    @Test("the response to HEAD has the fields of the response to GET, and the length of its content")
    func head() async {
        let handler = FilteredHandler(
            HTTPFilters([CompressionFilter(level: 1)]),
            next: ClosureHandler { _ in .json(Self.long) }
        )
        let fields: HTTPFields = [.acceptEncoding: "gzip"]
        let get = await handler.respond(to: HTTPRequest(target: "/", fields: fields))
        let head = await handler.respond(to: HTTPRequest(method: .head, target: "/", fields: fields))
        #expect(head.body == .omitted(length: get.body.bytes.count))
        #expect(head.fields[.contentEncoding] == "gzip" && get.fields[.contentEncoding] == "gzip")
    }

    @Test("a condition may name the compressed representation, and a 304 names the one that the client has")
    func conditions() {
        #expect(
            EntityTagCondition("\"17-gzip\", W/\"18-gzip\"") == .tags([EntityTag("17"), EntityTag("18", isWeak: true)])
        )
        for (tag, isCompressed) in [("\"17-gzip\"", true), ("\"17\"", false)] {
            let response = Self.finished(
                .none,
                [.entityTag: "\"17\""],
                status: .notModified,
                request: [.ifNoneMatch: tag]
            )
            #expect(response.fields[.entityTag] == (isCompressed ? "\"17-gzip\"" : "\"17\""))
        }
    }

    @Test("the compression of responses leaves compressed files alone, and names the dependence once")
    func filter() async throws {
        let long = String(repeating: "long ", count: 1_000)
        let folder = try TemporaryFolder()
        for (name, content) in [("page.txt", long), ("page.txt.br", "compressed")] {
            let file = unsafe open("\(folder.path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            defer { close(file) }
            try #require(unsafe Glibc.write(file, content, content.utf8.count) == content.utf8.count)
        }
        let files = try StaticFiles(folder: folder.path)
        for (codings, coding) in [("br, gzip", "br"), ("gzip", "gzip"), ("identity", nil)] as [(String, String?)] {
            let request = HTTPRequest(target: "/page.txt", fields: [.acceptEncoding: codings])
            var response = await files.respond(to: request)
            CompressionFilter(level: 1).finish(&response, to: request)
            #expect(response.fields.values(.contentEncoding) == [coding].compactMap(\.self))
            #expect(response.fields.values(.vary) == ["Accept-Encoding"])
            if coding == "gzip" { #expect(gunzip(response.body.bytes) == Array(long.utf8)) }
        }
    }
}
