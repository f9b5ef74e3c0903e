public import JSON

/// A message to the user on a screen, such as "wrong code" or "changes saved".
///
/// A message stays until its screen reports an output. A rejection by the business, such as a wrong password, is a message and
/// not an error.
///
/// ```swift
/// show(Message("profile.saved", "Your changes are saved.", level: .success), on: Profile.self)
/// ```
public struct Message: Codable, Equatable, Sendable {
    /// The severity of a message.
    public enum Level: String, Codable, Sendable, CaseIterable {
        /// A failure, such as a wrong code.
        case error
        /// A warning that needs attention.
        case warning
        /// A neutral notice.
        case info
        /// A success, such as a saved change.
        case success
    }

    /// A stable code for programs, such as `code.wrong`.
    public var code: String
    /// The severity, by default ``Level/error``.
    public var level: Level
    /// The field that the message is about, as a JSON Pointer into the payload that the screen last reported.
    public var pointer: String?
    /// The values in the text, for clients that write their own text.
    public var params: [String: JSONValue]?
    /// The text for the user, which is translated when it is drawn.
    public var text: LocalizedText

    /// Creates a message.
    ///
    /// It is an error about the whole screen unless `level` and `pointer` say otherwise.
    public init(
        _ code: String,
        _ text: LocalizedText,
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

    /// Creates a message with a text that is not translated.
    ///
    /// The other parameters are the same as for a translated text.
    @_disfavoredOverload
    public init<Text: StringProtocol>(
        _ code: String,
        _ text: Text,
        level: Level = .error,
        pointer: String? = nil,
        params: [String: JSONValue]? = nil
    ) {
        self.init(code, LocalizedText(verbatim: String(text)), level: level, pointer: pointer, params: params)
    }
}
