public import Coordination

/// An effect that loads the security of an account.
public struct LoadAccountSecurity: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "loadAccountSecurity"
    /// `true`: it only reads, so any error is a failure.
    public static let isReadOnly = true

    /// The account, which the user is signed in to.
    public var account: Account.ID

    /// The security, or `nil` when the account does not exist.
    public typealias Value = AccountSecurity?
}

/// An effect that removes a telephone number from an account.
public struct RemovePhone: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "removePhone"

    /// The account, which the user is signed in to.
    public var account: Account.ID
    /// The number that is removed.
    public var phone: PhoneNumber

    /// The account after the change, or `nil` when it does not exist.
    public typealias Value = Account?
}

/// An effect that makes a key for an authenticator app, which ``ConfirmAuthenticator`` puts into effect.
public struct BeginAuthenticator: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "beginAuthenticator"

    /// The account, which the user is signed in to.
    public var account: Account.ID

    /// The key in base32, which replaces one that was not confirmed, or `nil` when the account does not exist.
    public typealias Value = SealedText?
}

/// An effect that checks the first code of an authenticator app, and asks for one at every sign-in from then on.
public struct ConfirmAuthenticator: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "confirmAuthenticator"
    /// The effect carries a code, so it is never stored.
    public static let isSecret = true

    /// The account, which the user is signed in to.
    public var account: Account.ID
    /// The code that the app shows.
    public var code: Secret

    /// The result of the check.
    public enum Value: Codable, Sendable {
        /// The app is in use, with new recovery codes, or none if the account has such codes already.
        case confirmed(recoveryCodes: [SealedText])
        /// The code is wrong.
        case rejected
        /// There is no key to confirm, or it is too old.
        case expired
        /// Too many attempts were made, and the next one is possible at `retryAt`.
        case tooMany(retryAt: Timestamp)
    }
}

/// An effect that removes the authenticator app of an account.
public struct RemoveAuthenticator: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "removeAuthenticator"

    /// The account, which the user is signed in to.
    public var account: Account.ID

    /// Nothing: an account without an app stays as it is.
    public typealias Value = Nothing
}

/// An effect that makes recovery codes, which replace the codes of an account.
public struct MakeRecoveryCodes: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "makeRecoveryCodes"

    /// The account, which the user is signed in to.
    public var account: Account.ID

    /// The codes, each for one use, or none when the account does not exist.
    public typealias Value = [SealedText]
}

/// An effect that ends sessions of an account.
public struct EndAccountSessions: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "endAccountSessions"

    /// The account, which the user is signed in to.
    public var account: Account.ID
    /// The session that is ended, or `nil` for all sessions except the caller's.
    public var session: String?

    /// The security of the account afterwards, or `nil` when the account does not exist.
    public typealias Value = AccountSecurity?
}
