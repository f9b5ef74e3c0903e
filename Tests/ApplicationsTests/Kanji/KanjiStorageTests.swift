import Coordination
import Testing

@testable import Applications

@Suite("The storage of kanji")
struct KanjiStorageTests {
    private static let storage = KanjiStorage.shipped

    private static func characters(matching query: String) -> String {
        storage.kanji(matching: query).map(\.character).joined()
    }

    @Test("the storage has at least a hundred kanji, each once and of one character")
    func characters() {
        let characters = Self.storage.all.map(\.character)
        #expect(characters.count >= 100)
        #expect(Set(characters).count == characters.count)
        for character in characters {
            let scalars = character.unicodeScalars
            #expect(scalars.count == 1)
            // The block of CJK Unified Ideographs.
            #expect(scalars.allSatisfy { (0x4E00...0x9FFF).contains($0.value) }, "\(character)")
        }
    }

    @Test(
        "a query is found in wide characters, among invisible ones and with other spaces",
        arguments: ["ｗａｔｅｒ", "\u{2068}Ｗａｔｅｒ\u{2069}\u{A0}", "wa\u{AD}ter\u{200B}", "\u{FEFF}み\u{200B}ず"]
    )
    func pasted(query: String) {
        #expect(Self.characters(matching: query) == "水")
        #expect(Self.characters(matching: "\u{200B}").count == Self.storage.all.count)
    }

    @Test("every kanji has meanings and three or four example words", arguments: storage.all)
    func entry(kanji: Kanji) {
        #expect(!kanji.meanings.isEmpty)
        #expect((3...4).contains(kanji.examples.count))
        #expect(Set(kanji.examples.map(\.word)).count == kanji.examples.count)
        for example in kanji.examples {
            #expect(example.word.contains(kanji.character), "\(example.word)")
            #expect(example.word.count > 1)
            #expect(!example.meanings.isEmpty)
            // The block of Hiragana.
            let isHiragana = example.reading.unicodeScalars.allSatisfy { (0x3041...0x309F).contains($0.value) }
            #expect(isHiragana && !example.reading.isEmpty, "\(example.reading)")
        }
        let texts = kanji.meanings + kanji.examples.flatMap(\.meanings)
        #expect(texts.allSatisfy { !$0.isEmpty && $0.first?.isWhitespace == false && $0.last?.isWhitespace == false })
    }

    @Test("a word has the same reading and meanings wherever it occurs")
    func consistent() {
        for (word, examples) in Dictionary(grouping: Self.storage.all.flatMap(\.examples), by: \.word) {
            #expect(examples.allSatisfy { $0 == examples[0] }, "\(word)")
        }
    }

    @Test("a stored kanji is found, and another one is rejected")
    func lookup() throws {
        #expect(try Self.storage.kanji("水").meanings == ["water"])
        #expect(throws: Rejection("kanji.unknown", "There is no kanji '\("龍")' on the list.")) {
            try Self.storage.kanji("龍")
        }
    }

    @Test(
        "a word is split into its stored kanji in order, repeated ones included",
        arguments: [
            ("水曜日", "水曜日"), ("飲み物", "飲"), ("日曜日", "日曜日"), ("年年", "年年"), ("ひらがな", ""), ("", ""),
            ("人々", "人"), ("X線の本", "本"),
        ]
    )
    func word(word: String, expected: String) {
        #expect(Self.storage.kanji(of: word).map(\.character).joined() == expected)
    }

    @Test(
        "kanji are found by meaning, word and reading",
        arguments: [
            ("water", "水"), ("WATER", "水"), ("wat", "水"), ("sky", "空天"), ("man", "男"), ("elder br", "兄"),
            ("男の人", "男"), ("水曜日", "水"), ("すいようび", "水"), ("新幹線", "新"),
        ]
    )
    func search(query: String, expected: String) {
        #expect(Self.characters(matching: query) == expected)
    }

    @Test("a reading is found by both of its spellings in Unicode")
    func equivalent() {
        let expected = Self.characters(matching: "みず")
        #expect(expected.contains("水"))
        #expect(Self.characters(matching: "みす\u{3099}") == expected)
        #expect(Self.characters(matching: "みす") == "")
    }

    @Test("a kanji is found by its character, together with the kanji that share a word with it")
    func searchCharacter() {
        #expect(Self.characters(matching: "曜") == "日月火水木金土曜")
    }

    @Test("a blank query finds all kanji, and other queries only kanji that match every term")
    func terms() {
        #expect(Self.storage.kanji(matching: "") == Self.storage.all)
        #expect(Self.storage.kanji(matching: " \u{3000}\n") == Self.storage.all)
        #expect(Self.characters(matching: " high  高校 ") == "高")
        #expect(Self.characters(matching: "high water") == "")
        #expect(Self.characters(matching: "%_*") == "")
    }

    @Test("the first of two equal characters is found, and an empty storage finds nothing")
    func odd() throws {
        let twice = KanjiStorage(["one", "two"].map { Kanji(character: "一", meanings: [$0], examples: []) })
        #expect(try twice.kanji("一").meanings == ["one"])
        #expect(KanjiStorage([]).kanji(of: "水道") == [])
        #expect(KanjiStorage([]).kanji(matching: "") == [])
    }
}
