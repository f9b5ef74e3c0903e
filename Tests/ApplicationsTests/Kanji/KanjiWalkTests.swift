import CoordinationTesting
import Testing

@testable import Applications

@Suite("The kanji application, walked at random")
struct KanjiWalkTests {
    @Test("keeps what must hold over 10,000 steps and sees every screen", .timeLimit(.minutes(2)), arguments: [1])
    func walk(seed: UInt64) throws {
        let walker = RandomWalker(
            try KanjiApplication.make(),
            seed: seed,
            links: ["", "%E6%B0%B4", "%E5%B1%B1", "%E9%BE%8D", "a/b"].map { "usher://kanji/\($0)" },
            payloads: ["kanjiList.search": ["", "water", "学", "がく", "nothing like it"]]
        )
        let statistics = try walker.walk(steps: 10_000)
        #expect(statistics.unvisited == [])
    }

    @Test("is wired properly")
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
