import Concurrency
import CoordinationTesting
import Glibc
import PostgreSQLServers
import Programs
import RawHTTP

/// A run in which clients add numbers through any of three servers while faults occur, after which everything is checked.
///
/// Blocks, so call it only from a thread that may block.
struct ClusterRun {
    /// The counts and violations of a run.
    struct Outcome: Sendable {
        var faults: [String: Int] = [:]
        var sessions = 0
        var acknowledgments = 0
        /// The number of acknowledgments that were replays of a stored reply.
        var replays = 0
        /// The number of 503 responses.
        var rejections = 0
        var effects = 0
        /// The number of effects that were performed again by another server.
        var repeatedEffects = 0
        /// The number of effects that were performed under an old lease after a new one.
        var staleEffects = 0
        var events = 0
        var continuations = 0
        var findings = Findings()

        /// The figures in one line, for the report.
        var line: String {
            let count = faults.values.reduce(0, +)
            let kinds = faults.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
            return
                "\(count) faults (\(kinds)): \(acknowledgments) acknowledged in \(sessions) sessions (\(replays) on a "
                + "repetition, \(rejections) rejected before), \(findings.lost.count) lost, "
                + "\(findings.duplicated.count) acted twice, \(findings.decreasedRevisions.count) went back; "
                + "\(effects) effects, \(repeatedEffects) again by another server, \(staleEffects) under a lost lease, "
                + "\(findings.unperformed.count) never; \(events) events on streams that continued \(continuations) "
                + "times, \(findings.streams.count) violations"
        }
    }

    var faults: [ClusterFault]
    var clients = 6
    var seed = Torture.seed
    /// The command line options of the servers' deliberate bugs.
    var bugs: [String] = []

    func run() throws -> Outcome {
        var outcome = Outcome()
        var generator = SeededGenerator(seed: seed)
        let cluster = try Cluster(options: bugs)
        let gate = ServerGate()
        let progress = AcknowledgementTracker(clients: clients)
        let clients = (1...clients).map { LedgerClient($0, gate, progress, seed: seed) }
        let watchers = clients.indices.map { StreamWatcher(of: $0, among: clients, gate) }
        var threads: [NamedThread] = [], watching: [NamedThread] = []
        defer {
            gate.set(.ended)
            // Watchers wait for events until their streams end.
            cluster.stop()
            for thread in threads + watching { thread.join() }
        }
        threads = try clients.map { client in try NamedThread(name: "client") { client.run() } }
        watching = try watchers.map { watcher in try NamedThread(name: "watcher") { watcher.run() } }
        for (number, fault) in faults.enumerated() {
            let shared = try startLedger(at: cluster.ports[0], key: "torture-shared-\(number)")
            for client in clients { client.share(shared) }
            gate.set(.openAny(ports: cluster.ports))
            progress.reset()
            try progress.waitForAll()
            usleep(UInt32.random(in: 20_000...300_000, using: &generator))
            try perform(fault, on: cluster, gate, &generator)
            outcome.faults[fault.rawValue, default: 0] += 1
        }
        try finish(cluster, clients, watchers, threads, gate, &outcome)
        return outcome
    }

    /// Starts a session once a server has recovered from the last fault.
    private func startLedger(at port: Int, key: String) throws -> SessionHistory {
        var history: SessionHistory?
        _ = try eventually {
            history = try? LedgerReader(port: port).startLedger(key: key)
            return history != nil
        }
        guard let history else { throw RawClient.Failure(text: "The server does not recover.") }
        return history
    }

    private func perform(
        _ fault: ClusterFault,
        on cluster: Cluster,
        _ gate: ServerGate,
        _ generator: inout SeededGenerator
    ) throws {
        let number = Int.random(in: 0..<Cluster.size, using: &generator)
        let others = cluster.ports.enumerated().filter { $0.offset != number }.map(\.element)
        switch fault {
        case .nodeKilled:
            gate.set(.openAny(ports: others))
            try cluster.replace(number)
        case .nodeRestarted:
            gate.set(.openAny(ports: others))
            try cluster.restart(number)
        case .nodePaused:
            cluster.nodes[number].signal(SIGSTOP)
            gate.set(.openAny(ports: others))
            // Until others have taken over its effects.
            sleep(UInt32(Cluster.leaseDuration + 8))
            cluster.nodes[number].signal(SIGCONT)
        case .databaseCrashed:
            try cluster.primary.crash()
            try cluster.primary.start()
        case .databasePaused:
            try cluster.primary.pause(true)
            sleep(UInt32.random(in: 1...5, using: &generator))
            try cluster.primary.pause(false)
        case .standbyPaused:
            try cluster.standby.pause(true)
            sleep(UInt32.random(in: 1...5, using: &generator))
            try cluster.standby.pause(false)
        case .connectionsCut:
            try cluster.primary.execute(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE application_name = 'usher' AND pid <> pg_backend_pid()
                """
            )
        case .failover:
            try cluster.failOver()
        }
    }

    /// Completes all unanswered requests, and compares the ledgers, the streams and the effects.
    private func finish(
        _ cluster: Cluster,
        _ clients: [LedgerClient],
        _ watchers: [StreamWatcher],
        _ threads: [NamedThread],
        _ gate: ServerGate,
        _ outcome: inout Outcome
    ) throws {
        gate.set(.finishing(port: cluster.ports[0]))
        for thread in threads { thread.join() }
        var numbers: [String: [Int]] = [:]
        for port in cluster.ports {
            _ = try startLedger(at: port, key: "torture-recovered-\(port)")
            let reader = try LedgerReader(port: port)
            for client in clients { outcome.findings.add(try reader.check(client)) }
        }
        for client in clients { outcome.findings.add(client.snapshot.findings) }
        // A loss that was found already needs no wait for what belongs to it.
        let deadline = ContinuousClock.now + .seconds(outcome.findings.isClean ? 60 : 0)
        let reader = try LedgerReader(port: cluster.ports[1])
        for history in clients.flatMap(\.snapshot.histories) where numbers[history.id] == nil {
            var shown: ShownLedger?
            // The effects of a killed server run once its lease has ended.
            _ = try eventually {
                shown = try reader.read(history, &outcome.findings)
                return shown.map { $0.recorded == $0.numbers.count } ?? true || ContinuousClock.now > deadline
            }
            guard let shown else { continue }
            numbers[history.id] = shown.numbers
            if shown.recorded != shown.numbers.count { outcome.findings.severalKeys.formUnion(shown.numbers) }
        }
        for watcher in watchers {
            var isComplete = false
            _ = try eventually {
                let state = watcher.snapshot
                isComplete = state.history.flatMap { numbers[$0.id] }.map { $0 == state.numbers } ?? true
                return isComplete || ContinuousClock.now > deadline
            }
            let state = watcher.snapshot
            outcome.events += state.events
            outcome.continuations += state.continuations
            outcome.findings.streams += state.violations
            if !isComplete {
                outcome.findings.streams.append("\(state.history?.id ?? ""): ended at revision \(state.revision)")
            }
        }
        outcome.sessions = Set(clients.flatMap(\.snapshot.histories).map(\.id)).count
        for client in clients.map(\.snapshot) {
            outcome.rejections += client.rejections.count
            outcome.acknowledgments += client.acknowledgments
            outcome.replays += client.replays
        }
        let performed = try PerformedEffects(in: cluster.primary)
        outcome.effects = performed.keys.count
        outcome.repeatedEffects = performed.repeated
        outcome.staleEffects = performed.stale
        outcome.findings.add(performed.findings(numbers))
    }
}
