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

    /// Whether a login that a user has typed names this account: spaces at both ends and the case of A to Z do not count.
    func isNamed(_ login: String) -> Bool {
        let trimmed = login.utf8.drop { $0 == UInt8(ascii: " ") }.reversed().drop { $0 == UInt8(ascii: " ") }.reversed()
        return trimmed.elementsEqual(id.utf8) { typed, stored in
            typed == stored || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(typed) && typed | 0x20 == stored
        }
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
            "login": .string(minLength: 1, maxLength: 100),
            "password": .string(minLength: 1, maxLength: 200, secret: true),
        ]
    )
}
