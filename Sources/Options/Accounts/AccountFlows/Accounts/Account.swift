public import Coordination

/// A signed-in user as the screens see it: a login and verified telephone numbers.
public struct Account: Codable, Equatable, Sendable {
    /// A login, unique among all accounts.
    public typealias ID = String

    /// The login of the account.
    public var id: ID
    /// The telephone numbers that the user has verified.
    public var phones: [PhoneNumber]

    /// Creates an account.
    public init(id: ID, phones: [PhoneNumber] = []) {
        self.id = id
        self.phones = phones
    }

    /// A login as the user types it, of 1 to 100 characters.
    ///
    /// The account directory makes it canonical.
    public static let loginSchema: JSONSchema = .string(minLength: 1, maxLength: 100, form: .verbatim)

    /// The ID of the account that a typed login names, or `nil` for a login of spaces alone.
    ///
    /// Spaces at both ends and the case of A to Z do not count. A directory may know more spellings. The directory of the
    /// shipped program follows RFC 8265.
    public static func id(ofLogin login: String) -> ID? {
        let trimmed = login.utf8.drop { $0 == UInt8(ascii: " ") }.reversed().drop { $0 == UInt8(ascii: " ") }.reversed()
        guard !trimmed.isEmpty else { return nil }
        let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
        return String(decoding: trimmed.map { letters.contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}

/// A login and a password.
public struct Credentials: Payload {
    /// The login of the account.
    public var login: String
    /// The password, which is kept out of logs and stored sessions.
    public var password: Secret

    /// A login of 1 to 100 characters and a password of 1 to 200.
    public static let schema: JSONSchema = .object(
        [
            "login": Account.loginSchema,
            "password": .string(minLength: 1, maxLength: 200, secret: true),
        ]
    )
}
