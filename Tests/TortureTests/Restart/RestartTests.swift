import Applications
import Coordination
import Testing

@Suite("A server that is stopped and started again", .serialized)
struct RestartTests {
    @Test("a server that is restarted between requests gives the same responses as one that keeps running")
    func changesNoResponse() async throws {
        var total = RestartWalk.Outcome()
        for seed in Torture.seed..<Torture.seed + Torture.size(3, full: 25) {
            let outcome = try await RestartWalk(seed: seed, steps: Torture.size(300, full: 800)).run()
            #expect(outcome.difference == nil, "seed \(seed)")
            total.responses += outcome.responses
            total.restarts += outcome.restarts
            total.statuses.merge(outcome.statuses, uniquingKeysWith: +)
            total.screens.formUnion(outcome.screens)
        }
        let statuses = total.statuses.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
        Torture.report(
            "restarted \(total.restarts) times between \(total.responses) responses, none changed by it "
                + "(\(statuses.joined(separator: ", ")))"
        )
        // Nobody comes to these by chance: they need the codes of an authenticator app.
        let unreachable: Set = ["recoveryCodes", "secondFactor", "secondFactorRecovery"]
        let missed = Set(try ItemsApplication.make().screens.map { $0.name }).subtracting(total.screens)
            .subtracting(unreachable)
        #expect(missed.isEmpty || !Torture.isFull, "never in front: \(missed)")
    }

    @Test("the test detects a server that forgets which requests it has replied to")
    func losesReplies() async throws {
        let outcome = try await RestartWalk(seed: Torture.seed, steps: 1_500, losesReplies: true).run()
        Torture.report("control, a restart forgets replies: found after \(outcome.responses) responses")
        #expect(outcome.difference != nil)
    }
}
