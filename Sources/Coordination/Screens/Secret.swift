public import JSON

/// A text that must leave no trace: a password, a one-time code.
///
/// It can be received and used, and it can't be written down: encoding one throws, so a state, a screen or a stored
/// effect that holds a secret by mistake fails in the first test instead of reaching a disk.
public struct Secret: Payload, Equatable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The text itself; hand it only to what needs it.
    public let exposed: String

    /// Wraps a text.
    public init(_ text: String) {
        exposed = text
    }

    /// Reads the text from a client's payload.
    public init(from decoder: any Decoder) throws {
        exposed = try decoder.singleValueContainer().decode(String.self)
    }

    /// Refuses, always.
    ///
    /// - Throws: `EncodingError.invalidValue`.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            "•••",
            .init(codingPath: encoder.codingPath, debugDescription: "A secret is never written down.")
        )
    }

    /// Bullets.
    public var description: String { "•••" }

    /// Bullets.
    public var debugDescription: String { "•••" }

    /// A string that clients must not show or keep (`writeOnly`).
    public static let schema: JSONSchema = .string(minLength: 1, maxLength: 1_000, secret: true)
}
