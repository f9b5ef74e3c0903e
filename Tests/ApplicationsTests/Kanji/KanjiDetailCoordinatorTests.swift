import CoordinationTesting
import Testing

@testable import Applications

@Suite("The detail flow of kanji")
struct KanjiDetailCoordinatorTests {
    private static let tree = "KanjiCoordinator(AllKanjiListCoordinator(KanjiDetailCoordinator))"
    private static let own = "KanjiCoordinator(KanjiDetailCoordinator)"

    private static func session(word: String? = nil) throws -> TestSession {
        let session = try TestSession.kanji()
        try session.report(KanjiList.kanjiSelected, "水")
        if let word { try session.report(KanjiDetail.wordSelected, word) }
        return session
    }

    @Test("a word's kanji are shown in a list without selection or search (K4)")
    func word() throws {
        let session = try Self.session(word: "水曜日")
        #expect(session.description == "[kanjiList, kanjiDetail, kanjiList] \(Self.tree)")
        let list = try #require(session.screen(KanjiList.self))
        #expect(list.title == "水曜日")
        #expect(list.kanji.map(\.character) == ["水", "曜", "日"])
        #expect(!list.isSelectable)
        #expect(list.query == nil)
    }

    @Test("the list of a word's kanji is the end of the flow: selecting and searching are rejected (K5)")
    func endOfFlow() throws {
        let session = try Self.session(word: "水曜日")
        let before = session.state
        #expect(throws: NavigationError.outputUnavailable("kanjiSelected", screen: "kanjiList")) {
            try session.report(KanjiList.kanjiSelected, "日")
        }
        #expect(throws: NavigationError.outputUnavailable("search", screen: "kanjiList")) {
            try session.report(KanjiList.search, "日")
        }
        #expect(session.state == before)
        #expect(session.state.focus?.screen.view.elements.flatMap(\.reports).isEmpty == true)
    }

    @Test("the list of all kanji stays unchanged while that of a word is shown")
    func covered() throws {
        let session = try TestSession.kanji()
        try session.report(KanjiList.search, "water")
        try session.report(KanjiList.kanjiSelected, "水")
        try session.report(KanjiDetail.wordSelected, "水道")
        #expect(session.characters == ["水", "道"])
        try session.back(to: KanjiDetail.self)
        #expect(session.characters == ["水"])
    }

    @Test("a word that is not an example of the kanji is rejected", arguments: ["火山", "水", "", "水曜"])
    func unknownWord(word: String) throws {
        let session = try Self.session()
        let rejection = Rejection("word.unknown", "There is no word '\(word)' with this kanji.")
        #expect(throws: NavigationError.rejected(rejection)) { try session.report(KanjiDetail.wordSelected, word) }
        #expect(session.description == "[kanjiList, kanjiDetail] \(Self.tree)")
    }

    @Test("a double tap on a kanji shows it once")
    func doubleTap() throws {
        let session = try TestSession.kanji()
        let list = try session.key(of: "kanjiList")
        try session.report("kanjiSelected", from: list, "水")
        #expect(throws: NavigationError.staleScreen(list)) {
            try session.report("kanjiSelected", from: list, "水")
        }
        #expect(session.description == "[kanjiList, kanjiDetail] \(Self.tree)")
    }

    // MARK: Lifetime

    @Test("the flow is in the tree exactly while one of its screens is on the stack (K8)")
    func backAndBack() throws {
        let session = try Self.session(word: "水道")
        try session.back()
        #expect(session.description == "[kanjiList, kanjiDetail] \(Self.tree)")
        try session.back()
        #expect(session.description == KanjiListTests.list)
        #expect(try session.back() == false)
        try session.report(KanjiList.kanjiSelected, "火")
        #expect(session.description == "[kanjiList, kanjiDetail] \(Self.tree)")
    }

    @Test(
        "every way out removes the flow, from both of its screens (K8)",
        arguments: [nil, "水道"],
        [
            { try $0.back(to: $0.rootKey) }, { try $0.open("usher://kanji/") },
        ] as [@Sendable (TestSession) throws -> Bool]
    )
    func waysOut(word: String?, leave: @Sendable (TestSession) throws -> Bool) throws {
        let session = try Self.session(word: word)
        #expect(try leave(session))
        #expect(session.description == KanjiListTests.list)
    }

    @Test("a link to a kanji replaces the flow and the whole stack", arguments: [nil, "水道"])
    func link(word: String?) throws {
        let session = try Self.session(word: word)
        let before = try #require(session.state.coordinators.last?.key)
        try session.open("usher://kanji/%E5%B1%B1")
        #expect(session.description == "[kanjiDetail] \(Self.own)")
        #expect(session.screen(KanjiDetail.self)?.kanji.character == "山")
        #expect(session.state.coordinators[before] == nil)
    }

    // MARK: As the root

    @Test("the flow runs without the list, and its words can be selected (K10)")
    func onItsOwn() throws {
        let session = try TestSession.kanji(link: "usher://kanji/%E6%B0%B4")
        #expect(session.description == "[kanjiDetail] \(Self.own)")
        #expect(try session.back() == false)
        try session.report(KanjiDetail.wordSelected, "水曜日")
        #expect(session.description == "[kanjiDetail, kanjiList] \(Self.own)")
        #expect(session.characters == ["水", "曜", "日"])
        try session.back()
        #expect(session.description == "[kanjiDetail] \(Self.own)")
    }

    @Test("the flow reports seeAll where there is no way back, and its parent shows the list")
    func seeAll() throws {
        let session = try TestSession.kanji(link: "usher://kanji/%E6%B0%B4")
        try session.report(KanjiDetail.seeAll)
        #expect(session.description == KanjiListTests.list)
        try session.report(KanjiList.kanjiSelected, "水")
        #expect(throws: NavigationError.outputUnavailable("seeAll", screen: "kanjiDetail")) {
            try session.report(KanjiDetail.seeAll)
        }
    }
}

extension TestSession {
    /// The key of the root screen of the front stack.
    fileprivate var rootKey: Key { state.stack[0] }

    fileprivate func back(to key: Key) throws -> Bool { try send(.back(to: key)) }
}
