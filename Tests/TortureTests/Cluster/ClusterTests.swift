import CoordinationTesting
import RawHTTP
import Testing

@Suite("Servers that share a store", .serialized)
struct ClusterTests {
    private func run(_ faults: [ClusterFault], bugs: [String] = []) async throws -> ClusterRun.Outcome {
        let run = ClusterRun(faults: faults, bugs: bugs)
        return try await blocking { try run.run() }.get()
    }

    /// Each kind of fault equally often, in any order.
    private static func faults(_ count: Int) -> [ClusterFault] {
        var generator = SeededGenerator(seed: Torture.seed)
        let all = ClusterFault.allCases
        return (0..<count).map { all[$0 % all.count] }.shuffled(using: &generator)
    }

    @Test("lose no acknowledged output, apply none twice, and show no client an earlier state, over all faults")
    func losesNothing() async throws {
        let faults = Torture.size([.nodeKilled, .databaseCrashed, .connectionsCut, .failover], full: Self.faults(104))
        let outcome = try await run(faults)
        Torture.report("cluster: \(outcome.line)")
        #expect(outcome.findings.isClean && outcome.staleEffects == 0, "seed \(Torture.seed): \(outcome.findings)")
        #expect(outcome.acknowledgments > faults.count * 6)
        #expect(outcome.events > faults.count * 6 && outcome.continuations > 0)
    }

    @Test("the test detects a server that acts under a lease that it has lost")
    func ignoresLeases() async throws {
        let outcome = try await run(
            Torture.size([.nodePaused], full: [.nodePaused, .nodePaused, .nodePaused]),
            bugs: ["--ignore-leases", "--effect-delay", "500"]
        )
        Torture.report("control, ignores leases: \(outcome.staleEffects) effects under a lost lease")
        #expect(outcome.staleEffects > 0)
    }

    @Test("the test detects a server that commits over the changes of others")
    func ignoresGenerations() async throws {
        let outcome = try await run([.nodeKilled], bugs: ["--ignore-generations"])
        Torture.report("control, ignores generations: \(outcome.findings.lost.count) lost")
        #expect(!outcome.findings.lost.isEmpty)
    }

    @Test("the test detects a server that does not look for the changes of others")
    func ignoresChanges() async throws {
        let outcome = try await run([.nodeKilled], bugs: ["--ignore-changes"])
        Torture.report("control, ignores changes: \(outcome.findings.decreasedRevisions.count) sessions went back")
        #expect(!outcome.findings.decreasedRevisions.isEmpty)
    }
}
