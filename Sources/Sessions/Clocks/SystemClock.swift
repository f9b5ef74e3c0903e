public import Concurrency
public import Coordination
import Glibc

/// The system's clock, with a thread of its own that runs scheduled actions.
public final class SystemClock: WallClock {
    private struct State {
        var timers = TimerQueue()
        var isStopped = false
    }

    private let state = Monitor(State())
    private let thread = Lock<NamedThread?>(nil)

    /// Starts the thread.
    ///
    /// - Throws: ``ThreadError`` if the system provides no thread.
    public init() throws(ThreadError) {
        let started = try NamedThread(name: "clock") { [self] in run() }
        thread.withLock { $0 = started }
    }

    /// The time of day.
    public var now: Timestamp { Self.timeOfDay }

    /// Schedules an action, which runs on the clock's thread and must not block.
    @discardableResult
    public func schedule(at time: Timestamp, _ action: @escaping @Sendable () -> Void) -> ScheduledAction {
        let number = state.withLock { $0.isStopped ? nil : $0.timers.add(at: time, action) }
        guard let number else { return ScheduledAction {} }
        return ScheduledAction { [weak self] in _ = self?.state.withLock { $0.timers.remove(number) } }
    }

    /// Ends the thread and waits for it; pending actions are removed, and later ones are ignored.
    ///
    /// A clock that is not stopped lives as long as the process. It is a programmer error to call this in an action.
    public func stop() {
        let removed = state.withLock { state in
            defer { state.timers = TimerQueue() }
            state.isStopped = true
            return state.timers
        }
        // The actions are released outside the lock, because an object that they retain may use the clock in its deinit.
        _ = consume removed
        thread.withLock { thread -> NamedThread? in
            defer { thread = nil }
            return thread
        }?.join()
    }

    /// The time of day (clock_gettime(2), CLOCK_REALTIME), for callers that schedule nothing.
    public static var timeOfDay: Timestamp {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    private func run() {
        while true {
            let (action, isStopped) = state.wait(
                while: { !$0.isStopped && ($0.timers.next.map { $0 > Self.timeOfDay } ?? true) },
                recheckAfter: { state in
                    // At most a second, so that a change of the system time is noticed.
                    min(
                        1_000,
                        (state.timers.next ?? Self.timeOfDay + .seconds(1)).milliseconds &- Self.timeOfDay.milliseconds
                    )
                }
            ) { state in
                (state.isStopped ? nil : state.timers.takeDue(at: Self.timeOfDay), state.isStopped)
            }
            if isStopped { return }
            action?()
        }
    }
}
