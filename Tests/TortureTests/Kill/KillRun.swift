import Concurrency
import CoordinationTesting
import Glibc
import Programs
import RawHTTP

/// A run in which a server is killed repeatedly under load, after which every acknowledged addition is checked.
///
/// Blocks, so call it only from a thread that may block.
struct KillRun {
    /// The counts and violations of a run.
    struct Outcome: Sendable {
        var kills = 0
        /// The number of servers that were killed before they were ready, besides `kills`.
        var killsWhileStarting = 0
        var sessions = 0
        var acknowledgments = 0
        /// The number of acknowledgments that were replays of a stored reply.
        var replays = 0
        var effects = 0
        /// The number of events on the streams, and of connections that continued an earlier one.
        var events = 0
        var continuations = 0
        /// The number of ledgers that were compared with their streams when no client used them any more.
        ///
        /// The second number counts the ledgers among them that several clients have used.
        var comparisons = 0
        var sharedComparisons = 0
        var findings = Findings()

        /// The figures in one line, for the report.
        var line: String {
            "killed \(kills) times under load and \(killsWhileStarting) times while starting: "
                + "\(acknowledgments) acknowledged in \(sessions) sessions (\(replays) on a repetition), "
                + "\(findings.lost.count) lost, \(findings.duplicated.count) acted twice, "
                + "\(findings.unreadable.count) unreadable; \(effects) effects, "
                + "\(findings.unperformed.count) never performed, "
                + "\(findings.unexpectedEffects.count + findings.severalKeys.count) performed for nothing; "
                + "\(events) events on streams that continued \(continuations) times, "
                + "\(comparisons) ledgers compared, \(sharedComparisons) of them shared, "
                + "\(findings.streams.count) violations"
        }
    }

    var kills: Int
    var clients = 6
    var seed = Torture.seed
    /// The command line options of the server's deliberate bugs.
    var faults: [String] = []

    private let folder: TemporaryFolder
    private var store: String { folder.path + "/usher.db" }
    private var effects: String { folder.path + "/effects" }

    init(kills: Int, faults: [String] = []) throws {
        self.kills = kills
        self.faults = faults
        folder = try TemporaryFolder()
    }

    func run() throws -> Outcome {
        var outcome = Outcome()
        var generator = SeededGenerator(seed: seed)
        let gate = ServerGate()
        let progress = AcknowledgementTracker(clients: clients)
        let clients = (1...clients).map { LedgerClient($0, gate, progress, seed: seed) }
        let watchers = clients.indices.map { StreamWatcher(of: $0, among: clients, gate) }
        let threads = try clients.map { client in try NamedThread(name: "client") { client.run() } }
        let watching = try watchers.map { watcher in try NamedThread(name: "watcher") { watcher.run() } }
        defer {
            gate.set(.ended)
            for thread in threads + watching { thread.join() }
        }
        for _ in 0..<kills {
            if Int.random(in: 0..<8, using: &generator) == 0 {
                let server = try start()
                usleep(UInt32.random(in: 1_000...60_000, using: &generator))
                server.kill()
                outcome.killsWhileStarting += 1
            }
            let server = try start()
            defer { server.kill() }
            let port = try server.port()
            try check(clients, port, &outcome)
            let shared = try LedgerReader(port: port).startLedger(key: "torture-shared-\(outcome.kills)")
            for client in clients { client.share(shared) }
            progress.reset()
            gate.set(.open(port: port))
            try progress.waitForAll()
            usleep(UInt32.random(in: 20_000...600_000, using: &generator))
            server.kill()
            gate.close()
            outcome.kills += 1
        }
        try finish(clients, watchers, threads, gate, &outcome)
        return outcome
    }

    private func start() throws -> ServerProcess { try ServerProcess([store, effects] + faults) }

    private func check(_ clients: [LedgerClient], _ port: Int, _ outcome: inout Outcome) throws {
        let reader = try LedgerReader(port: port)
        for client in clients { outcome.findings.add(try reader.check(client)) }
    }

    /// Completes all unanswered requests at a last server, and compares the ledgers, the effects and the store.
    private func finish(
        _ clients: [LedgerClient],
        _ watchers: [StreamWatcher],
        _ threads: [NamedThread],
        _ gate: ServerGate,
        _ outcome: inout Outcome
    ) throws {
        let server = try start()
        defer { server.kill() }
        let port = try server.port()
        try check(clients, port, &outcome)
        gate.set(.finishing(port: port))
        for thread in threads { thread.join() }
        try check(clients, port, &outcome)
        let numbers = try drained(clients, port, &outcome)
        try compare(watchers, with: numbers, &outcome)
        server.stop()

        outcome.sessions = Set(clients.flatMap(\.snapshot.histories).map(\.id)).count
        for client in clients.map(\.snapshot) {
            outcome.findings.add(client.findings)
            outcome.findings.rejections += client.rejections.map { "\($0.status) \($0.text)" }
            outcome.acknowledgments += client.acknowledgments
            outcome.replays += client.replays
        }
        let effects = try RecordedEffects(path: effects)
        outcome.effects = effects.keys.count
        outcome.findings.add(effects.findings(numbers))
        let check = try IntegrityCheck(path: store)
        outcome.findings.damage = check.damage
        outcome.findings.surplusSessions = check.sessions - outcome.sessions
    }

    /// Waits until each stream shows its ledger as it is at the end.
    private func compare(_ watchers: [StreamWatcher], with numbers: [String: [Int]], _ outcome: inout Outcome) throws {
        for watcher in watchers {
            let isComplete = try eventually {
                let state = watcher.snapshot
                return state.history.flatMap { numbers[$0.id] }.map { $0 == state.numbers } ?? true
            }
            let state = watcher.snapshot
            outcome.events += state.events
            outcome.continuations += state.continuations
            outcome.comparisons += state.comparisons
            outcome.sharedComparisons += state.sharedComparisons
            outcome.findings.streams += state.violations
            if !isComplete {
                outcome.findings.streams.append("\(state.history?.id ?? ""): ended at revision \(state.revision)")
            }
        }
    }

    /// Waits until the results of all effects have been delivered, and returns the numbers of each session.
    private func drained(
        _ clients: [LedgerClient],
        _ port: Int,
        _ outcome: inout Outcome
    ) throws -> [String: [Int]] {
        let reader = try LedgerReader(port: port)
        var numbers: [String: [Int]] = [:]
        for history in clients.flatMap(\.snapshot.histories) where numbers[history.id] == nil {
            var shown: ShownLedger?
            _ = try eventually {
                shown = try reader.read(history, &outcome.findings)
                return shown.map(\.isDrained) ?? true
            }
            guard let shown else { continue }
            numbers[history.id] = shown.numbers
            if shown.recorded > shown.numbers.count { outcome.findings.severalKeys.formUnion(shown.numbers) }
        }
        return numbers
    }
}
