import UsherProgram

/// The name of a new package, from which identifiers are made.
struct PackageName {
    /// The name, such as `my-bank`.
    let text: String

    /// The name of the Swift module, such as `my_bank`.
    var module: String { text.replacing("-", with: "_") }

    /// The prefix of types, such as `MyBank`.
    var type: String { words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() }

    /// The name for people, such as `My bank`.
    var title: String { text.prefix(1).uppercased() + words.joined(separator: " ").dropFirst() }

    private var words: [Substring] { text.split(separator: "-") }

    /// Checks a name.
    ///
    /// - Throws: `StartError` for a name from which no Swift module can be made, or that a package of Usher has.
    init(_ text: String) throws(StartError) {
        guard text.wholeMatch(of: /[a-z][a-z0-9]*(-[a-z0-9]+)*/) != nil, text.utf8.count <= 40 else {
            throw StartError(
                description:
                    "'\(text)' can't be the name of a package; use a small letter and then up to 39 small letters, digits and single hyphens, such as my-bank."
            )
        }
        guard !Self.keywords.contains(text) else {
            throw StartError(
                description: "'\(text)' is a keyword of Swift and can't name a module; choose another name."
            )
        }
        guard !Self.targets.contains(text) else {
            throw StartError(
                description: "'\(text)' is a target of Usher, and a build has each name once; choose another name."
            )
        }
        self.text = text
    }

    /// The words that can't name a module (The Swift Programming Language, "Keywords and Punctuation").
    private static let keywords: Set = [
        "as", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else", "enum",
        "extension",
        "fallthrough", "false", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let",
        "nil",
        "operator", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
        "subscript",
        "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// The executable targets of the package Usher.
    private static let targets: Set = ["usher", "torture-server", "fuzz"]
}
