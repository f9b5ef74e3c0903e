import Coordination
import SessionsTesting
import Testing
import Threads

@testable import Sessions

@Suite("The watch for what is due")
struct DueWatchTests {
    /// A clock whose alarms for times that are over have run before whoever set them gets any further, as can happen
    /// where threads are many and cores are few.
    private final class SwiftClock: WallClock {
        let inner = ManualClock()

        var now: Timestamp { inner.now }

        func schedule(at time: Timestamp, _ action: @escaping @Sendable () -> Void) -> Alarm {
            guard time <= inner.now else { return inner.schedule(at: time, action) }
            action()
            return Alarm {}
        }
    }

    @Test("goes on after something was noted that was due already")
    func overdue() async throws {
        let clock = SwiftClock()
        let workers = try WorkerThreads(count: 1, name: "watch")
        let looks = Lock(0)
        let watch = DueWatch(clock: clock, workers: workers) {
            looks.withLock { $0 += 1 }
            return nil
        }
        watch.note(clock.now)
        await eventually { looks.withLock { $0 == 1 } }
        watch.note(clock.now + .seconds(60))
        clock.inner.advance(by: .seconds(60))
        await eventually { looks.withLock { $0 == 2 } }
        workers.stop()
    }
}
