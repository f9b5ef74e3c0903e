/// A kanji: a Chinese character as Japanese writing uses it.
public struct Kanji: Codable, Equatable, Sendable {
    /// The character, which identifies the kanji.
    public var character: String
    /// The meanings in English.
    public var meanings: [String]
    /// Example words that contain the kanji.
    public var examples: [WordExample]

    /// Creates a kanji.
    public init(character: String, meanings: [String], examples: [WordExample]) {
        self.character = character
        self.meanings = meanings
        self.examples = examples
    }

    /// The part of the kanji that a list shows.
    var summary: KanjiSummary { KanjiSummary(character: character, meanings: meanings) }
}

/// A word that contains a kanji.
public struct WordExample: Codable, Equatable, Sendable {
    /// The written form.
    public var word: String
    /// The spoken form, in hiragana.
    public var reading: String
    /// The meanings in English.
    public var meanings: [String]

    /// Creates a word.
    public init(word: String, reading: String, meanings: [String]) {
        self.word = word
        self.reading = reading
        self.meanings = meanings
    }
}

/// A kanji without its example words.
struct KanjiSummary: Codable, Equatable, Sendable {
    var character: String
    var meanings: [String]
}
