import CoordinationTesting
import Testing

@testable import Applications

@Suite("The links of kanji")
struct KanjiLinkTests {
    private static let own = "[kanjiDetail] KanjiCoordinator(KanjiDetailCoordinator)"

    @Test(
        "a link shows the list or one kanji, at the start and later",
        arguments: [
            ("usher://kanji", KanjiListTests.list), ("usher://kanji/", KanjiListTests.list),
            ("usher://kanji/%E6%B0%B4", own), ("usher://kanji/%e6%b0%b4/", own),
        ]
    )
    func places(link: String, expected: String) throws {
        #expect(try TestSession.kanji(link: link).description == expected)
        let session = try TestSession.kanji()
        try session.report(KanjiList.kanjiSelected, "火")
        try session.report(KanjiDetail.wordSelected, "火山")
        try session.open(link)
        #expect(session.description == expected)
    }

    @Test("a link replaces one kanji by another, or by the list")
    func oneByOne() throws {
        let session = try TestSession.kanji(link: "usher://kanji/%E6%B0%B4")
        try session.open("usher://kanji/%E5%B1%B1")
        #expect(session.description == Self.own)
        #expect(session.screen(KanjiDetail.self)?.kanji.character == "山")
        try session.open("usher://kanji/")
        #expect(session.description == KanjiListTests.list)
    }

    @Test("a link to the list keeps its search")
    func search() throws {
        let session = try TestSession.kanji()
        try session.report(KanjiList.search, "sky")
        #expect(try session.open("usher://kanji/") == false)
        #expect(session.characters == ["空", "天"])
    }

    @Test(
        "an unknown or malformed link is refused and changes nothing",
        arguments: [
            "usher://kanji/%E6%B0%B4/%E7%81%AB", "usher://kanji//", "usher://kanji/%FF", "usher://kanji/水",
            "usher://items/%E6%B0%B4", "kanji",
        ]
    )
    func unknown(link: String) throws {
        let session = try TestSession.kanji()
        #expect(throws: NavigationError.unknownLink(link)) { try session.open(link) }
        #expect(session.description == KanjiListTests.list)
        #expect(throws: NavigationError.unknownLink(link)) { try TestSession.kanji(link: link) }
    }

    @Test("a link to an unknown kanji is rejected (K12)", arguments: [("%E9%BE%8D", "龍"), ("water", "water")])
    func unknownKanji(segment: String, character: String) throws {
        let session = try TestSession.kanji()
        let rejection = Rejection("kanji.unknown", "There is no kanji '\(character)' on the list.")
        #expect(throws: NavigationError.rejected(rejection)) { try session.open("usher://kanji/\(segment)") }
        #expect(session.description == KanjiListTests.list)
    }
}
