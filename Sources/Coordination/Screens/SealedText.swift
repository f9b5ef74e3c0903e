/// A text for the user that is stored encrypted only, such as the key for an authenticator app.
///
/// The handler of an effect seals the text, and a screen shows it with ``Text/init(sealed:style:)``. The server opens it
/// when it renders the screen; stored sessions, `props` and logs have the sealed form.
public struct SealedText: Codable, Equatable, Sendable {
    /// The sealed form, which only the key of the server opens.
    public let sealed: String

    /// Wraps a text that was sealed.
    public init(sealed: String) {
        self.sealed = sealed
    }

    /// Decodes the sealed form from a string.
    public init(from decoder: any Decoder) throws {
        sealed = try decoder.singleValueContainer().decode(String.self)
    }

    /// Encodes the sealed form as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(sealed)
    }
}
