public import Coordination

/// An effect that sends a one-time code to a telephone.
public struct SendCode: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "sendCode"

    /// The recipient's number.
    public var phone: PhoneNumber
    /// The account that requests the code, or `nil` if the user is not signed in.
    public var account: Account.ID?

    /// The result of the send.
    public enum Value: Codable, Sendable {
        /// The code is sent, and the challenge identifies it.
        case sent(CodeChallenge)
        /// The code may have been sent, but the delivery was not confirmed.
        case unconfirmed(CodeChallenge)
        /// A limit is reached, and the next code is possible at `retryAt`.
        ///
        /// `stillValid` identifies the code that was sent before, if the user can still enter it.
        case tooMany(retryAt: Timestamp, stillValid: CodeChallenge? = nil)
        /// Numbers of this country get no codes.
        case unsupportedCountry
        /// The server has no means to send codes.
        case unavailable
    }
}

/// A sent code as the flow sees it: everything but the code itself.
public struct CodeChallenge: Codable, Equatable, Sendable {
    /// The ID that ``CheckCode`` names the code by.
    public var id: String
    /// The instant from which the code can be requested again.
    public var resendAvailableAt: Timestamp
    /// The instant from which the code is no longer valid.
    public var expiresAt: Timestamp
    /// The number of attempts left.
    public var attemptsLeft: Int

    /// Creates a challenge.
    public init(id: String, resendAvailableAt: Timestamp, expiresAt: Timestamp, attemptsLeft: Int) {
        self.id = id
        self.resendAvailableAt = resendAvailableAt
        self.expiresAt = expiresAt
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
        /// The code is right, and can't be used again.
        case verified
        /// The code is wrong.
        case wrong(attemptsLeft: Int)
        /// The code is too old, was used, or has no attempts left.
        case expired
    }
}
