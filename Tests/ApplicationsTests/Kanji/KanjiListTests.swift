import CoordinationTesting
import JSON
import Testing

@testable import Applications

@Suite("The list of kanji")
struct KanjiListTests {
    static let list = "[kanjiList] KanjiCoordinator(AllKanjiListCoordinator)"

    @Test("the application starts with all kanji (K1)")
    func launch() throws {
        let session = try TestSession.kanji()
        #expect(session.description == Self.list)
        let list = try #require(session.screen(KanjiList.self))
        #expect(list.title == "Kanji list")
        #expect(list.kanji == KanjiStorage.shipped.all.map(\.summary))
        #expect(list.kanji.prefix(3).map(\.character) == ["一", "二", "三"])
        #expect(list.isSelectable)
    }

    @Test("selecting a kanji shows its details (K2)")
    func select() throws {
        let session = try TestSession.kanji()
        try session.report(KanjiList.kanjiSelected, "水")
        #expect(
            session.description
                == "[kanjiList, kanjiDetail] KanjiCoordinator(AllKanjiListCoordinator(KanjiDetailCoordinator))"
        )
        #expect(session.screen(KanjiDetail.self)?.kanji.meanings == ["water"])
    }

    @Test("a kanji that is not on the list is rejected (K12)", arguments: ["龍", "a", "", "水道", "み"])
    func unknown(character: String) throws {
        let session = try TestSession.kanji()
        let rejection = Rejection("kanji.unknown", "There is no kanji '\(character)' on the list.")
        #expect(throws: NavigationError.rejected(rejection)) {
            try session.report(KanjiList.kanjiSelected, character)
        }
        #expect(session.description == Self.list)
        #expect(session.revision == 1)
    }

    @Test("an empty storage gives an empty list without search (K11)")
    func emptyStorage() throws {
        let session = try TestSession.kanji(storage: KanjiStorage([]))
        #expect(session.description == Self.list)
        #expect(session.characters == [])
        #expect(throws: NavigationError.outputUnavailable("search", screen: "kanjiList")) {
            try session.report(KanjiList.search, "水")
        }
        #expect(throws: NavigationError.self) { try session.report(KanjiList.kanjiSelected, "水") }
        #expect(session.revision == 1)
    }

    @Test("a search is kept while a kanji is shown and after a restart")
    func search() throws {
        let session = try TestSession.kanji()
        try session.report(KanjiList.search, "sky")
        #expect(session.characters == ["空", "天"])
        try session.report(KanjiList.kanjiSelected, "空")
        try session.restart()
        try session.back()
        #expect(session.characters == ["空", "天"])
        #expect(session.screen(KanjiList.self)?.query == "sky")
        #expect(session.description == Self.list)
        try session.report(KanjiList.search, "")
        #expect(session.characters.count == KanjiStorage.shipped.all.count)
    }

    @Test("a search without results offers to show all kanji again")
    func nothingFound() throws {
        let session = try TestSession.kanji()
        try session.report(KanjiList.search, "xyzzy")
        #expect(session.characters == [])
        let reports = session.state.focus?.screen.view.elements.flatMap(\.reports) ?? []
        #expect(reports.contains { $0.output == "search" && $0.payload == "" })
        #expect(session.description == Self.list)
    }

    @Test("a kanji that a search has just hidden can be selected, because the user saw it on tapping")
    func hiddenBySearch() throws {
        let session = try TestSession.kanji()
        try session.report(KanjiList.search, "sky")
        try session.report(KanjiList.kanjiSelected, "水")
        #expect(session.stack == ["kanjiList", "kanjiDetail"])
    }
}
