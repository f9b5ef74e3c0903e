import Concurrency
import Coordination
import Sessions

/// A clock that follows the time, and that a case puts forward.
final class AdvancingClock: WallClock {
    private struct State {
        var now: Timestamp
        var timers = TimerQueue()
        var isStopped = false
    }

    private let state: Lock<State>
    /// The time between two looks at what is due.
    private static let step = Duration.milliseconds(50)

    /// Makes a clock that shows 2026-11-21T09:30:00Z.
    init() throws {
        state = Lock(State(now: Timestamp(milliseconds: 1_795_253_400_000)))
        _ = try NamedThread(name: "clock") { [self] in
            while !state.withLock({ $0.isStopped }) {
                pause(Self.step)
                advance(by: Self.step)
            }
        }
    }

    var now: Timestamp { state.withLock { $0.now } }

    @discardableResult
    func schedule(at time: Timestamp, _ action: @escaping @Sendable () -> Void) -> ScheduledAction {
        // An action that is due runs at the next step, because the caller may hold a lock that it takes.
        let number = state.withLock { $0.timers.add(at: time, action) }
        return ScheduledAction { [weak self] in _ = self?.state.withLock { $0.timers.remove(number) } }
    }

    /// Puts the clock forward, and runs the actions that become due, in order.
    func advance(by duration: Duration) {
        let end = state.withLock { $0.now + duration }
        while let action = state.withLock({ state -> (@Sendable () -> Void)? in
            guard let next = state.timers.next, next <= end else {
                state.now = max(state.now, end)
                return nil
            }
            state.now = max(state.now, next)
            return state.timers.takeDue(at: state.now)
        }) {
            action()
        }
    }

    func stop() { state.withLock { $0.isStopped = true } }
}
