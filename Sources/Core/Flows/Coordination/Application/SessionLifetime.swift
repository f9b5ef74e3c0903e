/// The time that the sessions of an application live.
///
/// A server has one for all of its applications, a day after the last change and 30 days in all by default. An app on a phone
/// can need a longer one, because a person who comes back after a week expects the same place.
///
/// ```swift
/// let lifetime = SessionLifetime(idle: .seconds(90 * 86_400), total: .seconds(365 * 86_400))
/// ```
public struct SessionLifetime: Equatable, Sendable {
    /// The lifetime of a session after its last change.
    public var idle: Duration
    /// The longest lifetime of a session, whether it changes or not.
    public var total: Duration

    /// Creates a lifetime.
    ///
    /// It is a programmer error if one of the durations is not above zero.
    public init(idle: Duration, total: Duration) {
        precondition(idle > .zero && total > .zero, "A lifetime is above zero.")
        self.idle = idle
        self.total = total
    }
}
