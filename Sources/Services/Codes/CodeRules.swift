/// How one-time codes are given out and tried.
public struct CodeRules: Equatable, Sendable {
    /// How long a code can be used.
    public var lifetime: Duration = .seconds(600)
    /// How often a code can be tried.
    public var attempts = 5
    /// How long a number waits for its next code.
    public var resendAfter: Duration = .seconds(30)
    /// How many codes a number gets within an hour.
    public var sendsPerHour = 5
    /// After how many wrong tries in a row, over all its codes, a number gets no further code for a day.
    ///
    /// A new code must not make the wrong tries of the last one undone (NIST SP 800-63B-4 section 3.2.2 allows 100).
    public var wrongTries = 50
    /// How many codes can be on their way at a time, over all numbers.
    public var open = 100_000

    /// The rules as they are by default.
    public init() {}
}
