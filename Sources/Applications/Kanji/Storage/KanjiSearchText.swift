/// What a kanji can be found by, prepared once.
struct KanjiSearchText: Sendable {
    /// The character, its words and their readings; any part of them is a hit.
    private let japanese: String
    /// The words of its meanings; only their beginnings are hits, so that "man" does not find 女, "woman".
    private let meanings: [Substring]

    init(_ kanji: Kanji) {
        japanese = ([kanji.character] + kanji.examples.flatMap { [$0.word, $0.reading] }).joined(separator: "\n")
        meanings = kanji.meanings.flatMap { $0.lowercased().split { !$0.isLetter } }
    }

    /// Whether a kanji is meant by a term, which has lower-case letters only.
    func matches(_ term: Substring) -> Bool {
        japanese.contains(term) || meanings.contains { $0.hasPrefix(term) }
    }
}
