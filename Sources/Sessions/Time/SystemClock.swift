public import Coordination
import Glibc
public import Threads

/// The machine's clock, with one thread of its own for the actions.
public final class SystemClock: WallClock {
    private struct State {
        var timers = TimerQueue()
        var isStopped = false
    }

    private let state = Monitor(State())
    private let thread = Lock<NamedThread?>(nil)

    /// Starts the thread.
    ///
    /// - Throws: ``ThreadError`` when the system gives none.
    public init() throws(ThreadError) {
        let started = try NamedThread(name: "clock") { [self] in run() }
        thread.withLock { $0 = started }
    }

    /// The time of day.
    public var now: Timestamp { Self.timeOfDay }

    /// Calls an action at a time, on the clock's thread; it must not block.
    @discardableResult
    public func schedule(at time: Timestamp, _ action: @escaping @Sendable () -> Void) -> Alarm {
        let number = state.withLock { $0.isStopped ? nil : $0.timers.add(at: time, action) }
        guard let number else { return Alarm {} }
        return Alarm { [weak self] in _ = self?.state.withLock { $0.timers.remove(number) } }
    }

    /// Ends the thread and waits for it; actions that wait are removed, and so are later ones.
    ///
    /// A clock that is not stopped lives as long as the process. It is a programmer error to call this in an action.
    public func stop() {
        let removed = state.withLock { state in
            defer { state.timers = TimerQueue() }
            state.isStopped = true
            return state.timers
        }
        // What the actions hold on to goes here, outside the lock, which it may want.
        _ = consume removed
        thread.withLock { thread -> NamedThread? in
            defer { thread = nil }
            return thread
        }?.join()
    }

    /// The time of day, for those who need no clock to wait with (clock_gettime(2), CLOCK_REALTIME).
    public static var timeOfDay: Timestamp {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    private func run() {
        while true {
            let (action, isStopped) = state.waiting(
                while: { !$0.isStopped && ($0.timers.next.map { $0 > Self.timeOfDay } ?? true) },
                pause: { state in
                    // Never long, so that a clock that was set is noticed.
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
