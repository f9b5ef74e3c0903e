import HTTPCore
import JSON

/// A client of a handler in the same process, without a socket.
struct InProcessClient: Sendable {
    let handler: any HTTPHandler

    func send(
        _ method: HTTPMethod,
        _ path: String,
        _ body: JSONValue? = nil,
        fields: HTTPFields = [:]
    ) async -> TestResponse {
        var fields = fields
        var writer = JSONWriter()
        if let body {
            writer.value(body)
            fields.append(.contentType, "application/json")
        }
        let request = HTTPRequest(
            method: method,
            target: HTTPTarget(path),
            fields: fields,
            body: body == nil ? [] : writer.bytes
        )
        return TestResponse(await handler.respond(to: request))
    }
}

/// A response with its body parsed as JSON.
struct TestResponse: Sendable, CustomStringConvertible {
    let status: Int
    let fields: HTTPFields
    let json: JSONValue

    init(_ response: HTTPResponse) {
        status = response.status.code
        fields = response.fields
        json = (try? JSONValue(parsing: response.body.bytes, limits: JSONLimits(bytes: 1 << 20))) ?? .null
    }

    var type: String? { json["type"]?.stringValue }
    var revision: Int64 { json["revision"]?.integerValue ?? -1 }
    var focus: String? { json["focus"]?.stringValue }

    var description: String {
        var writer = JSONWriter()
        writer.value(json)
        return "\(status) \(String(decoding: writer.bytes, as: UTF8.self))"
    }
}
