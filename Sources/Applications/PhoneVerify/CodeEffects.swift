public import Coordination

/// Sends a one-time code to a telephone.
public struct SendCode: Effect {
    /// `sendCode`.
    public static let name = "sendCode"

    /// Where to.
    public var phone: PhoneNumber

    /// What came of it.
    public enum Value: Codable, Sendable {
        /// A code is on its way.
        case sent(CodeChallenge)
        /// The number can't get another one yet.
        case tooMany(retryAt: Timestamp)
    }
}

/// A code that was sent, as far as a flow needs to know: all but the code.
public struct CodeChallenge: Codable, Equatable, Sendable {
    /// The name by which ``CheckCode`` knows it.
    public var id: String
    /// From when on another one may be asked for.
    public var resendAvailableAt: Timestamp
    /// How often the user may try.
    public var attemptsLeft: Int

    /// Describes a code that was sent.
    public init(id: String, resendAvailableAt: Timestamp, attemptsLeft: Int) {
        self.id = id
        self.resendAvailableAt = resendAvailableAt
        self.attemptsLeft = attemptsLeft
    }
}

/// Asks whether a code is the one that was sent.
public struct CheckCode: Effect {
    /// `checkCode`.
    public static let name = "checkCode"
    /// It carries the code.
    public static let isSecret = true

    /// Which code.
    public var challenge: String
    /// What the user entered.
    public var code: Secret

    /// What came of it.
    public enum Value: Codable, Sendable {
        /// It is the right one; it can't be used again.
        case verified
        /// It is not, and the user may try this often still.
        case wrong(attemptsLeft: Int)
        /// It is too old, was used, or was tried too often.
        case expired
    }
}
