/// The search index of one kanji, computed once.
struct KanjiSearchText: Sendable {
    /// The character, its words and their readings.
    ///
    /// Any part of them matches.
    private let japanese: SearchableText
    /// The words of the meanings.
    ///
    /// Only their beginnings match, so that "man" does not find 女, "woman".
    private let meanings: [Substring]

    init(_ kanji: Kanji) {
        let texts = [kanji.character] + kanji.examples.flatMap { [$0.word, $0.reading] }
        japanese = SearchableText(texts.joined(separator: "\n"))
        meanings = kanji.meanings.flatMap { $0.lowercased().split { !$0.isLetter } }
    }

    /// Returns whether a term matches the kanji.
    func matches(_ term: SearchTerm) -> Bool {
        japanese.contains(term) || meanings.contains { $0.hasPrefix(term.text) }
    }
}
