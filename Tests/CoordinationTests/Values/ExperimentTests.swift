import Testing

@testable import Coordination

@Suite("An experiment")
struct ExperimentTests {
    private enum Look: String, CaseIterable, Sendable { case list, map, globe }

    private func counts(_ experiment: Experiment<Look>, sessions: Int = 30_000) -> [Look: Int] {
        Dictionary((0..<sessions).map { (experiment.variant(for: "session-\($0)"), 1) }, uniquingKeysWith: +)
    }

    @Test("a session gets the same variant in every process and release")
    func stable() {
        #expect(StableHash.of(["citiesLook", "0198c0de"]) == 0xDC48_6D70_E204_0CAD)
        let experiment = Experiment<Look>("citiesLook")
        #expect(experiment.variant(for: "a") == experiment.variant(for: "a"))
    }

    @Test(
        "each variant gets its share of the sessions",
        arguments: [
            [.list: 1, .map: 1, .globe: 1], [.list: 8, .map: 2], [.globe: 1],
        ] as [[Look: Int]]
    )
    private func weights(weights: [Look: Int]) {
        let total = weights.values.reduce(0, +)
        let counts = counts(Experiment("look", weights: weights))
        for variant in Look.allCases {
            let expected = 30_000 * (weights[variant] ?? 0) / total
            #expect(abs((counts[variant] ?? 0) - expected) < 500, "\(variant)")
        }
    }

    @Test("experiments with different names are independent")
    func independent() {
        let (first, second) = (Experiment<Look>("first"), Experiment<Look>("second"))
        let sessions = (0..<30_000).map { "session-\($0)" }
        let both = sessions.count { first.variant(for: $0) == second.variant(for: $0) }
        #expect(abs(both - 10_000) < 500)
    }

    @Test("the hash differs for texts that are divided elsewhere")
    func divided() {
        #expect(StableHash.of(["ab", "c"]) != StableHash.of(["a", "bc"]))
    }
}
