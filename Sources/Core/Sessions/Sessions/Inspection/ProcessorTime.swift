import Glibc

/// The time that the calling thread has run on a processor.
///
/// For a thread that yields, it is less than the time that passes.
package enum ProcessorTime {
    /// The time since the thread was started.
    package static var ofThread: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
