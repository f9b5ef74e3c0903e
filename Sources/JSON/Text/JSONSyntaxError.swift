/// Why a text is not the JSON that we read, and where.
///
/// The description is meant for whoever wrote the text. Of the text it shows punctuation only, never content, since that
/// may be a secret.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Kind: String, Hashable, Sendable {
        /// The text stops in the middle of a value.
        case unexpectedEnd = "unexpected end of input"
        /// Something else belongs here.
        case unexpectedCharacter = "unexpected character"
        /// The outermost value is complete, yet more follows.
        case trailingCharacters = "unexpected text after the value"
        /// The bytes of a string are not UTF-8 (RFC 3629).
        case invalidUTF8 = "invalid UTF-8"
        /// A backslash is followed by something that RFC 8259 §7 does not list.
        case invalidEscape = "invalid escape"
        /// An escape names half of a surrogate pair.
        case loneSurrogate = "lone surrogate"
        /// A control character stands unescaped in a string.
        case controlCharacter = "unescaped control character"
        /// A number is not written as RFC 8259 §6 wants it.
        case invalidNumber = "invalid number"
        /// A number is too large for a `Double`.
        case numberOutOfRange = "number out of range"
        /// An object names a member twice.
        case duplicateKey = "repeated member name"
        /// The text is nested deeper than ``JSONLimits/depth``.
        case tooDeep = "nesting is too deep"
        /// The text has more than ``JSONLimits/bytes``.
        case tooLong = "text is too long"
        /// The text holds more values than ``JSONLimits/nodes``.
        case tooManyNodes = "too many values"
    }

    /// What is wrong.
    public let kind: Kind
    /// The position of the first offending byte, from 0; the text's length if it stops too early.
    public let offset: Int
    /// What was expected instead, or which limit holds.
    public let detail: String

    /// Makes an error.
    public init(_ kind: Kind, offset: Int, detail: String) {
        self.kind = kind
        self.offset = offset
        self.detail = detail
    }

    /// A sentence such as "unexpected end of input at byte 17: a value was expected".
    public var description: String {
        "\(kind.rawValue) at byte \(offset): \(detail)"
    }

    /// Whether the text is well-formed as far as it was read but larger than the limits allow.
    public var isLimit: Bool {
        switch kind {
        case .tooDeep, .tooLong, .tooManyNodes: true
        default: false
        }
    }
}
