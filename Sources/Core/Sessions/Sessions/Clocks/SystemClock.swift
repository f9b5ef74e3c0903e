public import Concurrency
public import Coordination
import Glibc
import Synchronization

/// The system's clock, with a thread of its own that runs scheduled actions.
///
/// Its time advances with the time since the system's start (`CLOCK_BOOTTIME`), so an action runs after the duration for which
/// it was scheduled even if the system's time is changed meanwhile. A change of a few seconds is followed at once, and a larger
/// one after it has held for an hour (``SteadyTime``).
public final class SystemClock: WallClock {
    /// The sources of the time, in milliseconds.
    struct Sources: Sendable {
        var timeOfDay: @Sendable () -> Int64 = { SystemClock.timeOfDay.milliseconds }
        var sinceStart: @Sendable () -> Int64 = { SystemClock.milliseconds(of: CLOCK_BOOTTIME) }
    }

    private struct State {
        /// The scheduled actions, by the time since the system's start.
        var timers = TimerQueue()
        var isStopped = false
    }

    /// The interval in milliseconds in which the system's time is observed.
    private static let observationInterval: Int64 = 1_000
    private static let noJump = Int64.min

    private let sources: Sources
    private let state = Monitor(State())
    /// ``SteadyTime/offset`` of the clock's thread.
    private let offset: Atomic<Int64>
    /// The time since the system's start at which a jump was followed last, or `noJump` if none was.
    private let jumpSinceStart = Atomic(SystemClock.noJump)
    private let thread = Lock<NamedThread?>(nil)

    /// Starts the thread.
    ///
    /// - Throws: ``ThreadError`` if the system provides no thread.
    public convenience init() throws(ThreadError) { try self.init(Sources()) }

    /// Starts the thread of a clock that follows another one than the system's.
    ///
    /// - Parameter timeOfDay: Returns the time of the clock to be followed. Called each second.
    /// - Throws: ``ThreadError`` if the system provides no thread.
    package convenience init(following timeOfDay: @escaping @Sendable () -> Timestamp) throws(ThreadError) {
        try self.init(Sources(timeOfDay: { timeOfDay().milliseconds }))
    }

    /// Starts the thread of a clock that follows the clock of a store, which all of its servers follow.
    ///
    /// - Parameter store: The store (see ``SessionStore/clockDifference``).
    /// - Throws: ``ThreadError`` if the system provides no thread.
    public convenience init(of store: any SessionStore) throws(ThreadError) {
        try self.init(following: { SystemClock.timeOfDay + store.clockDifference })
    }

    init(_ sources: Sources) throws(ThreadError) {
        self.sources = sources
        let steady = SteadyTime(timeOfDay: sources.timeOfDay(), sinceStart: sources.sinceStart())
        offset = Atomic(steady.offset)
        let started = try NamedThread(name: "clock") { [self] in run(steady) }
        thread.withLock { $0 = started }
    }

    /// The time of day, without jumps of the system's time.
    public var now: Timestamp {
        // Acquiring, so that a caller that has read a time after a jump finds the jump in `lastJump`.
        Timestamp(milliseconds: sources.sinceStart() + offset.load(ordering: .acquiring))
    }

    /// The time at which the clock has followed a jump of the system's time last, or `nil` if it has followed none.
    public var lastJump: Timestamp? {
        let sinceStart = jumpSinceStart.load(ordering: .acquiring)
        guard sinceStart != Self.noJump else { return nil }
        return Timestamp(milliseconds: sinceStart + offset.load(ordering: .acquiring))
    }

    /// The system's time, which jumps when it is corrected.
    public var timeOfDay: Timestamp { Timestamp(milliseconds: sources.timeOfDay()) }

    /// Schedules an action, which runs on the clock's thread and must not block.
    @discardableResult
    public func schedule(at time: Timestamp, _ action: @escaping @Sendable () -> Void) -> ScheduledAction {
        let (sinceStart, isOverflow) = time.milliseconds.subtractingReportingOverflow(offset.load(ordering: .relaxed))
        let due = Timestamp(milliseconds: isOverflow ? time.milliseconds : sinceStart)
        let number = state.withLock { $0.isStopped ? nil : $0.timers.add(at: due, action) }
        guard let number else { return ScheduledAction {} }
        return ScheduledAction { [weak self] in _ = self?.state.withLock { $0.timers.remove(number) } }
    }

    /// Ends the thread and waits for it.
    ///
    /// Pending actions are removed, and later ones are ignored. A clock that is not stopped lives as long as the process. It is
    /// a programmer error to call this in an action.
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

    /// The system's time of day (clock_gettime(2), CLOCK_REALTIME), for callers that schedule nothing.
    public static var timeOfDay: Timestamp { Timestamp(milliseconds: milliseconds(of: CLOCK_REALTIME)) }

    private static func milliseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    private func run(_ initial: SteadyTime) {
        var steady = initial
        var observation = sources.sinceStart() + Self.observationInterval
        while true {
            let (action, isStopped) = state.wait(
                while: { !$0.isStopped && nextEvent($0, observation) > sources.sinceStart() },
                recheckAfter: { nextEvent($0, observation) - sources.sinceStart() }
            ) { state in
                let now = Timestamp(milliseconds: sources.sinceStart())
                return (state.isStopped ? nil : state.timers.takeDue(at: now), state.isStopped)
            }
            if isStopped { return }
            action?()
            let sinceStart = sources.sinceStart()
            guard sinceStart >= observation else { continue }
            observation = sinceStart + Self.observationInterval
            if steady.observe(timeOfDay: sources.timeOfDay(), sinceStart: sinceStart) {
                // Stored before the offset, so that a caller that reads a time after the jump finds the jump.
                jumpSinceStart.store(sinceStart, ordering: .releasing)
            }
            offset.store(steady.offset, ordering: .releasing)
        }
    }

    /// The time since the system's start of the next action or observation.
    private func nextEvent(_ state: State, _ observation: Int64) -> Int64 {
        min(state.timers.next?.milliseconds ?? observation, observation)
    }
}
