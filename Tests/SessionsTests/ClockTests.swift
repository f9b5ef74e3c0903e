import Concurrency
import Coordination
import SessionsTesting
import Testing

@testable import Sessions

@Suite("Clocks")
struct ClockTests {
    @Test("advancing a manual clock runs the due actions in the order of their times, each at its time")
    func order() {
        let clock = ManualClock()
        let start = clock.now
        let runs = Lock([String]())
        for (name, seconds) in [("c", 30), ("a", 10), ("b", 20), ("late", 31), ("a2", 10)] {
            clock.schedule(at: start + .seconds(seconds)) {
                runs.withLock { $0.append("\(name) \((clock.now - start).components.seconds)") }
            }
        }
        clock.advance(by: .seconds(30))
        #expect(runs.withLock { $0 } == ["a 10", "a2 10", "b 20", "c 30"])
        #expect(clock.now == start + .seconds(30))
        #expect(clock.scheduledCount == 1)
    }

    @Test("an action may schedule another one within the time by which the clock is advanced")
    func chains() {
        let clock = ManualClock()
        let runs = Lock(0)
        @Sendable func tick() {
            runs.withLock { $0 += 1 }
            clock.schedule(at: clock.now + .seconds(1)) { tick() }
        }
        clock.schedule(at: clock.now + .seconds(1)) { tick() }
        clock.advance(by: .seconds(10))
        #expect(runs.withLock { $0 } == 10)
    }

    @Test("a cancelled action never runs and is released")
    func cancels() {
        let clock = ManualClock()
        let scheduledActions = (0..<1_000).map {
            clock.schedule(at: clock.now + .seconds($0 + 1)) { Issue.record("It ran.") }
        }
        for scheduledAction in scheduledActions.shuffled() { scheduledAction.cancel() }
        #expect(clock.scheduledCount == 0)
        clock.advance(by: .seconds(2_000))
    }

    @Test("an action for a past time runs, but not inside of the call that schedules it")
    func past() async {
        let clock = ManualClock()
        let lock = Lock(false)
        await withCheckedContinuation { continuation in
            lock.withLock { isPaused in
                isPaused = true
                clock.schedule(at: clock.now - .seconds(1)) {
                    // Inside of the call this would deadlock.
                    lock.withLock { _ in }
                    continuation.resume()
                }
            }
        }
    }

    @Test("no action is lost that is scheduled while another thread advances the clock")
    func schedulingWhileFiring() async {
        for _ in 0..<200 {
            let clock = ManualClock()
            let runs = Lock(0)
            await withTaskGroup { group in
                group.addTask { for _ in 0..<20 { clock.advance(by: .milliseconds(1)) } }
                group.addTask {
                    for _ in 0..<20 { clock.schedule(at: clock.now + .milliseconds(1)) { runs.withLock { $0 += 1 } } }
                }
            }
            clock.advance(by: .milliseconds(2))
            await eventually { runs.withLock { $0 } == 20 }
        }
    }

    @Test("a timer queue returns its timers in order, also when some are removed in between")
    func timers() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<50 {
            var timers = TimerQueue()
            var wanted: [(Timestamp, UInt64)] = []
            for _ in 0..<300 {
                let time = Timestamp(milliseconds: .random(in: 0..<100, using: &generator))
                wanted.append((time, timers.add(at: time) {}))
                if wanted.count > 3, Bool.random(using: &generator) {
                    let gone = wanted.remove(at: .random(in: wanted.indices, using: &generator))
                    #expect(timers.remove(gone.1) != nil)
                    #expect(timers.remove(gone.1) == nil)
                }
            }
            wanted.sort { $0 < $1 }
            #expect(timers.count == wanted.count)
            for (time, _) in wanted {
                #expect(timers.next == time)
                #expect(timers.takeDue(at: time - .milliseconds(1)) == nil)
                #expect(timers.takeDue(at: time) != nil)
            }
            #expect(timers.next == nil)
        }
    }

    @Test("the system clock runs actions in order, when they are due, and none that were cancelled")
    func systemClock() async throws {
        let clock = try SystemClock()
        let begin = ContinuousClock.now
        let runs = Lock([Int]())
        let cancelled = clock.schedule(at: clock.now + .milliseconds(20)) { runs.withLock { $0.append(0) } }
        clock.schedule(at: clock.now + .milliseconds(30)) { runs.withLock { $0.append(2) } }
        clock.schedule(at: clock.now) { runs.withLock { $0.append(1) } }
        cancelled.cancel()
        await withCheckedContinuation { continuation in
            clock.schedule(at: clock.now + .milliseconds(50)) { continuation.resume() }
        }
        #expect(begin.duration(to: .now) >= .milliseconds(48))
        #expect(runs.withLock { $0 } == [1, 2])
        clock.stop()
    }

    @Test("a stopped clock releases its scheduled actions and accepts no more")
    func stops() throws {
        final class PausedWork: Sendable {}
        let clock = try SystemClock()
        weak var paused: PausedWork?
        do {
            let object = PausedWork()
            paused = object
            clock.schedule(at: clock.now + .seconds(3_600)) { _ = object }
            clock.stop()
            clock.schedule(at: clock.now) { _ = object }
        }
        #expect(paused == nil)
        clock.stop()
    }
}
