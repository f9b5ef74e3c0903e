import Concurrency
import CoordinationTesting
import Glibc
import PostgreSQLServers
import Programs
import RawHTTP

/// A run in which clients add numbers at three servers behind a proxy while faults occur, after which everything is checked.
///
/// Blocks, so call it only from a thread that may block.
struct ClusterRun {
    /// The counts and violations of a run.
    struct Outcome: Sendable {
        var faults: [String: Int] = [:]
        /// The faults in order, with their times.
        var log: [String] = []
        var sessions = 0
        var acknowledgments = 0
        /// The number of acknowledgments that were replays of a stored reply.
        var replays = 0
        /// The number of states that were read between additions.
        var reads = 0
        /// The number of 503 responses of servers, and of 502, 503 and 504 of the proxy.
        var rejections = 0
        var proxyRejections = 0
        /// The requests past the proxy while the database failed.
        var probe = ClusterProbe()
        /// The number of states in the order of revisions.
        var sightings = 0
        var effects = 0
        /// The number of effects that ran again, and were not performed a second time.
        var repeatedEffects = 0
        /// The number of effects that were reported to the user as failed.
        var failures = 0
        /// The number of times that an effect ran to its end under a lost lease.
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
                + "repetition, \(rejections) rejected before by servers and \(proxyRejections) by the proxy), "
                + "\(findings.lost.count) lost, \(findings.duplicated.count) acted twice; \(reads) reads, "
                + "\(findings.decreasedRevisions.count) went back; \(sightings) states, "
                + "\(findings.disordered.count) out of order; \(effects) effects, \(repeatedEffects) ran again, "
                + "\(findings.repeatedEffects.count) performed twice, \(staleEffects) under a lost lease, "
                + "\(findings.unperformed.count) never, \(failures) failed and \(findings.wrongFailures.count) of them "
                + "performed; \(probe.newer) times a session was left to a later release, "
                + "\(findings.wrongSums.count) damaged; \(probe.outages) times not ready, "
                + "\(probe.violations.count) times wrongly; \(events) events on streams that continued "
                + "\(continuations) times, \(findings.streams.count) violations"
        }

        /// Whether all guarantees were kept.
        var isClean: Bool { findings.isClean && staleEffects == 0 && probe.violations.isEmpty }
    }

    var faults: [ClusterFault]
    var clients = 6
    var seed = Torture.seed
    /// The command line options of the servers' deliberate bugs.
    var bugs: [String] = []
    /// The seconds in which all effects must have run and all streams have ended.
    ///
    /// The effects of a killed server run once its lease has ended.
    var limit = 60

    func run() throws -> Outcome {
        var outcome = Outcome()
        var generator = SeededGenerator(seed: seed)
        let cluster = try Cluster(.ledger(bugs: bugs))
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
            outcome.log.append("\(number) \(fault) \(ContinuousClock.now)")
            let shared = try startLedger(at: cluster.port, key: "torture-shared-\(number)")
            for client in clients { client.share(shared) }
            gate.set(.open(port: cluster.port))
            progress.reset()
            do {
                try progress.waitForAll()
            } catch {
                // The ledgers are still compared: under a deliberate bug a session can be beyond repair, and its client waits.
                let last = clients.compactMap(\.snapshot.rejections.last).map { "\($0.status) \($0.text.prefix(300))" }
                outcome.findings.rejections.append("\(error) Their last rejections: \(last)")
                break
            }
            // So that the first fault finds streams, which go on after it.
            _ = try eventually { watchers.allSatisfy { $0.snapshot.events > 0 } }
            usleep(UInt32.random(in: 20_000...300_000, using: &generator))
            // A server with a stream, which must go on at another.
            let streaming = watchers.compactMap(\.snapshot.server).compactMap { cluster.number(of: $0) }
            let number = streaming.randomElement(using: &generator) ?? 0
            try cluster.perform(fault, on: number, &outcome.probe, &generator)
            outcome.faults[fault.rawValue, default: 0] += 1
        }
        try cluster.finishUpgrade()
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

    /// Completes all unanswered requests, and compares the ledgers, the streams and the effects.
    private func finish(
        _ cluster: Cluster,
        _ clients: [LedgerClient],
        _ watchers: [StreamWatcher],
        _ threads: [NamedThread],
        _ gate: ServerGate,
        _ outcome: inout Outcome
    ) throws {
        gate.set(.finishing(port: cluster.port))
        let end = ContinuousClock.now + .seconds(limit)
        _ = try eventually { clients.allSatisfy(\.snapshot.isComplete) || ContinuousClock.now > end }
        if !clients.allSatisfy(\.snapshot.isComplete) {
            outcome.findings.rejections.append("Requests have no response.")
            gate.set(.ended)
        }
        for thread in threads { thread.join() }
        var ledgers: [String: ShownLedger] = [:]
        for port in cluster.ports {
            _ = try startLedger(at: port, key: "torture-recovered-\(port)")
            let reader = try LedgerReader(port: port)
            for client in clients { outcome.findings.add(try reader.check(client)) }
        }
        for client in clients { outcome.findings.add(client.snapshot.findings) }
        // A loss that was found already needs no wait for what belongs to it.
        let deadline = ContinuousClock.now + .seconds(outcome.findings.isClean ? limit : 0)
        let reader = try LedgerReader(port: cluster.ports[1])
        for history in clients.flatMap(\.snapshot.histories) where ledgers[history.id] == nil {
            var shown: ShownLedger?
            _ = try eventually {
                shown = try reader.read(history, &outcome.findings)
                return shown.map(\.isDrained) ?? true || ContinuousClock.now > deadline
            }
            guard let shown else { continue }
            ledgers[history.id] = shown
            outcome.failures += shown.failures
            if !shown.isDrained { outcome.findings.severalKeys.formUnion(shown.numbers) }
        }
        for watcher in watchers {
            var isComplete = false
            _ = try eventually {
                let state = watcher.snapshot
                isComplete = state.history.flatMap { ledgers[$0.id] }.map { $0.numbers == state.numbers } ?? true
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
            outcome.rejections += client.rejections.count(where: \.isFromServer)
            outcome.proxyRejections += client.rejections.count { !$0.isFromServer }
            outcome.findings.rejections += client.rejections.filter { $0.isFromServer && !$0.isHelpfulRejection }
                .map { "\($0.status) \($0.lines) \($0.text)" }
            outcome.reads += client.reads
            outcome.acknowledgments += client.acknowledgments
            outcome.replays += client.replays
        }
        checkOrder(of: ledgers, at: cluster.release, clients, watchers, &outcome)
        let performed = try PerformedEffects(in: cluster.primary.server)
        outcome.effects = performed.keys.count
        outcome.repeatedEffects = performed.repeated
        outcome.staleEffects = performed.stale
        outcome.findings.add(performed.findings(ledgers))
    }

    /// Compares the states that all clients and streams have seen of each ledger.
    private func checkOrder(
        of ledgers: [String: ShownLedger],
        at release: Int,
        _ clients: [LedgerClient],
        _ watchers: [StreamWatcher],
        _ outcome: inout Outcome
    ) {
        var sightings: [String: Set<Sighting>] = [:]
        for history in clients.flatMap(\.snapshot.histories) {
            sightings[history.id, default: []].formUnion(history.sightings)
        }
        for (id, seen) in watchers.flatMap(\.snapshot.sightings) { sightings[id, default: []].formUnion(seen) }
        for (id, ledger) in ledgers {
            let order = RevisionOrder(ledger: ledger, sightings: sightings[id] ?? [], release: release)
            outcome.sightings += order.sightings.count
            outcome.findings.disordered += order.violations.map { "\(id): \($0)" }
        }
    }
}
