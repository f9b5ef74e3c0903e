/// A character of Japanese writing that was taken over from Chinese.
public struct Kanji: Codable, Equatable, Sendable {
    /// The character, which is what tells kanji apart.
    public var character: String
    /// What it means, in English.
    public var meanings: [String]
    /// Words that are written with it.
    public var examples: [WordExample]

    /// Describes a kanji.
    public init(character: String, meanings: [String], examples: [WordExample]) {
        self.character = character
        self.meanings = meanings
        self.examples = examples
    }

    /// What a list shows of it.
    var summary: KanjiSummary { KanjiSummary(character: character, meanings: meanings) }
}

/// A word that a kanji occurs in.
public struct WordExample: Codable, Equatable, Sendable {
    /// The word as it is written.
    public var word: String
    /// The word as it is spoken, in hiragana.
    public var reading: String
    /// What it means, in English.
    public var meanings: [String]

    /// Describes a word.
    public init(word: String, reading: String, meanings: [String]) {
        self.word = word
        self.reading = reading
        self.meanings = meanings
    }
}

/// A kanji without its words.
struct KanjiSummary: Codable, Equatable, Sendable {
    var character: String
    var meanings: [String]
}
