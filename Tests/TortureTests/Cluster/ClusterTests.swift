import CoordinationTesting
import Glibc
import RawHTTP
import Testing

@Suite("Servers that share a store", .serialized)
struct ClusterTests {
    private func run(
        _ faults: [ClusterFault],
        bugs: [String] = [],
        limit: Int = 60
    ) async throws -> ClusterRun.Outcome {
        let run = ClusterRun(faults: faults, bugs: bugs, limit: limit)
        return try await blocking { try run.run() }.get()
    }

    /// Runs servers with a deliberate bug until a run shows it, at most five times: whether requests meet is a matter of time.
    private func run(
        _ faults: [ClusterFault],
        bug: [String],
        limit: Int = 60,
        until isFound: (ClusterRun.Outcome) -> Bool
    ) async throws -> ClusterRun.Outcome {
        var outcome = try await run(faults, bugs: bug, limit: limit)
        for _ in 1..<5 where !isFound(outcome) { outcome = try await run(faults, bugs: bug, limit: limit) }
        return outcome
    }

    /// Each kind of fault equally often, in any order.
    private static func faults(_ count: Int) -> [ClusterFault] {
        var generator = SeededGenerator(seed: Torture.seed)
        let all = ClusterFault.allCases
        return (0..<count).map { all[$0 % all.count] }.shuffled(using: &generator)
    }

    @Test("lose no acknowledged output, apply none twice, and show no client an earlier state, over all faults")
    func losesNothing() async throws {
        let faults = Torture.size(
            [
                .nodeKilled, .databaseCrashed, .databaseSlow, .commitsCut, .effectCommitsCut, .databaseFull, .failover,
            ],
            full: Self.faults(8 * ClusterFault.allCases.count)
        )
        let outcome = try await run(faults)
        Torture.report("cluster: \(outcome.line)")
        if getuid() != 0 { Torture.report("cluster: no disk was full, because only root may mount one") }
        #expect(outcome.isClean, "seed \(Torture.seed): \(outcome.findings) \(outcome.probe.violations) \(outcome.log)")
        #expect(outcome.acknowledgments > faults.count * 6 && outcome.reads > faults.count)
        #expect(outcome.events > faults.count * 6 && outcome.continuations > 0)
        #expect(outcome.probe.outages >= Cluster.size)
        // Commits were cut after they had arrived, and enough effects were performed between the faults. How many more were cut off
        // before they had begun to commit depends on the speed of the machine.
        #expect(outcome.repeatedEffects > 0 && outcome.effects > faults.count * 6)
    }

    @Test("of two releases leave the sessions of the later one to it, and lose and repeat nothing meanwhile")
    func releases() async throws {
        // With the delay, a server has effects in flight in sessions that the later release changes meanwhile.
        let faults = Torture.size(
            Self.upgrade,
            full: [
                .nodeUpgraded, .effectCommitsCut, .nodeKilled, .releaseRolledBack, .nodePaused, .commitsCut,
                .nodeUpgraded, .databaseCrashed, .releaseRolledBack, .failover, .effectCommitsCut, .nodeUpgraded,
                .nodeKilled,
            ]
        )
        let outcome = try await run(faults, bugs: ["--effect-delay", "200"])
        Torture.report("cluster of two releases: \(outcome.line)")
        #expect(outcome.isClean, "seed \(Torture.seed): \(outcome.findings) \(outcome.probe.violations) \(outcome.log)")
        #expect(outcome.probe.newer > 0 && outcome.acknowledgments > faults.count * 6)
    }

    /// An upgrade with broken commits, which is taken back once.
    private static let upgrade: [ClusterFault] = [.nodeUpgraded, .effectCommitsCut, .releaseRolledBack]

    @Test("the test detects a server that changes the sessions of a later release")
    func claimsSecond() async throws {
        let outcome = try await run(Self.upgrade, bug: ["--claim-second"], limit: 15) { outcome in
            !outcome.findings.wrongSums.isEmpty && !outcome.probe.violations.isEmpty
        }
        Torture.report(
            "control, changes the sessions of a later release: \(outcome.probe.violations.count) changed and "
                + "\(outcome.findings.wrongSums.count) damaged of \(outcome.probe.newer)"
        )
        #expect(!outcome.findings.wrongSums.isEmpty)
        #expect(outcome.probe.violations.contains { $0.hasSuffix("has changed") })
    }

    @Test("the test detects a server that reports an effect whose outcome is unknown as failed")
    func reportsUnknown() async throws {
        let outcome = try await run([.effectCommitsCut], bug: ["--report-unknown"], limit: 15) {
            !$0.findings.wrongFailures.isEmpty
        }
        Torture.report(
            "control, reports unknown outcomes as failed: \(outcome.findings.wrongFailures.count) of "
                + "\(outcome.failures) were performed"
        )
        #expect(!outcome.findings.wrongFailures.isEmpty)
    }

    @Test("the test detects a server that performs an effect again after a commit that was cut")
    func ignoresKeysInDoubt() async throws {
        let outcome = try await run([.effectCommitsCut], bug: ["--ignore-keys"], limit: 15) {
            !$0.findings.repeatedEffects.isEmpty
        }
        Torture.report("control, ignores keys after cut commits: \(outcome.findings.repeatedEffects.count) twice")
        #expect(!outcome.findings.repeatedEffects.isEmpty)
    }

    @Test(
        "need no hints: without any, nothing is lost and no client sees an earlier state",
        .enabled(if: Torture.isFull)
    )
    func needsNoHints() async throws {
        let outcome = try await run([.nodeKilled], bugs: ["--ignore-hints"])
        Torture.report("without hints: \(outcome.line)")
        #expect(outcome.isClean, "seed \(Torture.seed): \(outcome.findings)")
    }

    @Test("the test detects a server that acts under a lease that it has lost")
    func ignoresLeases() async throws {
        let outcome = try await run(
            Torture.size([.nodePaused], full: [.nodePaused, .nodePaused, .nodePaused]),
            bug: ["--ignore-leases", "--effect-delay", "500"],
            until: { $0.staleEffects > 0 }
        )
        Torture.report("control, ignores leases: \(outcome.staleEffects) effects under a lost lease")
        #expect(outcome.staleEffects > 0)
    }

    @Test("the test detects a server that performs effects again although their keys were used")
    func ignoresKeys() async throws {
        // With the delay, a server that is killed has effects that are performed and have no result yet.
        let outcome = try await run(
            [.nodeKilled, .nodeKilled],
            bug: ["--ignore-keys", "--result-delay", "300"],
            limit: 30,
            until: { !$0.findings.repeatedEffects.isEmpty }
        )
        Torture.report("control, ignores keys: \(outcome.findings.repeatedEffects.count) effects performed twice")
        #expect(!outcome.findings.repeatedEffects.isEmpty)
    }

    @Test("the test detects a server that does not perform an effect", .enabled(if: Torture.isFull))
    func skipsEffects() async throws {
        let outcome = try await run([.nodeKilled], bugs: ["--skip-records"], limit: 15)
        Torture.report("control, skips effects: \(outcome.findings.unperformed.count) never performed")
        #expect(!outcome.findings.unperformed.isEmpty)
    }

    @Test("the test detects a server that forgets which requests it has replied to", .enabled(if: Torture.isFull))
    func forgetsReplies() async throws {
        let outcome = try await run([.nodeKilled, .nodeKilled, .commitsCut], bug: ["--forget-replies"], limit: 15) {
            !$0.findings.duplicated.isEmpty
        }
        Torture.report("control, forgets its replies: \(outcome.findings.duplicated.count) acted twice")
        #expect(!outcome.findings.duplicated.isEmpty)
    }

    @Test("the test detects a server that commits over the changes of others")
    func ignoresGenerations() async throws {
        let outcome = try await run([.nodeKilled], bug: ["--ignore-generations"], limit: 15) {
            !$0.findings.lost.isEmpty || !$0.findings.disordered.isEmpty
        }
        Torture.report(
            "control, ignores generations: \(outcome.findings.lost.count) lost, "
                + "\(outcome.findings.disordered.count) out of order"
        )
        // An addition is missing, or two clients had a response with the same revision.
        #expect(!outcome.findings.lost.isEmpty || !outcome.findings.disordered.isEmpty)
    }

    @Test("the test detects a server that relies on hints, and does not compare sessions with the database")
    func skipsComparison() async throws {
        let outcome = try await run([.nodeKilled], bug: ["--skip-comparison"], limit: 15) {
            !$0.findings.decreasedRevisions.isEmpty
        }
        Torture.report("control, relies on hints: \(outcome.findings.decreasedRevisions.count) sessions went back")
        #expect(!outcome.findings.decreasedRevisions.isEmpty)
    }
}
