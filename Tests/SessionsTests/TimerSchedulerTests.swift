import Concurrency
import Coordination
import SessionsTesting
import Testing

@testable import Sessions

@Suite("The timer scheduler")
struct TimerSchedulerTests {
    /// A clock that runs actions for past times before `schedule` returns.
    ///
    /// This simulates a machine with many threads and few cores, where an action can run before its scheduler continues.
    private final class ImmediateClock: WallClock {
        let inner = ManualClock()

        var now: Timestamp { inner.now }

        func schedule(at time: Timestamp, _ action: @escaping @Sendable () -> Void) -> ScheduledAction {
            guard time <= inner.now else { return inner.schedule(at: time, action) }
            action()
            return ScheduledAction {}
        }
    }

    @Test("the timer scheduler keeps working after it was given a time that had passed")
    func overdue() async throws {
        let clock = ImmediateClock()
        let workers = try WorkerThreads(count: 1, name: "watch")
        let looks = Lock(0)
        let watch = TimerScheduler(clock: clock, thread: workers) {
            looks.withLock { $0 += 1 }
            return nil
        }
        watch.schedule(clock.now)
        await eventually { looks.withLock { $0 == 1 } }
        watch.schedule(clock.now + .seconds(60))
        clock.inner.advance(by: .seconds(60))
        await eventually { looks.withLock { $0 == 2 } }
        workers.stop()
    }
}
