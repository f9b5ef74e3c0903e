public import JSON

/// A text that must never be stored or logged, such as a password or a one-time code.
///
/// A secret can be decoded and used but not encoded. Encoding throws, so a state, a screen or a stored effect that holds a
/// secret by mistake fails in the first test and never reaches a disk. An effect that needs one is never stored if its
/// ``Effect/isSecret`` is `true`.
///
/// ```swift
/// struct Credentials: Payload {
///     var login: String
///     var password: Secret
/// }
/// ```
public struct Secret: Payload, Equatable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The text in the clear, to be passed only to code that needs it.
    public let exposed: String

    /// Creates a secret from a text.
    public init(_ text: String) {
        exposed = text
    }

    /// Decodes the text from a client's payload.
    public init(from decoder: any Decoder) throws {
        exposed = try decoder.singleValueContainer().decode(String.self)
    }

    /// Always throws, so that a secret is never stored.
    ///
    /// - Throws: `EncodingError.invalidValue`.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            "•••",
            .init(codingPath: encoder.codingPath, debugDescription: "A secret can't be encoded.")
        )
    }

    /// Three bullets in place of the text, so that logs don't show it.
    public var description: String { "•••" }

    /// Three bullets in place of the text, so that debug output does not show it.
    public var debugDescription: String { "•••" }

    /// A string of 1 to 1,000 characters that clients must not show or store (`writeOnly`).
    public static let schema: JSONSchema = .string(minLength: 1, maxLength: 1_000, secret: true)
}
