public import Coordination

/// An effect that checks credentials.
public struct SignIn: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "signIn"
    /// The effect carries a password, so it is never stored.
    public static let isSecret = true

    /// The login and password that the user entered.
    public var credentials: Credentials

    /// The result of the check.
    public enum Value: Codable, Sendable {
        /// The account of valid credentials.
        case account(Account)
        /// The password is right, and the account needs a code of its authenticator app, too.
        case secondFactor(SecondFactorChallenge)
        /// The login or the password is wrong, and the result does not reveal which.
        case rejected
        /// Too many attempts were made, and the next one is possible at `retryAt`.
        case tooMany(retryAt: Timestamp)
    }
}

/// An effect that checks the credentials for a new account, and stores them until the user has verified a phone.
///
/// It does not look whether the login is taken, so its result and its duration reveal nothing about other accounts.
public struct PrepareAccount: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "prepareAccount"
    /// The effect carries a password, so it is never stored.
    public static let isSecret = true

    /// The login and password of the new account.
    public var credentials: Credentials

    /// The result of the check.
    public enum Value: Codable, Sendable {
        /// The credentials can be used, and the request names them in ``CreateAccount``.
        case prepared(request: String)
        /// The login has no visible character.
        case invalidLogin
        /// The password can't be used.
        case weakPassword(PasswordWeakness)
        /// Too many sign-ups were begun, and the next one is possible at `retryAt`.
        case tooMany(retryAt: Timestamp)
    }
}

/// An effect that creates an account from prepared credentials.
public struct CreateAccount: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "createAccount"

    /// The request of ``PrepareAccount``.
    public var request: String
    /// The telephone number that the user has verified, or `nil` when the verification is postponed.
    public var phone: PhoneNumber?

    /// The result of the creation.
    public enum Value: Codable, Sendable {
        /// The new account.
        case account(Account)
        /// The login belongs to another account.
        case taken
        /// The credentials were prepared too long ago.
        case expired
        /// Too many attempts were made, and the next one is possible at `retryAt`.
        case tooMany(retryAt: Timestamp)
    }
}

/// An effect that adds a verified telephone number to an account.
public struct AttachPhone: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "attachPhone"

    /// The account that gets the number.
    public var account: Account.ID
    /// The verified number.
    public var phone: PhoneNumber

    /// The account after the change, or `nil` when it does not exist.
    public typealias Value = Account?

    package init(account: Account.ID, phone: PhoneNumber) {
        self.account = account
        self.phone = phone
    }
}
