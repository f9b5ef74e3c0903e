public import JSON

/// Something to tell the user on a screen: a wrong code, a saved change.
///
/// Messages stand until the screen they stand on reports again. A refusal by the business (a wrong password) is a
/// message and not an error.
public struct Message: Codable, Equatable, Sendable {
    /// How serious a message is.
    public enum Level: String, Codable, Sendable {
        /// Something went wrong.
        case error
        /// Something needs attention.
        case warning
        /// Something worth knowing.
        case info
        /// Something worked.
        case success
    }

    /// A stable name for programs, such as `code.wrong`.
    public var code: String
    /// How serious it is.
    public var level: Level
    /// The field it belongs to, as a JSON Pointer into the payload that the screen last reported.
    public var pointer: String?
    /// The values in the text, for clients that write their own.
    public var params: [String: JSONValue]?
    /// The text in plain words.
    public var text: String

    /// Describes a message.
    public init(
        _ code: String,
        _ text: String,
        level: Level = .error,
        pointer: String? = nil,
        params: [String: JSONValue]? = nil
    ) {
        self.code = code
        self.level = level
        self.pointer = pointer
        self.params = params
        self.text = text
    }
}
