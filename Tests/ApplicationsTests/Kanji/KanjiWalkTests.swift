import CoordinationTesting
import Testing

@testable import Applications

@Suite("Random walks through kanji")
struct KanjiWalkTests {
    @Test(
        "10,000 random steps keep all invariants, and at most 50,000 show every screen",
        .timeLimit(.minutes(20)),
        arguments: [1]
    )
    func walk(seed: UInt64) throws {
        let walker = RandomWalker(try KanjiApplication.make(), seed: seed)
        let statistics = try walker.walk(steps: 10_000, untilAllShown: 50_000)
        #expect(statistics.unvisited == [])
    }

    @Test("the application has the expected screens and flows")
    func application() throws {
        let application = try KanjiApplication.make()
        #expect(application.screens.map { $0.name } == ["kanjiDetail", "kanjiList"])
        #expect(
            application.flowVersions.keys.sorted() == [
                "AllKanjiListCoordinator", "KanjiCoordinator", "KanjiDetailCoordinator",
            ]
        )
    }
}
