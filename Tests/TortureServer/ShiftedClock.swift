import Concurrency
import Coordination
import Sessions

/// The clock of a machine that is wrong by some seconds.
struct ShiftedClock: WallClock {
    private let clock: SystemClock
    private let offset: Duration

    init(seconds: Int) throws {
        clock = try SystemClock()
        offset = .seconds(seconds)
    }

    var now: Timestamp { clock.now + offset }
    var timeOfDay: Timestamp { clock.timeOfDay + offset }
    var lastJump: Timestamp? { clock.lastJump.map { $0 + offset } }

    func schedule(at time: Timestamp, _ action: @escaping @Sendable () -> Void) -> ScheduledAction {
        clock.schedule(at: time - offset, action)
    }
}
