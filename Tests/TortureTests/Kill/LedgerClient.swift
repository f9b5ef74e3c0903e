import Concurrency
import CoordinationTesting
import JSON
import RawHTTP

/// A client that adds numbers to ledgers of its own as fast as it can.
///
/// It repeats each unanswered request with the same idempotency key, and records every response.
final class LedgerClient: Sendable {
    struct State: Sendable {
        var generator: SeededGenerator
        var histories: [SessionHistory] = []
        /// The indexes of the ledgers in use.
        var current: [Int] = []
        /// The index of the ledger that is shared with other clients at present.
        var shared: Int?
        /// The idempotency key of a session creation that has no response yet.
        var starting: String?
        var count = 0
        var acknowledgments = 0
        var replays = 0
        /// The responses with status 503, after which the client repeats the request.
        var rejections: [RawResponse] = []
        var findings = Findings()
    }

    private let number: Int
    private let gate: ServerGate
    /// The progress to which each acknowledgment is reported.
    private let progress: AcknowledgementTracker
    private let state: Lock<State>

    init(_ number: Int, _ gate: ServerGate, _ progress: AcknowledgementTracker, seed: UInt64) {
        self.number = number
        self.gate = gate
        self.progress = progress
        state = Lock(State(generator: SeededGenerator(seed: seed &+ UInt64(number) &* 7_919)))
    }

    /// A copy of the state of the client.
    var snapshot: State { state.withLock { $0 } }

    /// Switches the client from its present shared ledger to another one.
    func share(_ history: SessionHistory) {
        var history = history
        history.sharer = number
        update { [history] state in
            if let last = state.shared, state.histories[last].unacknowledged == nil {
                state.current.removeAll { $0 == last }
            }
            state.shared = state.histories.count
            state.current.append(state.histories.count)
            state.histories.append(history)
        }
    }

    /// Changes the state of the client, while the client waits at the gate.
    func update(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    /// Sends requests until the gate is over, or until every request has a response when the gate is finishing.
    func run() {
        var connection: (client: RawClient, port: Int)?
        while let (port, isFinishing) = gate.enter() {
            defer { gate.leave() }
            if isFinishing, state.withLock({ $0.isComplete }) { return }
            do {
                if connection?.port != port { connection = (try RawClient(port: port), port) }
                guard let client = connection?.client else { continue }
                try act(over: client)
            } catch {
                // The server was killed; the next loop repeats the unanswered requests at the next server.
                connection = nil
            }
        }
    }

    private func act(over connection: RawClient) throws {
        let isStarting = state.withLock { state in state.starting != nil || state.needsLedger }
        if isStarting { try start(over: connection) } else { try add(over: connection) }
    }

    private func start(over connection: RawClient) throws {
        let key = state.withLock { state in
            let key = state.starting ?? "torture-session-\(number)-\(state.histories.count)"
            state.starting = key
            return key
        }
        let response = try connection.exchange("POST", "/v1/sessions", [:], fields: ["Idempotency-Key": key])
        state.withLock { state in
            if response.status == 503 { return state.rejections.append(response) }
            state.starting = nil
            guard let history = SessionHistory(started: response) else {
                return state.findings.rejections.append("start: \(response.status) \(response.text)")
            }
            state.current.append(state.histories.count)
            state.histories.append(history)
        }
    }

    private func add(over connection: RawClient) throws {
        let (index, history, addition) = state.withLock { state in state.nextAddition(of: number) }
        var fields = history.authorization
        fields["Idempotency-Key"] = addition.key
        fields["Prefer"] = "return=minimal"
        let path = "\(history.path)/screens/\(history.screen)/outputs/add"
        let response = try connection.exchange("POST", path, .integer(Int64(addition.number)), fields: fields)
        let isAcknowledged = state.withLock { state in state.take(response, to: addition, at: index) }
        if isAcknowledged { progress.record(number) }
    }
}

extension LedgerClient.State {
    /// The number of ledgers of its own that a client uses at a time.
    private static let ledgers = 3
    /// The number of acknowledged additions after which a ledger is replaced.
    private static let longest = Torture.size(15, full: 200)

    /// Whether every request has a response.
    var isComplete: Bool {
        starting == nil && histories.allSatisfy { $0.unacknowledged == nil || $0.isExcluded }
    }

    fileprivate var needsLedger: Bool {
        current.count { histories[$0].sharer == nil } < Self.ledgers
            && !current.contains { histories[$0].unacknowledged != nil }
    }

    /// Returns the next addition to send: one without a response if there is any, else a new one.
    fileprivate mutating func nextAddition(
        of client: Int
    ) -> (index: Int, history: SessionHistory, addition: SessionHistory.Addition) {
        if let index = current.first(where: { histories[$0].unacknowledged != nil }),
            let addition = histories[index].unacknowledged
        {
            histories[index].unacknowledged?.isRetry = true
            return (index, histories[index], addition)
        }
        let index = current.randomElement(using: &generator) ?? 0
        count += 1
        let number = SessionHistory.number(count, of: client)
        let addition = SessionHistory.Addition(number: number, key: "add-\(number)")
        histories[index].unacknowledged = addition
        return (index, histories[index], addition)
    }

    /// Records a response; returns whether it acknowledges the addition.
    fileprivate mutating func take(
        _ response: RawResponse,
        to addition: SessionHistory.Addition,
        at index: Int
    ) -> Bool {
        if response.status == 503 {
            rejections.append(response)
            return false
        }
        guard response.status == 204, let revision = response.revision else {
            findings.rejections.append("add: \(response.status) \(response.text.prefix(300))")
            exclude(index)
            return false
        }
        let isReplay = response.field("idempotency-replayed") == "true"
        if revision < histories[index].revision || !isReplay && revision == histories[index].revision {
            findings.decreasedRevisions.insert(histories[index].id)
        }
        histories[index].revision = revision
        histories[index].acknowledged.append(addition.number)
        histories[index].unacknowledged = nil
        acknowledgments += 1
        if isReplay { replays += 1 }
        let isShared = histories[index].sharer != nil
        if isShared ? index != shared : histories[index].acknowledged.count >= Self.longest {
            current.removeAll { $0 == index }
        }
        return true
    }

    /// Stops using a ledger that has violated a guarantee.
    mutating func exclude(_ index: Int) {
        histories[index].isExcluded = true
        current.removeAll { $0 == index }
    }
}
