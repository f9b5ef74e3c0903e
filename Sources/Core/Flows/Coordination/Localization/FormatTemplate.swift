/// A text with placeholders: `%@` and `%lld` in the order of the values, `%1$@` for the first of them, and `%%` for a percent
/// sign.
struct FormatTemplate {
    private enum Piece: Equatable {
        case literal(String)
        case value(Int)
    }

    private let pieces: [Piece]

    init(_ template: String) {
        var pieces: [Piece] = []
        var literal = ""
        var rest = template.unicodeScalars[...]
        var next = 0
        while let scalar = rest.popFirst() {
            guard scalar == "%" else {
                literal.unicodeScalars.append(scalar)
                continue
            }
            if rest.first == "%" {
                rest.removeFirst()
                literal += "%"
            } else if let place = Self.place(&rest, next: &next) {
                if !literal.isEmpty { pieces.append(.literal(literal)) }
                literal = ""
                pieces.append(.value(place))
            } else {
                literal += "%"
            }
        }
        if !literal.isEmpty { pieces.append(.literal(literal)) }
        self.pieces = pieces
    }

    /// Whether there are words between the values.
    var hasWords: Bool {
        pieces.contains { if case .literal(let literal) = $0 { literal.contains(where: \.isLetter) } else { false } }
    }

    /// The indices of the values in the text, sorted, each once.
    var values: [Int] {
        Set(pieces.compactMap { if case .value(let index) = $0 { index } else { nil } }).sorted()
    }

    /// Returns the text with the values in their places.
    ///
    /// A missing value is left out.
    func filled(with values: [String]) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .literal(let literal): text += literal
            case .value(let index): if values.indices.contains(index) { text += values[index] }
            }
        }
        return text
    }

    /// Removes a placeholder after its percent sign, and returns the index of its value, or `nil` if there is none.
    private static func place(_ rest: inout Substring.UnicodeScalarView, next: inout Int) -> Int? {
        var end = rest
        var number: Int?
        let digits = end.prefix { ("0"..."9").contains($0) }
        if !digits.isEmpty, digits.count <= 3, end.dropFirst(digits.count).first == "$" {
            number = Int(String(digits)).map { $0 - 1 }
            end.removeFirst(digits.count + 1)
        }
        for kind in ["@", "lld", "ld", "d"] where end.starts(with: kind.unicodeScalars) {
            rest = end.dropFirst(kind.unicodeScalars.count)
            if let number { return number }
            defer { next += 1 }
            return next
        }
        return nil
    }
}
