/// Texts that take a long time if something compares, splits or measures them carelessly.
struct WorstText: Sendable, CaseIterable {
    let name: String
    /// The scalars of one of the parts that are repeated in turn, or of all marks in descending order of their classes.
    private let scalars: [Unicode.Scalar]
    private let prefix: String
    private let isSorted: Bool

    private init(_ name: String, prefix: String = "", _ text: String, isSorted: Bool = false) {
        self.name = name
        self.prefix = prefix
        scalars = Array(text.unicodeScalars)
        self.isSorted = isSorted
    }

    /// Returns the text with about this many bytes, and never more.
    func callAsFunction(bytes: Int) -> String {
        var text = prefix
        let width = String(String.UnicodeScalarView(scalars)).utf8.count
        let count = max(0, bytes - prefix.utf8.count) / width
        if isSorted {
            for scalar in scalars { for _ in 0..<count { text.unicodeScalars.append(scalar) } }
        } else {
            for _ in 0..<count { text.unicodeScalars.append(contentsOf: scalars) }
        }
        return text
    }

    /// Marks of many combining classes, in descending order.
    private static let marks =
        "\u{345}\u{35D}\u{35C}\u{315}\u{300}\u{302E}\u{30F}\u{302A}\u{316}\u{31B}\u{321}\u{F74}\u{F71}\u{EC8}\u{EB8}"
        + "\u{E48}\u{E38}\u{711}\u{670}\u{651}\u{64F}\u{5BC}\u{5B0}\u{94D}\u{3099}\u{93C}\u{334}"

    static let allCases: [WorstText] = [
        .init("combining marks in descending order", prefix: "a", marks, isSorted: true),
        .init("combining marks of two classes in turn", prefix: "a", "\u{301}\u{323}"),
        .init("one combining mark again and again", prefix: "a", "\u{301}"),
        .init("marks of class 0 that decompose into two marks", prefix: "a", "\u{F73}\u{F81}"),
        .init("30 marks after each letter", "a" + String(repeating: "\u{301}\u{323}\u{334}", count: 10)),
        .init("letters that are not in composed form", "e\u{301}"),
        .init("letters that decompose into four scalars", "\u{1F82}"),
        .init("ligatures with long decompositions", "\u{FDFA}\u{FB2C}"),
        .init("ideographs that are replaced in normal form", "\u{F900}\u{2F800}"),
        .init("the sign that is an ASCII letter in normal form", "\u{212A}\u{37E}"),
        .init("leading Hangul consonants", "\u{1100}"),
        .init("trailing Hangul consonants", prefix: "\u{1100}\u{1161}", "\u{11A8}"),
        .init("Hangul syllables in parts", "\u{1100}\u{1161}\u{11A8}"),
        .init("emoji joined to one", prefix: "\u{1F469}", "\u{200D}\u{1F469}"),
        .init("regional indicators", "\u{1F1E9}"),
        .init("variation selectors after one letter", prefix: "a", "\u{FE0F}"),
        .init("joined Devanagari consonants", "\u{915}\u{94D}"),
        .init("letters", "a"),
        .init("words of one letter", "a "),
        .init("white space", "\u{3000}"),
        .init("letters that become two in lower case", "\u{130}"),
    ]
}
