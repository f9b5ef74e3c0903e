/// A text for the user that is stored encrypted only, such as the key for an authenticator app.
///
/// The handler of an effect seals the text with the key of the server, and a screen shows it with ``Text/init(sealed:style:)``.
/// The server opens it when it renders the screen. Stored sessions, `props` and logs have the sealed form.
///
/// ```swift
/// struct KeyPage: Screen {
///     static let name = "key"
///     var key: SealedText
///
///     var view: ScreenView { Text(sealed: key, style: .code) }
/// }
/// ```
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

    /// Encodes the sealed form as a string, or bullets for a document that shows no sealed text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let isConcealed = Self.concealingKey.map { encoder.userInfo[$0] != nil } ?? false
        try container.encode(isConcealed ? Self.bullets : sealed)
    }

    /// The text that stands for a secret.
    package static let bullets = "•••"
    private static let concealingKey = CodingUserInfoKey(rawValue: "concealsSealedText")
    /// The `userInfo` of an encoder that writes bullets in place of every sealed text.
    package static let concealed: [CodingUserInfoKey: any Sendable] = concealingKey.map { [$0: true] } ?? [:]
}
