import Concurrency
import CoordinationTesting
import Glibc
import JSON
import RawHTTP

/// A run in which clients walk through all applications of the program while faults occur, after which everything is checked.
///
/// Blocks, so call it only from a thread that may block.
struct ClusterWalk {
    /// The counts and violations of a run.
    struct Outcome: Sendable {
        var faults = 0
        var sessions = 0
        /// The number of requests with a response.
        var exchanges = 0
        var replays = 0
        var rejections = 0
        /// The number of different screens that had the focus.
        var screens = 0
        /// The number of transitions in the histories of all sessions.
        var transitions = 0
        /// The number of requests that were compared with the history of their session.
        var compared = 0
        var violations: [String] = []

        /// The figures in one line, for the report.
        var line: String {
            "\(faults) faults: \(exchanges) requests in \(sessions) sessions (\(replays) on a repetition, \(rejections) "
                + "rejected before) on \(screens) screens, \(compared) compared with \(transitions) transitions; "
                + "\(violations.count) violations"
        }
    }

    let faults: [ClusterFault]
    /// The number of clients of each application.
    let clients: Int
    var seed = Torture.seed
    /// Whether clients send some requests under two keys, which must look like a server that has applied them twice.
    var sendsTwice = false

    func run() throws -> Outcome {
        var outcome = Outcome()
        var probe = ClusterProbe()
        var generator = SeededGenerator(seed: seed)
        let cluster = try Cluster(.usher)
        let gate = ServerGate()
        let progress = AcknowledgementTracker(clients: clients * ApplicationUser.applications.count)
        let clients = try (0..<clients * ApplicationUser.applications.count).map { number in
            let application = ApplicationUser.applications[number % ApplicationUser.applications.count]
            return try ApplicationClient(number, of: application, gate, progress, seed: seed, sendsTwice: sendsTwice)
        }
        var threads: [NamedThread] = []
        defer {
            gate.set(.ended)
            cluster.stop()
            for thread in threads { thread.join() }
        }
        threads = try clients.map { client in try NamedThread(name: "client") { client.run() } }
        gate.set(.open(port: cluster.port))
        for fault in faults {
            try waitForProgress(of: clients, progress)
            usleep(UInt32.random(in: 100_000...1_000_000, using: &generator))
            let number = Int.random(in: 0..<Cluster.size, using: &generator)
            try cluster.perform(fault, on: number, &probe, &generator)
            outcome.faults += 1
        }
        try waitForProgress(of: clients, progress)
        gate.set(.finishing(port: cluster.port))
        for thread in threads { thread.join() }
        outcome.violations += probe.violations
        outcome.screens =
            Set(clients.flatMap { client in client.snapshot.screens.map { "\(client.application) \($0)" } })
            .count
        for client in clients {
            let state = client.snapshot
            outcome.sessions += 1
            outcome.exchanges += state.exchanges.count
            outcome.replays += state.replays
            outcome.rejections += state.rejections
            let violations = state.violations + (try check(state, cluster, &outcome))
            outcome.violations += violations.map { "\(client.application) \(state.id): \($0)" }
        }
        return outcome
    }

    /// Waits until every client has a response to a request.
    private func waitForProgress(of clients: [ApplicationClient], _ progress: AcknowledgementTracker) throws {
        progress.reset()
        do {
            try progress.waitForAll()
        } catch {
            let states = clients.map { "\($0.application): \($0.snapshot.summary)" }.joined(separator: "\n")
            throw RawClient.Failure(text: "\(error)\n\(states)")
        }
    }

    /// Compares a session at all servers, and its history with what its client has seen.
    private func check(
        _ client: ApplicationClient.State,
        _ cluster: Cluster,
        _ outcome: inout Outcome
    ) throws -> [String] {
        let read = try RawClient(port: cluster.ports[0], timeout: 30)
            .exchange("GET", client.path, fields: client.authorization)
        guard read.status == 200 else { return ["ended with \(read.status) \(read.text.prefix(300))"] }
        var violations: [String] = []
        var last: (revision: UInt64, text: String)?
        // Pending effects may change the state meanwhile.
        let isSame = try eventually {
            let documents = try cluster.ports.map { port in
                try RawClient(port: port, timeout: 30).exchange("GET", client.path, fields: client.authorization).json
            }
            last = documents[0].revision.map { ($0, documents[0].comparableText) }
            return Set(documents.map(\.comparableText)).count == 1 && last != nil
        }
        guard isSame, let last else { return ["the servers show different states"] }
        if last.revision < client.revision { violations.append("ended at \(last.revision) before \(client.revision)") }
        if let hash = client.documents[last.revision], hash != last.text.hashValue {
            violations.append("another state of revision \(last.revision) at the end")
        }
        let history = try history(of: client, at: cluster.ports[0])
        outcome.transitions += history.count
        guard let first = history.first, history.last?.revision == last.revision else {
            return violations + ["the history ends at \(history.last?.revision ?? 0), the session at \(last.revision)"]
        }
        if history.map(\.revision) != Array(first.revision...last.revision) {
            violations.append("the history has gaps: \(history.map(\.revision))")
        }
        // An output such as a switch's changes nothing when it is reported again, even if effects change the state meanwhile.
        let unchanged = client.exchanges.filter { $0.status < 300 && $0.revision == $0.request.base }
        let repeatable = Set(unchanged.map(\.output))
        // Only this client sends requests, so of the transitions between two states that it has seen one is its own.
        for (number, exchange) in client.exchanges.enumerated() where exchange.request.base + 1 >= first.revision {
            outcome.compared += 1
            let own = history.filter { $0.isOfClient && $0.revision > exchange.request.base }
                .prefix { $0.revision <= exchange.revision }
            let isAccepted = exchange.status < 300
            if own.count > 1 || !isAccepted && !own.isEmpty {
                violations.append(
                    "\(own.count) transitions from \(exchange.request.base) for one request, \(own.map(\.event)), after "
                        + client.exchanges[max(0, number - 3)...number].map(\.line).joined(separator: ", ")
                )
            }
            let changesAlways = exchange.output != nil && !repeatable.contains(exchange.output)
            if isAccepted, changesAlways, own.isEmpty, exchange.revision > exchange.request.base {
                violations.append("revision \(exchange.revision) without its output \(exchange.request.action)")
            }
        }
        return violations
    }

    /// A transition in the history of a session.
    private struct Transition {
        let revision: UInt64
        /// Whether a request has caused it.
        let isOfClient: Bool
        /// The event as the history describes it.
        let event: JSONValue
    }

    /// Returns the kept transitions of a session, oldest first.
    private func history(of client: ApplicationClient.State, at port: Int) throws -> [Transition] {
        let connection = try RawClient(port: port, timeout: 30)
        var transitions: [Transition] = []
        while true {
            let before = transitions.last.map { "&before=\($0.revision)" } ?? ""
            let path = "\(client.path)/history?limit=100\(before)"
            let response = try connection.exchange("GET", path, fields: client.authorization)
            let json = try JSONValue(parsing: response.body, limits: .stored)
            guard response.status == 200, let entries = json["entries"]?.arrayValue else {
                throw RawClient.Failure(text: "no history: \(response.status) \(response.text.prefix(300))")
            }
            if entries.isEmpty { return transitions.reversed() }
            for entry in entries {
                guard let revision = entry.revision, let type = entry["event"]?["type"]?.stringValue else {
                    throw RawClient.Failure(text: "not an entry: \(entry)")
                }
                let isOfClient = ["output", "back", "dismiss", "tab", "link"].contains(type)
                transitions.append(
                    Transition(revision: revision, isOfClient: isOfClient, event: entry["event"] ?? .null)
                )
            }
        }
    }
}
