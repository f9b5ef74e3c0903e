import CoordinationTesting
import Testing

@testable import Applications

@Suite("Random walks through profile")
struct ProfileWalkTests {
    @Test(
        "10,000 random steps keep all invariants, and at most 50,000 show every screen",
        .timeLimit(.minutes(20)),
        arguments: [1]
    )
    func walk(seed: UInt64) throws {
        let walker = RandomWalker(try ProfileApplication.make(), seed: seed)
        let statistics = try walker.walk(steps: 10_000, untilAllShown: 50_000)
        #expect(statistics.unvisited == [])
        #expect(statistics.questions > 20)
    }
}
