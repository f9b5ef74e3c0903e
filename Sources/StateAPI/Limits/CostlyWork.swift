import Concurrency
import HTTPCore
import Sessions

/// The queue of requests that cost far more than it costs to send them, such as those for a history.
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
final class CostlyWork: Sendable {
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

    /// The limit that a request exceeds.
    enum Rejection: Error, Equatable {
        case session(limit: Int), address(limit: Int), total(limit: Int)
    }

    /// The turn of a request, which ends when this is released.
    final class Turn: Sendable {
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
        var bySession: [SessionID: Int] = [:]
        var byNetwork: [ClientAddress: Int] = [:]
        var total = 0
        var runningCount = 0
        /// Whether a thread starts requests, so that one which ends at once does not start the next one inside itself.
        var isStarting = false
    }

    private let limits: Limits
    private let queue: any WorkQueue
    private let state = Lock(State())

    /// Makes a queue whose work starts on another one.
    init(_ limits: Limits, on queue: any WorkQueue) {
        self.limits = limits
        self.queue = queue
    }

    /// The number of requests that wait or run.
    var count: Int { state.withLock { $0.total } }

    /// Adds a request.
    ///
    /// - Parameters:
    ///   - session: The session that it is about, or `nil` if it is about none.
    ///   - client: The address of the client. Requests whose address is unknown share one turn and have no limit of their own.
    ///   - caller: The party that gets the result. The work is dropped if the caller has gone by then.
    ///   - work: Called at the turn of the request. It keeps the turn until it has ended.
    /// - Throws: The limit that the request exceeds. The work is not called then.
    func add(
        _ session: SessionID?,
        _ client: ClientAddress?,
        for caller: any Caller,
        work: @escaping @Sendable (Turn) -> Void
    ) throws(Rejection) {
        let request = Request(session: session, network: client?.network, caller: caller, work: work)
        let dropped = try state.withLock { state throws(Rejection) -> [Request] in
            var dropped: [Request] = []
            if state.rejection(of: request, limits) != nil { dropped = state.dropCancelled() }
            if let rejection = state.rejection(of: request, limits) { throw rejection }
            state.add(request)
            return dropped
        }
        // Released outside the lock, because replies are.
        _ = consume dropped
        startNext()
    }

    private func startNext() {
        guard state.withLock({ $0.beginStarting() }) else { return }
        while true {
            let (request, dropped) = state.withLock { $0.next(limits) }
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
            state.uncount(session, network)
        }
        startNext()
    }
}

extension CostlyWork.State {
    fileprivate func rejection(of request: CostlyWork.Request, _ limits: CostlyWork.Limits) -> CostlyWork.Rejection? {
        if let session = request.session, bySession[session, default: 0] >= limits.session {
            return .session(limit: limits.session)
        }
        if let network = request.network, byNetwork[network, default: 0] >= limits.address {
            return .address(limit: limits.address)
        }
        return total >= limits.total ? .total(limit: limits.total) : nil
    }

    fileprivate mutating func add(_ request: CostlyWork.Request) {
        if waiting[request.network] == nil { turns.append(request.network) }
        waiting[request.network, default: []].append(request)
        if let session = request.session { bySession[session, default: 0] += 1 }
        if let network = request.network { byNetwork[network, default: 0] += 1 }
        total += 1
    }

    fileprivate mutating func uncount(_ session: SessionID?, _ network: ClientAddress?) {
        total -= 1
        if let session { Self.decrement(&bySession, session) }
        if let network { Self.decrement(&byNetwork, network) }
    }

    /// Removes and returns the waiting requests whose clients have gone.
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
        for request in dropped { uncount(request.session, request.network) }
        return dropped
    }

    fileprivate mutating func beginStarting() -> Bool {
        defer { isStarting = true }
        return !isStarting
    }

    /// Takes the request whose turn it is, or `nil` if none waits or as many run as may.
    ///
    /// The starting ends with `nil`.
    fileprivate mutating func next(
        _ limits: CostlyWork.Limits
    ) -> (request: CostlyWork.Request?, dropped: [CostlyWork.Request]) {
        var dropped: [CostlyWork.Request] = []
        while runningCount < limits.running, !turns.isEmpty {
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
            uncount(request.session, request.network)
            dropped.append(request)
        }
        isStarting = false
        return (nil, dropped)
    }

    private static func decrement<Key>(_ counts: inout [Key: Int], _ key: Key) {
        guard let count = counts[key] else { return }
        counts[key] = count > 1 ? count - 1 : nil
    }
}
