import HTTPCore
import JSON

/// A request of a walk as it is the same in every world: without a session's name and secret.
struct WalkRequest: Sendable {
    /// What stands for a code that only a world knows.
    static let rightCode = "the code that was sent last"
    /// What stands for another code than that.
    static let wrongCode = "another code"

    var method: HTTPMethod
    /// The path within the session.
    var path: String
    var body: JSONValue?
    var fields: HTTPFields = [:]

    /// The body with the code that a world has sent.
    func body(_ code: String) -> JSONValue? {
        switch body?["code"]?.stringValue {
        case Self.rightCode: ["code": .string(code)]
        case Self.wrongCode: ["code": .string((code.hasPrefix("0") ? "1" : "0") + code.dropFirst())]
        default: body
        }
    }
}
