/// The time of day as milliseconds since the system was started, and an offset that ignores jumps of the system's clock.
///
/// A clock that is set to another day by mistake must not end sessions or waits. So the offset follows small corrections at
/// once, as a time server makes them, and a jump only after the clock has kept it for an hour.
struct SteadyTime {
    /// The largest correction that is followed at once, in milliseconds.
    static let tolerance: Int64 = 5_000
    /// The time in milliseconds for which the clock must keep a jump.
    static let hold: Int64 = 3_600_000

    /// The difference in milliseconds between the time of day and the time since the system's start.
    private(set) var offset: Int64
    /// The offset after a jump, and the time since the system's start at which it was first observed.
    private var jump: (offset: Int64, since: Int64)?

    /// Trusts the clock as it is.
    init(timeOfDay: Int64, sinceStart: Int64) {
        offset = timeOfDay - sinceStart
    }

    /// Compares the clock with the offset, which must happen every few seconds.
    ///
    /// - Returns: Whether the offset follows a jump from now on.
    @discardableResult
    mutating func observe(timeOfDay: Int64, sinceStart: Int64) -> Bool {
        let observed = timeOfDay - sinceStart
        if isNear(observed, offset) {
            jump = nil
            // A smaller difference comes from rounding.
            if abs(observed - offset) > 10 { offset = observed }
        } else if let jump, isNear(observed, jump.offset) {
            guard sinceStart - jump.since >= Self.hold else { return false }
            offset = observed
            self.jump = nil
            return true
        } else {
            jump = (observed, sinceStart)
        }
        return false
    }

    private func isNear(_ first: Int64, _ second: Int64) -> Bool { abs(first - second) <= Self.tolerance }
}
