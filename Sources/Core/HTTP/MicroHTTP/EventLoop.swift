internal import Concurrency
internal import Glibc
internal import HTTPCore
internal import Synchronization

/// A thread that serves the connections of one listening socket.
///
/// The daemon is libmicrohttpd's server for that socket (`struct MHD_Daemon`). An exchange is a request with its response.
///
/// One round of the loop:
/// 1. Sleep until a connection is ready, another thread signals the waker, or the next deadline passes.
/// 2. Take the ``Inbox``: work that other threads submitted, and a request to stop.
/// 3. End the requests that have passed their deadline.
/// 4. Run the submitted work, which mostly delivers the responses of suspended requests.
/// 5. Advance the stop, if one was requested.
/// 6. Resume the connections that have a response or the next part of a stream.
/// 7. Run the daemon, which reads, calls handlers and writes without waiting for anything.
///
/// The loop is a work queue: a response from another thread is submitted to it, so only the loop's thread touches a
/// connection. `MHD_resume_connection` called from another thread would not wake a thread that polls the daemon's
/// descriptor.
///
/// The loop replaces libmicrohttpd's own thread (`MHD_USE_EPOLL_INTERNAL_THREAD`), which in 0.9.75 may wait in
/// `epoll_wait` while 128 connections are ready and unserved.
///
/// Why `@unchecked Sendable` holds:
/// 1. `cycle` and `daemon` are set before the thread starts and used by that thread only.
/// 2. All other properties are immutable, atomic or behind the lock of the inbox.
final class EventLoop: WorkQueue, @unchecked Sendable {
    /// Work and requests from other threads.
    private struct Inbox {
        var work: [@Sendable () -> Void] = []
        /// Whether the thread sleeps or is about to, so the next thread that adds something must signal the waker.
        var isAsleep = false
        /// The grace period of a stop that the loop has not seen yet, or `nil` when there is none.
        var grace: Duration?
        /// Whether the thread has ended.
        var hasEnded = false
    }

    private let inbox = Lock(Inbox())
    private let waker: Waker
    /// The loop's thread as returned by pthread_self(3), or 0 before it runs.
    private let thread = Atomic<UInt>(0)
    private let openRequests = Atomic<Int>(0)
    private var cycle: RequestLifecycle?
    private var daemon: MicroHTTPDaemon?

    /// The number of requests that have begun and not ended.
    var openRequestCount: Int { openRequests.load(ordering: .relaxed) }

    /// Changes the number of open requests, on the loop's thread only, so a load and a store suffice.
    func addOpenRequests(_ change: Int) {
        openRequests.store(openRequestCount &+ change, ordering: .relaxed)
    }

    init() throws(HTTPServerError) {
        waker = try Waker()
    }

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - listeningSocket: The loop closes it, also when this throws.
    ///   - configuration: The limits and times of the server.
    ///   - handler: Handles the requests, on the loop's thread.
    ///   - filters: The filters that every response passes.
    ///   - count: The connections of all loops of the server.
    ///   - certificate: The certificate for new connections, or `nil` without TLS.
    ///   - number: The number of the loop, for the name of its thread.
    ///   - whenEnded: Called last by the thread, after the daemon has stopped.
    /// - Returns: The running thread, which ends after ``stop(grace:)``.
    /// - Throws: ``HTTPServerError`` when the daemon or the thread can't be started. The socket is closed then.
    func start(
        listeningSocket: CInt,
        configuration: HTTPServer.Configuration,
        handler: any HTTPHandler,
        filters: HTTPFilters,
        count: ConnectionCount,
        certificate: Lock<TLSCertificate?>,
        number: Int,
        whenEnded: @escaping @Sendable () -> Void
    ) throws(HTTPServerError) -> NamedThread {
        let cycle = RequestLifecycle(
            configuration: configuration,
            handler: handler,
            filters: filters,
            count: count,
            certificate: certificate,
            loop: self
        )
        let daemon = try MicroHTTPDaemon(
            listeningSocket: listeningSocket,
            connectionLimit: count.maximum + 1,
            usesTLS: configuration.tls != nil,
            cycle: cycle
        )
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

    /// Requests a stop: no new connections, then `grace` for the running requests, then the thread ends.
    ///
    /// Only the first request counts.
    func stop(grace: Duration) {
        let mustWake = inbox.withLock { inbox in
            inbox.grace = grace
            defer { inbox.isAsleep = false }
            return inbox.isAsleep
        }
        if mustWake { waker.signal() }
    }

    /// Whether the calling thread is the loop's.
    ///
    /// A relaxed load suffices. The loop's thread reads the id that it has stored itself. Any other thread reads that id or 0,
    /// and neither is its own.
    var isCurrent: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Adds work to the inbox, from any thread, and wakes the loop if it sleeps.
    ///
    /// - Returns: Whether the work will run: `false` once the loop has ended.
    func submit(_ work: @escaping @Sendable () -> Void) -> Bool {
        let (isAccepted, mustWake) = inbox.withLock { inbox in
            guard !inbox.hasEnded else { return (false, false) }
            inbox.work.append(work)
            defer { inbox.isAsleep = false }
            return (true, inbox.isAsleep)
        }
        if mustWake { waker.signal() }
        return isAccepted
    }

    // MARK: - On the thread

    private func main() {
        guard let cycle, let daemon else { preconditionFailure("The loop was started without a daemon") }
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        var work: [@Sendable () -> Void] = []
        var stop = Stop.notRequested
        var isBusy = false
        while !stop.isDone(cycle) {
            sleep(until: min(cycle.nextDeadline, stop.deadline), isBusy: isBusy, cycle, daemon)
            let grace = inbox.withLock { inbox in
                inbox.isAsleep = false
                swap(&inbox.work, &work)
                defer { inbox.grace = nil }
                return inbox.grace
            }
            let now = Instant.now
            // The tick comes before the submitted work, because a response that arrives after the deadline of its request is
            // too late.
            cycle.tick(now)
            run(&work)
            stop.advance(now: now, grace: grace, cycle, daemon)
            cycle.takeResumable().forEach(daemon.resume)
            let endedRequestCount = cycle.endedRequestCount
            daemon.run()
            isBusy = cycle.endedRequestCount &- endedRequestCount > 1
        }
        end(daemon, cycle)
    }

    /// Sleeps until the daemon or the inbox has work, or until `deadline`.
    ///
    /// It returns at once when there is work now. A busy loop first yields the processor once and polls without sleeping.
    /// Clients and worker threads that are about to write get time to do so, and the thread saves a sleep and a wake-up: GETs
    /// were 20 to 26 % faster at 32 connections. An idle loop sleeps at once: beside a process that keeps a processor busy, a
    /// yield on every round raised the p99 of durable requests (3,500 a second) from 1.2 to 4.1 ms.
    ///
    /// No wake-up by another thread is lost. The loop's thread sets `isAsleep` under the inbox's lock, and only if the inbox
    /// is empty. A thread that adds something later finds the flag set, clears it and signals the waker. The signal stays
    /// readable, so it counts even when it comes before the loop's thread is in poll(2). Further additions find the flag
    /// cleared and make no system call.
    ///
    /// - Parameters:
    ///   - deadline: The time at which this returns at the latest.
    ///   - isBusy: Whether the last round ended more than one request, so the next ones are likely to follow soon.
    ///   - cycle: The requests of the loop. This returns at once if the connection of one must be resumed.
    ///   - daemon: The daemon. Its descriptor is readable when it has work.
    private func sleep(until deadline: Instant, isBusy: Bool, _ cycle: RequestLifecycle, _ daemon: MicroHTTPDaemon) {
        // A handler that ran in the last round may have completed another suspended request of this loop, such as a long poll.
        guard !cycle.hasResumable else { return }
        // The time is in milliseconds. It is 0 when the daemon has work now, and `nil` when it waits for its descriptor only.
        let timeout = daemon.timeout
        guard timeout != 0 else { return }
        if isBusy {
            // Runnable threads go first, because they often make a connection ready or submit work.
            sched_yield()
            if waker.wait(orReadable: daemon.descriptor, milliseconds: 0) { return }
        }
        let maySleep = inbox.withLock { inbox in
            guard inbox.work.isEmpty, inbox.grace == nil else { return false }
            inbox.isAsleep = true
            return true
        }
        guard maySleep else { return }
        let untilDeadline = deadline == .never ? Int.max : Instant.now.milliseconds(until: deadline)
        let milliseconds = min(timeout ?? Int.max, untilDeadline)
        waker.wait(orReadable: daemon.descriptor, milliseconds: milliseconds == Int.max ? -1 : milliseconds)
    }

    private func run(_ work: inout [@Sendable () -> Void]) {
        for piece in work { piece() }
        work.removeAll(keepingCapacity: true)
    }

    private func end(_ daemon: MicroHTTPDaemon, _ cycle: RequestLifecycle) {
        // MHD_stop_daemon aborts the process if a connection is suspended. So every request that waits gets a response
        // (503) or has its stream cancelled, and the loop resumes its connection. The daemon then runs once to act on
        // that. The cycle rejects a request that becomes complete in this run, instead of suspending its connection
        // again.
        cycle.cancelRequests()
        cycle.takeResumable().forEach(daemon.resume)
        daemon.run()
        daemon.stop()
        // Work in the inbox runs here, and later work on its own thread (``WorkQueue/perform(_:)``). Both find that every
        // exchange has ended, and so do nothing.
        var work = inbox.withLock { inbox in
            inbox.hasEnded = true
            return inbox.work
        }
        run(&work)
    }
}

/// The stages of a loop's stop, each with the instant at which it ends at the latest.
private enum Stop {
    case notRequested
    /// Connections are no longer accepted, but requests may finish until this instant.
    case finishing(until: Instant)
    /// Every request has its response, and clients may read the responses until this instant.
    case flushing(until: Instant)

    var deadline: Instant {
        switch self {
        case .notRequested: .never
        case .finishing(let instant), .flushing(let instant): instant
        }
    }

    mutating func advance(now: Instant, grace: Duration?, _ cycle: RequestLifecycle, _ daemon: MicroHTTPDaemon) {
        switch self {
        case .notRequested:
            guard let grace else { return }
            // Closing the socket would reset the connections that the kernel has already accepted, so the daemon takes them
            // first. It runs eight times, because one run takes a limited number.
            for _ in 0..<8 { daemon.run() }
            daemon.quiesce()
            cycle.beginStopping()
            self = .finishing(until: now + Instant.Duration(grace))
        case .finishing(let instant) where now >= instant:
            cycle.cancelRequests()
            self = .flushing(until: now + .seconds(1))
        case .finishing, .flushing: return
        }
    }

    func isDone(_ cycle: RequestLifecycle) -> Bool {
        switch self {
        case .notRequested: false
        case .finishing: cycle.isIdle
        case .flushing(let instant): cycle.isIdle || Instant.now >= instant
        }
    }
}
