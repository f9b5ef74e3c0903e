internal import Glibc

/// An instant of the monotonic clock, in nanoseconds.
struct Moment: Comparable {
    private var nanoseconds: Int64

    /// A deadline that never passes.
    static let never = Moment(nanoseconds: .max)

    static var now: Moment {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Moment(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }

    static func < (left: Moment, right: Moment) -> Bool { left.nanoseconds < right.nanoseconds }

    /// The instant after a duration; ``never`` when it is out of range.
    static func + (moment: Moment, interval: Interval) -> Moment {
        let (sum, isTooLate) = moment.nanoseconds.addingReportingOverflow(interval.nanoseconds)
        return isTooLate ? .never : Moment(nanoseconds: sum)
    }

    /// The number of milliseconds until `other`, rounded up; 0 when it has passed.
    func milliseconds(until other: Moment) -> Int {
        guard self < other else { return 0 }
        let (difference, isTooFar) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
        return isTooFar ? Int.max : Int(difference / 1_000_000) + 1
    }
}

/// A duration in nanoseconds; longer than about three centuries means forever.
///
/// `Duration` has 128 bits and is slower to add and compare; deadlines are set several times a request.
struct Interval: Comparable {
    fileprivate let nanoseconds: Int64

    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isLonger) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        nanoseconds = isTooLong || isLonger ? .max : sum
    }

    static func < (left: Interval, right: Interval) -> Bool { left.nanoseconds < right.nanoseconds }

    static func seconds(_ seconds: some BinaryInteger) -> Interval { Interval(.seconds(seconds)) }

    static func milliseconds(_ milliseconds: some BinaryInteger) -> Interval { Interval(.milliseconds(milliseconds)) }
}
