import HTTPCore
import JSON

/// A request that is the same in every world: without the id and the token of a session.
struct WalkRequest: Sendable {
    /// The placeholder for the last code that a world has sent.
    static let rightCode = "the code that was sent last"
    /// The placeholder for a code that differs from the last one.
    static let wrongCode = "another code"

    var method: HTTPMethod
    /// The path below the session's own.
    var path: String
    var body: JSONValue?
    var fields: HTTPFields = [:]

    /// Returns the body with its placeholder replaced by the code that a world has sent.
    func body(_ code: String) -> JSONValue? {
        switch body?["code"]?.stringValue {
        case Self.rightCode: ["code": .string(code)]
        case Self.wrongCode: ["code": .string((code.hasPrefix("0") ? "1" : "0") + code.dropFirst())]
        default: body
        }
    }
}
