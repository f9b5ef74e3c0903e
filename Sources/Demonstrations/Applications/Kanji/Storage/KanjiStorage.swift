import Coordination

/// The kanji to learn, in learning order.
///
/// It is injected into the application. There is no shared instance.
public struct KanjiStorage: Sendable {
    /// All kanji, in learning order.
    public let all: [Kanji]
    private let kanjiByCharacter: [String: Kanji]
    private let searchTexts: [KanjiSearchText]

    /// Stores kanji.
    ///
    /// Of several with the same character, lookups find the first.
    public init(_ kanji: [Kanji]) {
        all = kanji
        kanjiByCharacter = Dictionary(kanji.map { ($0.character, $0) }) { first, _ in first }
        searchTexts = kanji.map(KanjiSearchText.init)
    }

    /// Returns the kanji of a character.
    ///
    /// - Throws: A `Rejection` for a character that is not stored.
    public func kanji(_ character: String) throws -> Kanji {
        guard let kanji = kanjiByCharacter[character] else {
            throw Rejection("kanji.unknown", "There is no kanji '\(character)' on the list.")
        }
        return kanji
    }

    /// Returns the kanji that a word contains, in order and with repetitions.
    ///
    /// Characters that are not stored, such as kana, are skipped.
    public func kanji(of word: String) -> [Kanji] {
        word.compactMap { kanjiByCharacter[String($0)] }
    }

    /// Returns the kanji that match every term of a query, or all kanji for an empty query.
    ///
    /// ```swift
    /// storage.kanji(matching: "sky")    // 空 and 天, by their meanings
    /// storage.kanji(matching: "みず")    // 水, by the reading of a word
    /// ```
    ///
    /// - Parameter query: Terms with white space between them. A term is a character, a word or a reading, a part of
    ///   one, or the beginning of a meaning. Only the first 100 Unicode scalars count.
    /// - Returns: The kanji in the order of the storage.
    public func kanji(matching query: String) -> [Kanji] {
        let terms = SearchTerm.terms(of: query)
        return zip(all, searchTexts).filter { _, text in terms.allSatisfy(text.matches) }.map(\.0)
    }
}
