public import Coordination

/// Somebody who has signed in, as far as screens need to know.
public struct Account: Codable, Equatable, Sendable {
    /// The name of an account, unique among all.
    public typealias ID = String

    /// The name that the user signs in with.
    public var id: ID
    /// The telephone numbers that the user has shown to be theirs.
    public var phones: [PhoneNumber]

    /// Describes an account.
    public init(id: ID, phones: [PhoneNumber] = []) {
        self.id = id
        self.phones = phones
    }
}

/// What a user signs in with.
public struct Credentials: Payload {
    /// The name of the account.
    public var login: String
    /// The password.
    public var password: Secret

    /// A name of up to 100 characters and a password of up to 200.
    public static let schema: JSONSchema = .object(
        [
            "login": .string(minLength: 1, maxLength: 100),
            "password": .string(minLength: 1, maxLength: 200, secret: true),
        ]
    )
}
