/// A source of names that gives each name once.
struct FreeNames {
    private var taken: Set<String>

    init(taken: Set<String> = []) { self.taken = taken }

    /// Returns a name, with a number behind it if it is taken.
    mutating func take(_ name: String) -> String {
        var free = name
        var number = 2
        while !taken.insert(free).inserted {
            free = "\(name)\(number)"
            number += 1
        }
        return free
    }
}

extension Sequence<String> {
    /// Returns identifiers for names, each once, in the same order.
    func identifiers(taken: Set<String> = [], _ identifier: (String) -> String) -> [String] {
        var free = FreeNames(taken: taken)
        return map { free.take(identifier($0)) }
    }
}

extension String {
    /// The text as the name of a type: `OrderKind` for `order.kind`.
    var upperCamelCase: String {
        var name = ""
        for word in split(whereSeparator: { !$0.isWord }) {
            // Two numbers stay apart.
            if name.last?.isNumber == true, word.first?.isNumber == true { name += "_" }
            name += word.prefix(1).uppercased() + word.dropFirst()
        }
        return name.first?.isNumber ?? true ? "_" + name : name
    }

    /// The text as the name of a value: `inProgress` for `in-progress`.
    var lowerCamelCase: String {
        let name = upperCamelCase
        let capitals = name.prefix { $0.isUppercase }
        // All capitals of an abbreviation at the start but the first of the next word: `urlList` for `URLList`.
        let count = capitals.count == name.count || capitals.count <= 1 ? capitals.count : capitals.count - 1
        return name.prefix(count).lowercased() + name.dropFirst(count)
    }

    /// Whether the text is an identifier in each of the languages, apart from their keywords.
    var isIdentifier: Bool { !isEmpty && first?.isNumber == false && allSatisfy(\.isWord) }
}

extension Character {
    fileprivate var isWord: Bool { isASCII && (isLetter || isNumber) || self == "_" }
}
