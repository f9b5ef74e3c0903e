public import Coordination

/// An effect that changes the password of an account, for which the user enters the current one again.
public struct ChangePassword: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "changePassword"
    /// The effect carries passwords, so it is never stored.
    public static let isSecret = true

    /// The account, which the user is signed in to.
    public var account: Account.ID
    /// The current and the new password.
    public var passwords: PasswordChange

    /// The result of the change.
    public enum Value: Codable, Sendable {
        /// The password is changed.
        case changed
        /// The current password is wrong, or the account does not exist.
        case rejected
        /// The new password can't be used.
        case weakPassword(PasswordWeakness)
        /// Too many attempts were made, and the next one is possible at `retryAt`.
        case tooMany(retryAt: Timestamp)
    }
}

/// The current password of an account and a new one.
public struct PasswordChange: Payload {
    /// The password that is valid until the change.
    public var current: Secret
    /// The password that is valid from then on.
    public var password: Secret

    /// Two passwords of 1 to 200 characters.
    public static let schema: JSONSchema = .object(
        [
            "current": .string(minLength: 1, maxLength: 200, secret: true),
            "password": .string(minLength: 1, maxLength: 200, secret: true),
        ]
    )
}

/// An effect that finds out whether the session has signed in to an account within the last 15 minutes.
public struct CheckRecentSignIn: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "checkRecentSignIn"
    /// `true`: it only reads, so any error is a failure.
    public static let isReadOnly = true

    /// The account, which the user is signed in to.
    public var account: Account.ID

    /// Whether the user need not enter the password again.
    public typealias Value = Bool

    package init(account: Account.ID) {
        self.account = account
    }
}

/// An effect that checks the password of the signed-in user.
public struct ConfirmPassword: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "confirmPassword"
    /// The effect carries a password, so it is never stored.
    public static let isSecret = true

    /// The account, which the user is signed in to.
    public var account: Account.ID
    /// The password that the user entered.
    public var password: Secret

    /// The result of the check.
    public enum Value: Codable, Sendable {
        /// The password is right.
        case confirmed
        /// The password is wrong, or the account does not exist.
        case rejected
        /// Too many attempts were made, and the next one is possible at `retryAt`.
        case tooMany(retryAt: Timestamp)
    }
}

/// An effect that sends a code for a forgotten password to the phone of an account.
public struct SendResetCode: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "sendResetCode"

    /// The login as the user typed it.
    public var login: String

    /// The result of the send.
    public enum Value: Codable, Sendable {
        /// The code is sent if the account exists and has a phone, and otherwise no code matches the challenge.
        case sent(CodeChallenge)
        /// Too many requests were made, and the next one is possible at `retryAt`.
        case tooMany(retryAt: Timestamp)
    }
}

/// An effect that sets a new password with a code that was sent to the phone of the account.
public struct ResetPassword: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "resetPassword"
    /// The effect carries a code and a password, so it is never stored.
    public static let isSecret = true

    /// The ID of the challenge of ``SendResetCode``.
    public var challenge: String
    /// The code and the new password.
    public var entry: PasswordResetEntry

    /// The result of the reset.
    public enum Value: Codable, Sendable {
        /// The password is set, and the account belongs to the user.
        case account(Account)
        /// The password is set, and the account needs a code of its authenticator app, too.
        case secondFactor(SecondFactorChallenge)
        /// The code is wrong.
        case wrongCode(attemptsLeft: Int)
        /// The code is too old, was used, or has no attempts left.
        case expired
        /// The new password can't be used, but the code can be entered again.
        case weakPassword(PasswordWeakness)
    }
}

/// A code and a new password.
public struct PasswordResetEntry: Payload {
    /// The code that the user received.
    public var code: Secret
    /// The new password.
    public var password: Secret

    /// A code of six digits and a password of 1 to 200 characters.
    public static let schema: JSONSchema = .object(
        [
            "code": .string(pattern: .digits(6), secret: true),
            "password": .string(minLength: 1, maxLength: 200, secret: true),
        ]
    )
}
