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

    @Test("a wait lasts as long as it was scheduled for, although the system's time is put back or forward")
    func jumps() async throws {
        for jump: Int64 in [-3_600_000, 30 * 86_400_000] {
            let shift = Lock<Int64>(0)
            var sources = SystemClock.Sources()
            sources.timeOfDay = { SystemClock.timeOfDay.milliseconds + shift.withLock { $0 } }
            let clock = try SystemClock(sources)
            let begin = ContinuousClock.now
            let now = clock.now
            let runs = Lock(0)
            clock.schedule(at: now + .milliseconds(1_200)) { runs.withLock { $0 += 1 } }
            shift.withLock { $0 = jump }
            await eventually { runs.withLock { $0 } == 1 }
            #expect(begin.duration(to: .now) >= .milliseconds(1_190))
            // The jump was observed after a second, and the clock continues without it.
            #expect(clock.now - now < .seconds(60) && clock.now >= now + .milliseconds(1_190))
            // The time for comparisons with the clocks of other systems follows the jump.
            #expect(abs(clock.timeOfDay.milliseconds - clock.now.milliseconds - jump) < 60_000)
            clock.stop()
        }
    }

    @Test("steady time follows small corrections at once, and a jump after it has held for an hour")
    func steadyTime() {
        var time = SteadyTime(timeOfDay: 1_000_000, sinceStart: 0)
        time.observe(timeOfDay: 1_002_400, sinceStart: 2_000)
        #expect(time.offset == 1_000_400)
        let month: Int64 = 30 * 86_400_000
        for minute: Int64 in 1...59 {
            time.observe(timeOfDay: 1_000_400 + month + minute * 60_000, sinceStart: minute * 60_000)
            #expect(time.offset == 1_000_400)
        }
        // The clock is set right in time, so the hour begins again with the next jump.
        time.observe(timeOfDay: 1_000_400 + 60 * 60_000, sinceStart: 60 * 60_000)
        for minute: Int64 in 61...130 {
            let isFollowed = time.observe(timeOfDay: 1_000_400 - month + minute * 60_000, sinceStart: minute * 60_000)
            #expect(time.offset == (minute < 121 ? 1_000_400 : 1_000_400 - month))
            #expect(isFollowed == (minute == 121))
        }
    }

    @Test("the system clock tells when it has followed a jump, by the time after it")
    func lastJump() async throws {
        let (shift, sinceStart) = (Lock<Int64>(0), Lock<Int64>(1_000_000))
        var sources = SystemClock.Sources()
        sources.timeOfDay = { 1_800_000_000_000 + sinceStart.withLock { $0 } + shift.withLock { $0 } }
        sources.sinceStart = { sinceStart.withLock { $0 } }
        let clock = try SystemClock(sources)
        let month: Int64 = 30 * 86_400_000
        // An action wakes the thread of the clock, which then compares the times.
        func pass(_ milliseconds: Int64) async {
            sinceStart.withLock { $0 += milliseconds }
            await withCheckedContinuation { continuation in clock.schedule(at: clock.now) { continuation.resume() } }
            await withCheckedContinuation { continuation in clock.schedule(at: clock.now) { continuation.resume() } }
        }
        await pass(0)
        shift.withLock { $0 = month }
        await pass(2_000)
        #expect(clock.lastJump == nil)
        await pass(3_599_000)
        #expect(clock.lastJump == nil)
        await pass(2_000)
        #expect(clock.lastJump == clock.now)
        #expect(clock.now == Timestamp(milliseconds: 1_800_000_000_000 + 4_603_000 + month))
        await pass(5_000)
        #expect(clock.lastJump == clock.now - .seconds(5))
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
