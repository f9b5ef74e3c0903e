import Concurrency
import HTTPCore
import Sessions

/// The queue of requests that cost far more than it costs to send them, such as requests for a history.
///
/// A request of 170 bytes can cost a third of a second, so a client could fill a plain queue for an hour within a minute. Here
/// only a few requests of a session and of an address wait or run at a time, and further ones are rejected. A waiting request
/// has read nothing yet, so it takes a few hundred bytes. Addresses take turns: the only request of one client runs after at most
/// one request of each other address. The work for a client that has gone is skipped.
///
/// ```swift
/// try work.add(session.id, call.request.client, for: call.reply) { turn in
///     registry.history(of: session, on: thread) { history in withExtendedLifetime(turn) { respond(history) } }
/// }
/// ```
package final class CostlyWork: Sendable {
    /// The largest numbers of requests that wait or run at a time.
    struct Limits: Sendable {
        /// The number for each session.
        var session: Int
        /// The number for each address.
        var address: Int
        /// The number of all requests.
        var total: Int
        /// The number of requests that run at a time.
        var running: Int
    }

    /// The turn of a request, which ends when this is released.
    package final class Turn: Sendable {
        private let queue: CostlyWork
        private let session: SessionID?
        private let network: ClientAddress?

        fileprivate init(_ queue: CostlyWork, _ request: Request) {
            self.queue = queue
            session = request.session
            network = request.network
        }

        deinit { queue.end(session, network) }
    }

    fileprivate struct Request {
        let session: SessionID?
        let network: ClientAddress?
        let caller: any Caller
        let work: @Sendable (Turn) -> Void
    }

    fileprivate struct State {
        /// The waiting requests of each address, oldest first.
        var waiting: [ClientAddress?: [Request]] = [:]
        /// The addresses with waiting requests, in the order of their turns.
        var turns: [ClientAddress?] = []
        /// The requests that wait or run.
        var counts: RequestCounts
        var runningCount = 0
        /// Whether a thread starts requests, so that one which ends at once does not start the next one inside itself.
        var isStarting = false
    }

    /// The number of requests that run at a time.
    private let running: Int
    private let queue: any WorkQueue
    private let state: Lock<State>

    /// Makes a queue that starts its work on another one.
    init(_ limits: Limits, on queue: any WorkQueue) {
        running = limits.running
        self.queue = queue
        let counts = RequestCounts(
            session: .init(
                quota: limits.session,
                policy: "session-work",
                detail: "Too many requests of the session are waiting."
            ),
            address: .init(
                quota: limits.address,
                policy: "address-work",
                detail: "Too many requests of your address are waiting."
            ),
            all: .init(
                quota: limits.total,
                policy: "work",
                detail: "Too many requests are waiting on this server.",
                retryAfter: 5
            )
        )
        state = Lock(State(counts: counts))
    }

    /// The number of requests that wait or run.
    var count: Int { state.withLock { $0.counts.total } }

    /// Adds a request.
    ///
    /// - Parameters:
    ///   - session: The session that it is about, or `nil` if it is about none.
    ///   - client: The address of the client. All requests from unknown addresses share one turn and have no limit of their
    ///     own.
    ///   - caller: The party that gets the result. The work is dropped if the caller has gone by then.
    ///   - work: Called at the turn of the request. It keeps the turn until it has ended.
    /// - Throws: The problem of a request that exceeds a limit. The work is not called then.
    func add(
        _ session: SessionID?,
        _ client: ClientAddress?,
        for caller: any Caller,
        work: @escaping @Sendable (Turn) -> Void
    ) throws(APIError) {
        let request = Request(session: session, network: client?.network, caller: caller, work: work)
        let (dropped, exceeded) = state.withLock { state in
            let hasPlace = state.counts.check(request.session, request.network) == nil
            let dropped = hasPlace ? [] : state.dropCancelled()
            return (dropped, state.add(request))
        }
        // Releasing a request releases its reply, which calls the server, so it happens outside the lock.
        _ = consume dropped
        if let exceeded { throw .limit(exceeded.problem) }
        startNext()
    }

    private func startNext() {
        guard state.withLock({ $0.beginStarting() }) else { return }
        while true {
            let (request, dropped) = state.withLock { $0.next(running: running) }
            _ = consume dropped
            guard let request else { return }
            let turn = Turn(self, request)
            let work = request.work
            if !queue.submit({ work(turn) }) { work(turn) }
        }
    }

    private func end(_ session: SessionID?, _ network: ClientAddress?) {
        state.withLock { state in
            state.runningCount -= 1
            state.counts.remove(session, network)
        }
        startNext()
    }
}

extension CostlyWork.State {
    /// Adds a request, or returns the limit that it exceeds.
    fileprivate mutating func add(_ request: CostlyWork.Request) -> RequestCounts.Limit? {
        if let exceeded = counts.add(request.session, request.network) { return exceeded }
        if waiting[request.network] == nil { turns.append(request.network) }
        waiting[request.network, default: []].append(request)
        return nil
    }

    /// Removes and returns the waiting requests of clients that have gone.
    fileprivate mutating func dropCancelled() -> [CostlyWork.Request] {
        var dropped: [CostlyWork.Request] = []
        for network in turns {
            guard let requests = waiting[network] else { continue }
            let gone = requests.filter(\.caller.isCancelled)
            guard !gone.isEmpty else { continue }
            dropped += gone
            waiting[network] = requests.filter { request in !gone.contains { $0.caller === request.caller } }
        }
        turns.removeAll { waiting[$0]?.isEmpty ?? true }
        waiting = waiting.filter { !$0.value.isEmpty }
        for request in dropped { counts.remove(request.session, request.network) }
        return dropped
    }

    fileprivate mutating func beginStarting() -> Bool {
        defer { isStarting = true }
        return !isStarting
    }

    /// Takes the next request, or ends the starting with `nil` if none waits or as many run as the limit allows.
    fileprivate mutating func next(
        running limit: Int
    ) -> (request: CostlyWork.Request?, dropped: [CostlyWork.Request]) {
        var dropped: [CostlyWork.Request] = []
        while runningCount < limit, !turns.isEmpty {
            let network = turns.removeFirst()
            guard var requests = waiting.removeValue(forKey: network) else { continue }
            let request = requests.removeFirst()
            if !requests.isEmpty {
                waiting[network] = requests
                turns.append(network)
            }
            guard request.caller.isCancelled else {
                runningCount += 1
                return (request, dropped)
            }
            counts.remove(request.session, request.network)
            dropped.append(request)
        }
        isStarting = false
        return (nil, dropped)
    }
}
