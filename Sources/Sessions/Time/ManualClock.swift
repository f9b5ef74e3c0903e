public import Coordination
import Threads

/// A clock that stands still until a test turns it.
///
/// ```swift
/// let clock = ManualClock()
/// clock.advance(by: .seconds(30))  // runs what was scheduled for these thirty seconds, in order
/// ```
public final class ManualClock: WallClock {
    private struct State {
        var now: Timestamp
        var agenda = Agenda()
    }

    private let state: Lock<State>

    /// A clock that shows a time; by default 2026-11-21T09:30:00Z.
    public init(now: Timestamp = Timestamp(milliseconds: 1_795_253_400_000)) {
        state = Lock(State(now: now))
    }

    /// The time that the clock shows.
    public var now: Timestamp { state.withLock { $0.now } }

    /// How many actions wait for their time.
    public var scheduledCount: Int { state.withLock { $0.agenda.count } }

    /// Calls an action once the clock is turned to a time, or soon, from another thread, when it shows it already.
    @discardableResult
    public func schedule(at time: Timestamp, _ action: @escaping @Sendable () -> Void) -> Alarm {
        let number = state.withLock { state in
            time > state.now ? state.agenda.add(at: time, action) : nil
        }
        guard let number else {
            // Never while this call is running: the caller may hold a lock that the action takes.
            Task { action() }
            return Alarm {}
        }
        return Alarm { [weak self] in _ = self?.state.withLock { $0.agenda.remove(number) } }
    }

    /// Turns the clock and runs what is due on the way, in order, on the caller's thread.
    public func advance(by duration: Duration) {
        let end = now + duration
        while let action = state.withLock({ state -> (@Sendable () -> Void)? in
            guard let next = state.agenda.next, next <= end else {
                // Still under the lock, so that nothing is put on the agenda for a time that is over.
                state.now = max(state.now, end)
                return nil
            }
            state.now = max(state.now, next)
            return state.agenda.takeDue(at: state.now)
        }) {
            action()
        }
    }

    /// Puts the clock back, as an operator or a time server may do; what is scheduled waits for its time.
    public func putBack(by duration: Duration) {
        state.withLock { $0.now = $0.now - duration }
    }
}
