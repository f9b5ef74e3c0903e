import Coordination

/// The kanji to learn, in the order in which they are learnt.
///
/// Whoever puts the application together hands it in; no flow reaches for a shared one.
public struct KanjiStorage: Sendable {
    /// Every kanji.
    public let all: [Kanji]
    private let kanjiByCharacter: [String: Kanji]
    private let searchTexts: [KanjiSearchText]

    /// Stores kanji; of several with the same character, the first is found.
    public init(_ kanji: [Kanji]) {
        all = kanji
        kanjiByCharacter = Dictionary(kanji.map { ($0.character, $0) }) { first, _ in first }
        searchTexts = kanji.map(KanjiSearchText.init)
    }

    /// The kanji of a character.
    ///
    /// - Throws: A `Refusal` for a character that is not stored.
    public func kanji(_ character: String) throws -> Kanji {
        guard let kanji = kanjiByCharacter[character] else {
            throw Refusal("kanji.unknown", "There is no kanji '\(character)' on the list.")
        }
        return kanji
    }

    /// The kanji that a word is written with, in its order and as often as they occur.
    ///
    /// Characters that are not stored, such as kana, are skipped.
    public func kanji(of word: String) -> [Kanji] {
        word.compactMap { kanjiByCharacter[String($0)] }
    }

    /// The kanji that everything in a query applies to; all of them for an empty query.
    ///
    /// ```swift
    /// storage.kanji(matching: "sky")    // 空 and 天, by their meanings
    /// storage.kanji(matching: "みず")    // 水, by the reading of a word
    /// ```
    ///
    /// - Parameter query: Characters, words or readings, or parts of them, or the beginnings of meanings, with space between.
    public func kanji(matching query: String) -> [Kanji] {
        let terms = query.lowercased().split(whereSeparator: \.isWhitespace)
        return zip(all, searchTexts).filter { _, text in terms.allSatisfy(text.matches) }.map(\.0)
    }
}
