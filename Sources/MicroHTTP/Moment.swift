internal import Glibc

/// A point on the monotonic clock, in nanoseconds.
struct Moment: Comparable {
    private var nanoseconds: Int64

    /// A moment that never comes.
    static let never = Moment(nanoseconds: .max)

    static var now: Moment {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Moment(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }

    static func < (left: Moment, right: Moment) -> Bool { left.nanoseconds < right.nanoseconds }

    /// The moment that follows after a duration; ``never`` when it is too far away.
    static func + (moment: Moment, duration: Duration) -> Moment {
        let (seconds, attoseconds) = duration.components
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isTooLate) = moment.nanoseconds.addingReportingOverflow(whole)
        guard !isTooLong, !isTooLate else { return .never }
        return Moment(nanoseconds: sum.addingReportingOverflow(attoseconds / 1_000_000_000).partialValue)
    }

    /// How many milliseconds are left until `other`, rounded up; 0 when it has passed.
    func milliseconds(until other: Moment) -> Int {
        guard self < other else { return 0 }
        let (difference, isTooFar) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
        return isTooFar ? Int.max : Int(difference / 1_000_000) + 1
    }
}
