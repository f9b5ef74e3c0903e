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
        body = Self.withoutRandomParts(text)
    }

    /// Returns the text without random parts: the ids of the account's other sessions, the order of that list, and the sealed key
    /// of an authenticator app.
    ///
    /// The ids decide the order of sessions that were used at the same time.
    private static func withoutRandomParts(_ text: String) -> String {
        guard text.contains(#""name":"security""#) else { return text }
        let id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/
        let sealed = /[A-Za-z0-9+\/]{80,}=*/
        return text.replacing(id, with: "OTHER").replacing(sealed, with: "SEALED").split { "{}[],".contains($0) }
            .sorted()
            .joined(separator: " ")
    }

    static func == (first: Self, second: Self) -> Bool {
        (first.status, first.fields, first.body) == (second.status, second.fields, second.body)
    }

    var description: String { "\(status) \(fields) \(body)" }
}
