public import Coordination

/// The second step of a sign-in, after the right password.
public struct SecondFactorChallenge: Codable, Equatable, Sendable {
    /// The ID that ``CheckSecondFactor`` names the sign-in by.
    public var id: String

    /// Creates a challenge.
    public init(id: String) {
        self.id = id
    }
}

/// An effect that completes a sign-in with a code of an authenticator app or a recovery code.
public struct CheckSecondFactor: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "checkSecondFactor"
    /// The effect carries a code, so it is never stored.
    public static let isSecret = true

    /// The ID of the challenge.
    public var challenge: String
    /// The code that the user entered.
    public var code: Secret

    /// The result of the check.
    public enum Value: Codable, Sendable {
        /// The account, to which the user is signed in.
        case account(Account)
        /// The code is wrong or was used.
        case rejected
        /// The sign-in took too long.
        case expired
        /// Too many attempts were made, and the next one is possible at `retryAt`.
        case tooMany(retryAt: Timestamp)
    }
}

/// An effect that sets a new password with a recovery code, for users without their phone.
public struct RecoverAccount: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "recoverAccount"
    /// The effect carries a code and a password, so it is never stored.
    public static let isSecret = true

    /// The login, the code and the new password.
    public var entry: RecoveryEntry

    /// The result of the attempt.
    public enum Value: Codable, Sendable {
        /// The password is set, and the user is signed in to the account.
        case account(Account)
        /// The password is set, and the account needs a second factor.
        case secondFactor(SecondFactorChallenge)
        /// The login or the code is wrong, and the result does not reveal which.
        case rejected
        /// The new password can't be used, but the code can be entered again.
        case weakPassword(PasswordWeakness)
        /// Too many attempts were made, and the next one is possible at `retryAt`.
        case tooMany(retryAt: Timestamp)
    }
}

/// A login, a recovery code and a new password.
public struct RecoveryEntry: Payload {
    /// The login of the account.
    public var login: String
    /// One of the recovery codes of the account.
    public var code: Secret
    /// The new password.
    public var password: Secret

    /// A login of 1 to 100 characters, a code of 1 to 40 and a password of 1 to 200.
    public static let schema: JSONSchema = .object(
        [
            "login": Account.loginSchema,
            "code": .string(minLength: 1, maxLength: 40, secret: true, form: .code),
            "password": .string(minLength: 1, maxLength: 200, secret: true),
        ]
    )
}
