/// The reason and the position of a syntax error in a JSON text.
///
/// The description is meant for the author of the text. It contains only punctuation of the text, never its content, which
/// may be a secret.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a syntax error.
    public enum Kind: String, Hashable, Sendable {
        /// The text ends within a value.
        case unexpectedEnd = "unexpected end of input"
        /// The character is not allowed at this position.
        case unexpectedCharacter = "unexpected character"
        /// More text follows the outermost value.
        case trailingCharacters = "unexpected text after the value"
        /// The bytes of a string are not UTF-8 (RFC 3629).
        case invalidUTF8 = "invalid UTF-8"
        /// A backslash is followed by a character that RFC 8259 §7 doesn't allow.
        case invalidEscape = "invalid escape"
        /// An escape sequence is half of a surrogate pair.
        case loneSurrogate = "lone surrogate"
        /// A string contains an unescaped control character.
        case controlCharacter = "unescaped control character"
        /// A number doesn't follow the grammar of RFC 8259 §6.
        case invalidNumber = "invalid number"
        /// A number is too large for a `Double`.
        case numberOutOfRange = "number out of range"
        /// An object contains a member name twice.
        case duplicateKey = "repeated member name"
        /// The nesting exceeds ``JSONLimits/depth``.
        case tooDeep = "nesting is too deep"
        /// The size exceeds ``JSONLimits/bytes``.
        case tooLong = "text is too long"
        /// The number of values exceeds ``JSONLimits/values``.
        case tooManyValues = "too many values"
        /// The length of a member's name exceeds ``JSONLimits/nameBytes``.
        case nameTooLong = "member name is too long"
        /// A run of combining marks exceeds ``JSONLimits/combiningMarks``.
        case tooManyMarks = "too many combining marks"
    }

    /// The kind of the error.
    public let kind: Kind
    /// The offset of the first invalid byte, or the text's length if it ends too early.
    public let offset: Int
    /// The expected text, or the exceeded limit.
    public let detail: String

    /// Creates an error.
    public init(_ kind: Kind, offset: Int, detail: String) {
        self.kind = kind
        self.offset = offset
        self.detail = detail
    }

    /// A sentence such as "unexpected end of input at byte 17: a value was expected".
    public var description: String {
        "\(kind.rawValue) at byte \(offset): \(detail)"
    }

    /// Whether the text exceeds a limit, although it is well formed as far as it was read.
    public var isLimit: Bool {
        switch kind {
        case .tooDeep, .tooLong, .tooManyValues, .nameTooLong, .tooManyMarks: true
        default: false
        }
    }
}
