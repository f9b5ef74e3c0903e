/// The attempts that are made at an effect when its handler fails.
///
/// The delay before the next attempt doubles with each failure. The flow learns of the last failure only, and until then the
/// screens wait as for the first attempt. All attempts have the same idempotency key, and those that are left are made even if
/// the server is restarted in between.
///
/// ```swift
/// struct PlaceOrder: Effect {
///     static let name = "placeOrder"
///     static let retry = RetryPolicy.attempts(4, delay: .seconds(2))  // again after 2, 4 and 8 seconds
///     typealias Value = Order
/// }
/// ```
///
/// Only attempts at which the effect has not happened count. After an error that leaves the outcome unknown, the handler is
/// called again beyond them until a call returns a result, so that the flow is never told of a failure that may have been a
/// success.
///
/// An interrupted effect (``EffectFailure/interrupted``) is not attempted again. A secret effect must not have a policy,
/// because it is never stored. ``Application`` reports a secret effect that has one, a policy of more than 1,000 attempts, and
/// one that keeps the screens of its effect busy for more than an hour.
public struct RetryPolicy: Equatable, Sendable {
    /// The number of attempts, the first one included.
    public let attempts: Int
    /// The delay after the first failure.
    public let delay: Duration
    /// The longest delay.
    public let longestDelay: Duration

    /// The most attempts that an effect may have: 1,000.
    static let mostAttempts = 1_000

    /// One attempt only.
    public static let never = RetryPolicy.attempts(1)

    /// Describes the attempts.
    ///
    /// - Parameters:
    ///   - attempts: The number of attempts, at least one, with the first one included.
    ///   - delay: The delay after the first failure, more than zero. It doubles with each further one.
    ///   - longestDelay: The longest delay.
    /// - Returns: The policy.
    public static func attempts(
        _ attempts: Int,
        delay: Duration = .seconds(1),
        longestDelay: Duration = .seconds(60)
    ) -> RetryPolicy {
        precondition(attempts > 0 && delay > .zero, "A retry policy needs an attempt, and a delay above zero.")
        return RetryPolicy(attempts: attempts, delay: delay, longestDelay: longestDelay)
    }

    /// Returns the delay before the next attempt, or `nil` if there is none.
    func delay(after failures: Int) -> Duration? {
        guard failures < attempts else { return nil }
        // A longer delay than 2^32 times the first one would overflow, and no effect waits that long.
        return min(longestDelay, delay * (1 << min(failures - 1, 32)))
    }
}
