import CoordinationTesting
import JSON
import Testing

@testable import Applications

@Suite("Random walks through market")
struct MarketWalkTests {
    @Test(
        "10,000 random steps keep all invariants, and at most 50,000 show every screen",
        .timeLimit(.minutes(20)),
        arguments: [2]
    )
    func walk(seed: UInt64) throws {
        let walker = RandomWalker(try MarketApplication.make(), seed: seed)
        let statistics = try walker.walk(steps: 10_000, untilAllShown: 50_000)
        #expect(statistics.unvisited == [])
        #expect(statistics.barriers > 20)
        #expect(statistics.questions > 20)
    }
}
