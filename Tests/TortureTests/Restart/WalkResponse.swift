import HTTPCore
import JSON

/// A response without the parts that differ between worlds.
struct WalkResponse: Equatable, Sendable, CustomStringConvertible {
    let status: Int
    let fields: [String]
    let body: String
    let json: JSONValue

    init(_ reply: TestResponse, id: String, token: String) {
        status = reply.status
        json = reply.json
        fields = [HTTPFieldName.entityTag, .retryAfter, .contentType, "Idempotency-Replayed"].map {
            reply.fields[$0] ?? ""
        }
        var writer = JSONWriter()
        writer.value(reply.json)
        var text = String(decoding: writer.bytes, as: UTF8.self)
        if !id.isEmpty { text = text.replacing(id, with: "ID") }
        if !token.isEmpty { text = text.replacing(token, with: "TOKEN") }
        body = text
    }

    static func == (first: Self, second: Self) -> Bool {
        (first.status, first.fields, first.body) == (second.status, second.fields, second.body)
    }

    var description: String { "\(status) \(fields) \(body)" }
}
