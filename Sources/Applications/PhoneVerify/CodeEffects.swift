public import Coordination

/// An effect that sends a one-time code to a telephone.
public struct SendCode: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "sendCode"

    /// The recipient's number.
    public var phone: PhoneNumber

    /// The result of the send.
    public enum Value: Codable, Sendable {
        /// The code is sent; the challenge identifies it.
        case sent(CodeChallenge)
        /// The number reached a limit; the next code is possible at `retryAt`.
        case tooMany(retryAt: Timestamp)
    }
}

/// A sent code as the flow sees it: everything but the code itself.
public struct CodeChallenge: Codable, Equatable, Sendable {
    /// The ID that ``CheckCode`` names the code by.
    public var id: String
    /// The instant from which another code can be requested.
    public var resendAvailableAt: Timestamp
    /// The number of attempts left.
    public var attemptsLeft: Int

    /// Creates a challenge.
    public init(id: String, resendAvailableAt: Timestamp, attemptsLeft: Int) {
        self.id = id
        self.resendAvailableAt = resendAvailableAt
        self.attemptsLeft = attemptsLeft
    }
}

/// An effect that checks a code against the sent one.
public struct CheckCode: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "checkCode"
    /// The effect carries the code, so it is never stored.
    public static let isSecret = true

    /// The ID of the challenge.
    public var challenge: String
    /// The code that the user entered.
    public var code: Secret

    /// The result of the check.
    public enum Value: Codable, Sendable {
        /// The code is right; it can't be used again.
        case verified
        /// The code is wrong.
        case wrong(attemptsLeft: Int)
        /// The code is too old, was used, or has no attempts left.
        case expired
    }
}
