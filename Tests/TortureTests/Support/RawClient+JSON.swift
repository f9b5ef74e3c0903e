import JSON
import RawHTTP

extension RawClient {
    /// Sends one request and reads the response.
    func exchange(
        _ method: String,
        _ path: String,
        _ body: JSONValue? = nil,
        fields: [String: String] = [:]
    ) throws -> RawResponse {
        var writer = JSONWriter()
        if let body { writer.value(body) }
        var text = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n"
        for (name, value) in fields { text += "\(name): \(value)\r\n" }
        if body != nil { text += "Content-Type: application/json\r\n" }
        if method == "POST" { text += "Content-Length: \(writer.bytes.count)\r\n" }
        try send(Array((text + "\r\n").utf8) + writer.bytes)
        guard let response = try readResponse() else { throw Failure(text: "no response") }
        return response
    }
}

extension RawResponse {
    var json: JSONValue { (try? JSONValue(parsing: body, limits: JSONLimits(bytes: 1 << 20))) ?? .null }

    /// The revision in the entity tag, or `nil` if the response has none.
    var revision: UInt64? {
        field("etag").flatMap { UInt64($0.filter { $0 != "\"" }) }
    }
}
