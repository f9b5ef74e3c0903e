import Concurrency
import CoordinationTesting
import Glibc
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
        /// The number of states that the client has read between additions.
        var reads = 0
        /// The responses with status 502, 503 or 504, after which the client repeats the request.
        var rejections: [RawResponse] = []
        var findings = Findings()
    }

    fileprivate enum Step {
        case start
        case read(Int, SessionHistory)
        case add
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
                // The server was killed. The next loop repeats the unanswered requests at the next server.
                connection = nil
            }
        }
    }

    private func act(over connection: RawClient) throws {
        let step = state.withLock { $0.nextStep() }
        let isRejected =
            switch step {
            case .start: try start(over: connection)
            case .read(let index, let history): try read(history, at: index, over: connection)
            case .add: try add(over: connection)
            }
        // A server that can't work gets no further request at once.
        if isRejected { usleep(10_000) }
    }

    /// Each function returns whether the request was rejected for now.
    private func start(over connection: RawClient) throws -> Bool {
        let key = state.withLock { state in
            let key = state.starting ?? "torture-session-\(number)-\(state.histories.count)"
            state.starting = key
            return key
        }
        let response = try connection.exchange("POST", "/v1/sessions", [:], fields: ["Idempotency-Key": key])
        return state.withLock { state in
            if state.isRejection(response) { return true }
            state.starting = nil
            guard let history = SessionHistory(started: response) else {
                state.findings.rejections.append("start: \(response.status) \(response.text)")
                return false
            }
            state.current.append(state.histories.count)
            state.histories.append(history)
            return false
        }
    }

    private func read(_ history: SessionHistory, at index: Int, over connection: RawClient) throws -> Bool {
        let response = try connection.exchange("GET", history.path, fields: history.authorization)
        return state.withLock { state in
            if state.isRejection(response) { return true }
            state.see(response, at: index)
            return false
        }
    }

    private func add(over connection: RawClient) throws -> Bool {
        let (index, history, addition) = state.withLock { state in state.nextAddition(of: number) }
        var fields = history.authorization
        fields["Idempotency-Key"] = addition.key
        fields["Prefer"] = "return=minimal"
        let path = "\(history.path)/screens/\(history.screen)/outputs/add"
        let response = try connection.exchange("POST", path, .integer(Int64(addition.number)), fields: fields)
        let isRejected = state.withLock { $0.isRejection(response) }
        if isRejected { return true }
        let isAcknowledged = state.withLock { state in state.take(response, to: addition, at: index) }
        if isAcknowledged { progress.record(number) }
        return false
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

    /// Chooses the next request: a read between two additions in a quarter of cases.
    fileprivate mutating func nextStep() -> LedgerClient.Step {
        if starting != nil || needsLedger { return .start }
        guard Int.random(in: 0..<4, using: &generator) == 0, let index = current.randomElement(using: &generator) else {
            return .add
        }
        return .read(index, histories[index])
    }

    /// Records a response if the client sends the request again after it, and returns whether it does.
    ///
    /// A proxy responds itself when no server can: 502 and 504 when the connection to a server broke or was too slow.
    fileprivate mutating func isRejection(_ response: RawResponse) -> Bool {
        guard [502, 503, 504].contains(response.status) else { return false }
        rejections.append(response)
        return true
    }

    /// Records the state in a response to a read.
    fileprivate mutating func see(_ response: RawResponse, at index: Int) {
        let history = histories[index]
        guard response.status == 200, let revision = response.revision,
            let shown = response.json["screens"]?[history.screen]?["props"]?["numbers"]?.arrayValue
        else {
            findings.rejections.append("read: \(response.status) \(response.text.prefix(300))")
            return exclude(index)
        }
        reads += 1
        if revision < history.revision { findings.decreasedRevisions.insert(history.decrease(response, "read")) }
        histories[index].revision = max(revision, history.revision)
        histories[index].sightings.append(Sighting(revision: revision, content: .count(shown.count)))
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

    /// Records a response, and returns whether it acknowledges the addition.
    fileprivate mutating func take(
        _ response: RawResponse,
        to addition: SessionHistory.Addition,
        at index: Int
    ) -> Bool {
        // While effects can't run, a session has more of them than it may, so nothing was added.
        if response.status == 422, response.text.contains("session.full") {
            histories[index].unacknowledged = nil
            return false
        }
        guard response.status == 204, let revision = response.revision else {
            findings.rejections.append("add: \(response.status) \(response.text.prefix(300))")
            exclude(index)
            return false
        }
        let isReplay = response.field("idempotency-replayed") == "true"
        if revision < histories[index].revision || !isReplay && revision == histories[index].revision {
            findings.decreasedRevisions.insert(histories[index].decrease(response, "add \(addition)"))
        }
        histories[index].revision = revision
        histories[index].acknowledged.append(addition.number)
        // A repetition gets the state as of now.
        if !isReplay {
            histories[index].sightings.append(Sighting(revision: revision, content: .addition(addition.number)))
        }
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
