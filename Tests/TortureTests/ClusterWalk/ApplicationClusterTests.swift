import RawHTTP
import Testing

@Suite("Servers that share a database, with all applications", .serialized)
struct ApplicationClusterTests {
    @Test("give every session one order of states, at every server, and apply no request twice, over faults")
    func walk() async throws {
        let faults = Torture.size(
            [ClusterFault.nodeKilled, .failover],
            full: Array(repeating: [.nodeKilled, .failover, .databaseCrashed, .commitsCut, .nodePaused], count: 4)
                .flatMap { $0 }
        )
        let walk = ClusterWalk(faults: faults, clients: Torture.size(1, full: 2))
        let outcome = try await blocking { try walk.run() }.get()
        Torture.report("cluster with all applications: \(outcome.line)")
        #expect(outcome.violations == [], "seed \(Torture.seed)")
        #expect(outcome.sessions == walk.clients * 5 && outcome.compared > outcome.sessions * faults.count)
    }

    @Test("the test detects requests that are applied twice")
    func appliesTwice() async throws {
        let walk = ClusterWalk(faults: [.nodeKilled], clients: 1, sendsTwice: true)
        let outcome = try await blocking { try walk.run() }.get()
        Torture.report("control, requests applied twice: \(outcome.violations.count) found")
        #expect(outcome.violations.contains { $0.contains("transitions from") })
    }
}
