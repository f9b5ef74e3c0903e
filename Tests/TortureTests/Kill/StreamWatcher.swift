import Concurrency
import EventStreams
import Glibc
import JSON
import RawHTTP

/// A client that follows the event stream of a ledger over the kills of its server.
///
/// It checks that the revisions on the stream never go back, and applies the patches, so its last state shows every addition that
/// was acknowledged to any client.
final class StreamWatcher: Sendable {
    struct State: Sendable {
        /// The ledger that it follows; `nil` before the first one.
        var history: SessionHistory?
        /// The last revision on the stream.
        var revision: UInt64 = 0
        /// The state at that revision.
        var document: JSONValue = .null
        var events = 0
        /// The connections on which the stream went on after an earlier one.
        var continuations = 0
        var violations: [String] = []

        /// The numbers of the ledger at the last revision.
        var numbers: [Int] {
            guard let screen = history?.screen else { return [] }
            let numbers = document["screens"]?[screen]?["props"]?["numbers"]?.arrayValue ?? []
            return numbers.compactMap { $0.integerValue.map { Int($0) } }
        }
    }

    private let gate: ServerGate
    /// The client whose ledgers are followed.
    private let client: LedgerClient
    private let state = Lock(State())

    init(of client: LedgerClient, _ gate: ServerGate) {
        self.client = client
        self.gate = gate
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
                usleep(1_000)
            }
        }
    }

    /// Returns the ledger to follow: the last one while its client uses it, else another one.
    private func choose() -> SessionHistory? {
        let client = client.snapshot
        let current = client.current.map { client.histories[$0] }.filter { $0.sharer == nil }
        return state.withLock { state in
            if let last = state.history, current.contains(where: { $0.id == last.id }) || current.isEmpty {
                return last
            }
            guard let next = current.first else { return nil }
            state = State(
                history: next,
                events: state.events,
                continuations: state.continuations,
                violations: state.violations
            )
            return next
        }
    }

    private func follow(_ history: SessionHistory, _ port: Int) throws {
        let last = snapshot.revision
        let stream = try EventStream(
            path: history.path,
            token: history.token,
            port: port,
            after: last == 0 ? nil : String(last)
        )
        guard stream.response.status == 200 else {
            return state.withLock { $0.violations.append("\(history.id): the stream got \(stream.response.status)") }
        }
        if last > 0 { state.withLock { $0.continuations += 1 } }
        var isFirst = true
        while let event = try stream.next(), event.name != "end" {
            try state.withLock { try $0.take(event, isFirst: isFirst) }
            isFirst = false
        }
    }
}

extension StreamWatcher.State {
    /// Records an event; the first one of a connection may have the revision of the last event before it.
    fileprivate mutating func take(_ event: EventStream.Event, isFirst: Bool) throws {
        let id = history?.id ?? ""
        guard let next = event.id.flatMap({ UInt64($0) }) else {
            return violations.append("\(id): an event has no revision")
        }
        if next < revision || next == revision && !isFirst {
            violations.append("\(id): revision \(next) came after \(revision)")
        }
        document = try event.applied(to: document)
        if document["revision"]?.integerValue != Int64(next) {
            violations.append("\(id): the event with revision \(next) leads to another one")
        }
        revision = next
        events += 1
    }
}
