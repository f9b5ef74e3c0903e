import CoordinationTesting
import Testing

@Suite("Random walks through the scripted application")
struct RouterWalkTests {
    @Test("the invariants hold after every step of a random walk", arguments: UInt64(1)...24)
    func walk(seed: UInt64) throws {
        let walker = RandomWalker(
            try .scripted(),
            seed: seed,
            samples: Samples(links: [
                "usher://scripted/push%20a", "usher://scripted/refuse", "usher://scripted/run%20mid%20root",
            ])
            .results(of: Ask.self) { _, _ in ["because", "don't know"] }
            .results(of: Whisper.self) { _, _ in [1] }
            .results(of: Hint.self) { _, _ in [2] },
            sessionLength: 60
        )
        _ = try walker.walk(steps: 300)
    }
}
