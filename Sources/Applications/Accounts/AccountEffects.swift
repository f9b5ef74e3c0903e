public import Coordination

/// Asks whether credentials are right.
public struct SignIn: Effect {
    /// `signIn`.
    public static let name = "signIn"
    /// It carries a password.
    public static let isSecret = true

    /// What the user entered.
    public var credentials: Credentials

    /// What came of it.
    public enum Value: Codable, Sendable {
        /// The credentials are right.
        case account(Account)
        /// They are not; which of the two is wrong is nobody's business.
        case refused
        /// There were too many tries.
        case tooMany(retryAt: Timestamp)
    }
}

/// Makes a new account.
public struct CreateAccount: Effect {
    /// `createAccount`.
    public static let name = "createAccount"
    /// It carries a password.
    public static let isSecret = true

    /// What the user wants to sign in with.
    public var credentials: Credentials

    /// What came of it.
    public enum Value: Codable, Sendable {
        /// The account was made.
        case account(Account)
        /// Somebody has the name already.
        case taken
        /// The password is too short.
        case weakPassword(minimumLength: Int)
    }
}

/// Adds a telephone number, which the user has shown to be theirs, to an account.
public struct AttachPhone: Effect {
    /// `attachPhone`.
    public static let name = "attachPhone"

    /// The account.
    public var account: Account.ID
    /// The number.
    public var phone: PhoneNumber

    /// The account as it is then; `nil` when it is gone.
    public typealias Value = Account?
}
