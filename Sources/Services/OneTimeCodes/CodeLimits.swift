/// The limits on sending and checking one-time codes.
public struct CodeLimits: Equatable, Sendable {
    /// The time for which a code is valid; 10 minutes by default.
    public var lifetime: Duration = .seconds(600)
    /// The number of attempts that a code allows; 5 by default.
    public var attempts = 5
    /// The time that must pass before a number gets another code; 30 seconds by default.
    public var resendAfter: Duration = .seconds(30)
    /// The number of codes that a number gets within an hour; 5 by default.
    public var sendsPerHour = 5
    /// The number of consecutive wrong attempts after which a number gets no code for a day; 50 by default.
    ///
    /// The count covers all codes of the number, because a new code must not reset the wrong attempts at the previous
    /// one (NIST SP 800-63B-4 section 3.2.2 allows 100).
    public var wrongAttempts = 50
    /// The number of codes that can be open at the same time, over all numbers; 100,000 by default.
    ///
    /// At the limit, a number gets no code until another code is used or expires.
    public var open = 100_000

    /// Creates the default rules.
    public init() {}
}
