import Concurrency
import EventStreams
import Glibc
import JSON
import RawHTTP

/// A client that follows the event streams of ledgers, one after the other, over the kills of their server.
///
/// It checks that the revisions on a stream never go back, and applies the patches, so its last state shows every addition that
/// was acknowledged to any client. It follows a ledger until no client uses it any more and the stream has shown all of these
/// additions, and compares it then.
final class StreamWatcher: Sendable {
    struct State: Sendable {
        /// The ledger that it follows, or `nil` before the first one.
        var history: SessionHistory?
        /// The last revision on the stream.
        var revision: UInt64 = 0
        /// The state at that revision.
        var document: JSONValue = .null
        /// The name that the proxy gives the server of the stream, or `nil` without a proxy, and before the first stream.
        var server: String?
        var events = 0
        /// The connections on which the stream went on after an earlier one.
        var continuations = 0
        /// The ledgers that were compared when no client used them any more.
        var comparisons = 0
        /// The compared ledgers that several clients have used.
        var sharedComparisons = 0
        var violations: [String] = []
        /// The states that the streams of each ledger have shown.
        var sightings: [String: [Sighting]] = [:]

        /// The numbers of the ledger at the last revision.
        var numbers: [Int] {
            guard let screen = history?.screen else { return [] }
            let numbers = document["screens"]?[screen]?["props"]?["numbers"]?.arrayValue ?? []
            return numbers.compactMap { $0.integerValue.map { Int($0) } }
        }
    }

    private let gate: ServerGate
    /// The clients that own the followed ledgers.
    private let clients: [LedgerClient]
    private let client: LedgerClient
    /// Whether it follows ledgers that clients share, and not the ledgers of one client.
    private let followsShared: Bool
    private let state = Lock(State())

    /// Makes a watcher of the ledgers that one of several clients uses.
    ///
    /// If the number of the client is odd, the watcher follows the ledgers that it shares, otherwise its own.
    init(of number: Int, among clients: [LedgerClient], _ gate: ServerGate) {
        self.gate = gate
        self.clients = clients
        client = clients[number]
        followsShared = number % 2 == 1
    }

    /// A copy of the state of the watcher.
    var snapshot: State { state.withLock { $0 } }

    /// Follows streams until the gate is over.
    func run() {
        while let (port, _) = gate.enter() {
            defer { gate.leave() }
            do {
                guard let history = choose() else { throw RawClient.Failure(text: "no session") }
                try follow(history, port)
            } catch {
                // There is no session yet, or the server was killed.
                usleep(10_000)
            }
        }
    }

    /// Returns the ledger to follow: the last one until it is compared, then another one that the client uses.
    private func choose() -> SessionHistory? {
        if let last = snapshot.history {
            guard isComplete(last) else { return last }
            compare(last)
        }
        let client = client.snapshot
        let current = client.current.map { client.histories[$0] }
        let next = current.first { ($0.sharer != nil) == followsShared }
        state.withLock { $0.begin(next) }
        return next
    }

    /// Returns whether no client uses a ledger any more and the stream has shown what was acknowledged to any.
    ///
    /// A ledger that has violated a guarantee is never complete, so that its stream is followed to the end.
    private func isComplete(_ ledger: SessionHistory) -> Bool {
        let isUsed = clients.contains { client in
            let client = client.snapshot
            return client.current.contains { client.histories[$0].id == ledger.id }
        }
        guard !isUsed else { return false }
        let state = snapshot, shown = Set(state.numbers)
        return records(of: ledger).allSatisfy {
            !$0.isExcluded && $0.revision <= state.revision && shown.isSuperset(of: $0.acknowledged)
        }
    }

    /// Compares the last state of the stream with what each client has recorded of its ledger.
    private func compare(_ ledger: SessionHistory) {
        let records = records(of: ledger)
        state.withLock { state in
            let shown = ShownLedger(revision: state.revision, numbers: state.numbers)
            var findings = Findings()
            for record in records { findings.compare(shown, with: record) }
            if !findings.isClean { state.violations.append("\(ledger.id): \(findings)") }
            state.comparisons += 1
            if ledger.sharer != nil { state.sharedComparisons += 1 }
        }
    }

    /// Returns what the clients have recorded of a ledger.
    private func records(of ledger: SessionHistory) -> [SessionHistory] {
        clients.flatMap { $0.snapshot.histories.filter { $0.id == ledger.id } }
    }

    private func follow(_ history: SessionHistory, _ port: Int) throws {
        let last = snapshot.revision
        let stream = try EventStream(
            path: history.path,
            token: history.token,
            port: port,
            after: last == 0 ? nil : String(last)
        )
        // No server can serve the stream at present.
        if [502, 503, 504].contains(stream.response.status) { throw RawClient.Failure(text: "no stream") }
        guard stream.response.status == 200 else {
            return state.withLock { $0.violations.append("\(history.id): the stream got \(stream.response.status)") }
        }
        state.withLock { state in
            state.server = stream.response.field("x-server")
            if last > 0 { state.continuations += 1 }
        }
        var isFirst = true
        while let event = try stream.next(), event.name != "end" {
            try state.withLock { try $0.take(event, isFirst: isFirst) }
            isFirst = false
            if isComplete(history) { return }
        }
    }
}

extension StreamWatcher.State {
    /// Continues with another ledger, or with none.
    fileprivate mutating func begin(_ ledger: SessionHistory?) {
        history = ledger
        revision = 0
        document = .null
    }

    /// Records an event.
    ///
    /// The first one of a connection may have the revision of the last event before it.
    fileprivate mutating func take(_ event: EventStream.Event, isFirst: Bool) throws {
        let id = history?.id ?? ""
        guard let next = event.id.flatMap({ UInt64($0) }) else {
            return violations.append("\(id): an event has no revision")
        }
        if next < revision || next == revision && !isFirst {
            violations.append("\(id): revision \(next) came after \(revision)")
        }
        do {
            document = try event.applied(to: document)
        } catch {
            violations.append("\(id): revision \(next): \(error)")
            // The next connection begins with the whole state.
            begin(history)
            throw error
        }
        if document["revision"]?.integerValue != Int64(next) {
            violations.append("\(id): the event with revision \(next) leads to another one")
        }
        revision = next
        events += 1
        sightings[id, default: []].append(Sighting(revision: next, content: .count(numbers.count)))
    }
}
