internal import Glibc

/// An instant of the monotonic clock, in nanoseconds.
struct Instant: Comparable {
    private var nanoseconds: Int64

    /// A deadline that never passes.
    static let never = Instant(nanoseconds: .max)

    static var now: Instant {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }

    static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

    /// The instant after a duration, or ``never`` when it is out of range.
    static func + (instant: Instant, duration: Duration) -> Instant {
        let (sum, isTooLate) = instant.nanoseconds.addingReportingOverflow(duration.nanoseconds)
        return isTooLate ? .never : Instant(nanoseconds: sum)
    }

    /// The number of milliseconds until `other`, rounded up, or 0 when it has passed.
    func milliseconds(until other: Instant) -> Int {
        guard self < other else { return 0 }
        let (difference, isTooFar) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
        return isTooFar ? Int.max : Int(difference / 1_000_000) + 1
    }
}

extension Instant {
    /// A duration in nanoseconds.
    ///
    /// A duration of more than about three centuries means forever. `Swift.Duration` has 128 bits and is slower to add and
    /// compare, and deadlines are set several times a request.
    struct Duration: Comparable {
        fileprivate let nanoseconds: Int64

        init(_ duration: Swift.Duration) {
            let (seconds, attoseconds) = duration.components
            let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
            let (sum, isLonger) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
            nanoseconds = isTooLong || isLonger ? .max : sum
        }

        static func < (left: Duration, right: Duration) -> Bool { left.nanoseconds < right.nanoseconds }

        static func seconds(_ seconds: some BinaryInteger) -> Duration { Self(.seconds(seconds)) }

        static func milliseconds(_ milliseconds: some BinaryInteger) -> Duration { Self(.milliseconds(milliseconds)) }
    }
}
