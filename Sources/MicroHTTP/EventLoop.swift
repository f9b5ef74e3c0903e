internal import Glibc
internal import HTTPCore
internal import Synchronization
internal import Threads

/// A thread that serves the connections of one listening socket.
///
/// A loop is a work queue: the responses of its requests come back to its thread, so a connection is never touched by two
/// threads. Other threads only add to the ``Inbox``.
///
/// Why `@unchecked Sendable` holds:
/// 1. `cycle` and `daemon` are set before the thread starts and used by that thread only.
/// 2. All else is immutable, atomic or behind the lock of the inbox.
final class EventLoop: WorkQueue, @unchecked Sendable {
    /// The work and the wishes of other threads.
    private struct Inbox {
        var work: [@Sendable () -> Void] = []
        /// Whether the thread sleeps, or is about to, and must be woken.
        var isAsleep = false
        /// When a stop was asked for and the loop hasn't seen it yet, how long requests may still take.
        var grace: Duration?
        /// Whether the thread has ended.
        var isOver = false
    }

    private let inbox = Lock(Inbox())
    private let wakeUp: WakeUp
    /// The loop's thread as pthread_self(3) names it; 0 before it runs.
    private let thread = Atomic<UInt>(0)
    private var cycle: RequestCycle?
    private var daemon: MicroHTTPDaemon?

    init() throws(HTTPServerError) {
        wakeUp = try WakeUp()
    }

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - listeningSocket: The loop's to close from now on, also when this throws.
    ///   - whenEnded: Called as the last thing the thread does.
    func start(
        listeningSocket: CInt,
        configuration: HTTPServer.Configuration,
        handler: any HTTPHandler,
        filters: HTTPFilters,
        count: ConnectionCount,
        hardLimit: Int,
        number: Int,
        whenEnded: @escaping @Sendable () -> Void
    ) throws(HTTPServerError) -> NamedThread {
        let cycle = RequestCycle(
            configuration: configuration,
            handler: handler,
            filters: filters,
            count: count,
            loop: self
        )
        let daemon = try MicroHTTPDaemon(listeningSocket: listeningSocket, connectionLimit: hardLimit + 1, cycle: cycle)
        self.cycle = cycle
        self.daemon = daemon
        do throws(ThreadError) {
            return try NamedThread(name: "http-\(number)") { [self] in
                main()
                whenEnded()
            }
        } catch {
            daemon.quiesce()
            daemon.stop()
            throw .failed(call: error.call, code: error.code)
        }
    }

    /// Has the loop stop: no new connections, what is at work gets `grace`, then the thread ends.
    func stop(grace: Duration) {
        let mustWake = inbox.withLock { inbox in
            inbox.grace = grace
            defer { inbox.isAsleep = false }
            return inbox.isAsleep
        }
        if mustWake { wakeUp.signal() }
    }

    /// Whether the calling thread is the loop's.
    var isCurrent: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Adds work to the loop's list, and wakes the loop if it sleeps; from any thread.
    ///
    /// - Returns: Whether it will run: `false` once the loop has ended.
    func submit(_ work: @escaping @Sendable () -> Void) -> Bool {
        let (isTaken, mustWake) = inbox.withLock { inbox in
            guard !inbox.isOver else { return (false, false) }
            inbox.work.append(work)
            defer { inbox.isAsleep = false }
            return (true, inbox.isAsleep)
        }
        if mustWake { wakeUp.signal() }
        return isTaken
    }

    // MARK: - On the thread

    private func main() {
        guard let cycle, let daemon else { preconditionFailure("The loop was started without a daemon") }
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        var work: [@Sendable () -> Void] = []
        var stop = Stop.notAsked
        var isBusy = false
        while !stop.isDone(cycle) {
            sleep(until: min(cycle.nextDeadline, stop.deadline), isBusy: isBusy, daemon)
            let grace = inbox.withLock { inbox in
                inbox.isAsleep = false
                swap(&inbox.work, &work)
                defer { inbox.grace = nil }
                return inbox.grace
            }
            let now = Moment.now
            cycle.tick(now)
            run(&work)
            stop.advance(now: now, grace: grace, cycle, daemon)
            cycle.takeFinished().forEach(daemon.resume)
            let served = cycle.served
            daemon.run()
            isBusy = cycle.served &- served > 1
        }
        end(daemon, cycle)
    }

    /// Waits until there is something to do for the daemon, for the inbox, or until a deadline.
    ///
    /// - Parameter isBusy: Whether there was more than one request last time, so that the next ones are about to come.
    private func sleep(until deadline: Moment, isBusy: Bool, _ daemon: MicroHTTPDaemon) {
        let patience = daemon.timeout
        guard patience != 0 else { return }
        if isBusy {
            // Whoever is about to write gets to do so, and the thread needn't be put to sleep and woken up again.
            sched_yield()
            if wakeUp.wait(orReadable: daemon.descriptor, milliseconds: 0) { return }
        }
        let maySleep = inbox.withLock { inbox in
            guard inbox.work.isEmpty, inbox.grace == nil else { return false }
            inbox.isAsleep = true
            return true
        }
        guard maySleep else { return }
        let untilDeadline = deadline == .never ? Int.max : Moment.now.milliseconds(until: deadline)
        let milliseconds = min(patience ?? Int.max, untilDeadline)
        wakeUp.wait(orReadable: daemon.descriptor, milliseconds: milliseconds == Int.max ? -1 : milliseconds)
    }

    private func run(_ work: inout [@Sendable () -> Void]) {
        for piece in work { piece() }
        work.removeAll(keepingCapacity: true)
    }

    private func end(_ daemon: MicroHTTPDaemon, _ cycle: RequestCycle) {
        // Stopping a daemon with a suspended connection aborts the process, so requests that wait are answered first. A
        // request that becomes complete in this last run is refused by the cycle and doesn't suspend its connection.
        cycle.abandonRequests()
        cycle.takeFinished().forEach(daemon.resume)
        daemon.run()
        daemon.stop()
        var work = inbox.withLock { inbox in
            inbox.isOver = true
            return inbox.work
        }
        run(&work)
    }
}

/// How far a loop has come in stopping.
private enum Stop {
    case notAsked
    /// Requests may go on until this moment.
    case finishing(until: Moment)
    /// Answers may be read until this moment.
    case flushing(until: Moment)

    var deadline: Moment {
        switch self {
        case .notAsked: .never
        case .finishing(let moment), .flushing(let moment): moment
        }
    }

    mutating func advance(now: Moment, grace: Duration?, _ cycle: RequestCycle, _ daemon: MicroHTTPDaemon) {
        switch self {
        case .notAsked:
            guard let grace else { return }
            // Connections that the kernel has accepted already are taken, as closing the socket resets them.
            for _ in 0..<8 { daemon.run() }
            daemon.quiesce()
            cycle.beginStopping()
            self = .finishing(until: now + Interval(grace))
        case .finishing(let moment) where now >= moment:
            cycle.abandonRequests()
            self = .flushing(until: now + .seconds(1))
        case .finishing, .flushing: return
        }
    }

    func isDone(_ cycle: RequestCycle) -> Bool {
        switch self {
        case .notAsked: false
        case .finishing: cycle.isIdle
        case .flushing(let moment): cycle.isIdle || Moment.now >= moment
        }
    }
}
