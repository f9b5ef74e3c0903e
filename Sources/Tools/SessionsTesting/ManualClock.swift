import Concurrency
public import Coordination
public import Sessions

/// A clock that stands still until a test advances it.
///
/// ```swift
/// let clock = ManualClock()
/// clock.advance(by: .seconds(30))  // runs what was scheduled for these thirty seconds, in order
/// ```
public final class ManualClock: WallClock {
    private struct State {
        var now: Timestamp
        var timers = TimerQueue()
        var lastJump: Timestamp?
    }

    private let state: Lock<State>

    /// Makes a clock that shows a time, by default 2026-11-21T09:30:00Z.
    public init(now: Timestamp = Timestamp(milliseconds: 1_795_253_400_000)) {
        state = Lock(State(now: now))
    }

    /// The time that the clock shows.
    public var now: Timestamp { state.withLock { $0.now } }

    /// The time at which ``jump(by:)`` was called last, or `nil` if it was not.
    public var lastJump: Timestamp? { state.withLock { $0.lastJump } }

    /// The number of scheduled actions.
    public var scheduledCount: Int { state.withLock { $0.timers.count } }

    /// Schedules an action for the time when the clock is advanced to it.
    ///
    /// If the time has passed, the action runs soon, on another thread.
    @discardableResult
    public func schedule(at time: Timestamp, _ action: @escaping @Sendable () -> Void) -> ScheduledAction {
        let number = state.withLock { state in
            time > state.now ? state.timers.add(at: time, action) : nil
        }
        guard let number else {
            // Not during this call, because the caller may hold a lock that the action takes.
            Task { action() }
            return ScheduledAction {}
        }
        return ScheduledAction { [weak self] in _ = self?.state.withLock { $0.timers.remove(number) } }
    }

    /// Advances the clock, and runs the actions that become due, in order, on the caller's thread.
    public func advance(by duration: Duration) {
        let end = now + duration
        while let action = state.withLock({ state -> (@Sendable () -> Void)? in
            guard let next = state.timers.next, next <= end else {
                // The lock is still held, so that no action is added for a time that has already passed.
                state.now = max(state.now, end)
                return nil
            }
            state.now = max(state.now, next)
            return state.timers.takeDue(at: state.now)
        }) {
            action()
        }
    }

    /// Puts the clock forward, like a system clock that has followed a jump.
    ///
    /// Actions that are due then run when the clock is advanced.
    public func jump(by duration: Duration) {
        state.withLock { state in
            state.now = state.now + duration
            state.lastJump = state.now
        }
    }

    /// Sets the clock back, like an operator or a time server.
    ///
    /// Scheduled actions keep their times.
    public func rewind(by duration: Duration) {
        state.withLock { $0.now = $0.now - duration }
    }
}
