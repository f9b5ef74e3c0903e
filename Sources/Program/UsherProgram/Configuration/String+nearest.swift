extension String {
    /// Returns words that suggest the most similar of some names.
    func suggestion(in names: some Sequence<String>) -> String {
        let suggestion = names.sorted().min { distance(to: $0) < distance(to: $1) }
        return suggestion.map { "; the closest match is \($0)" } ?? ""
    }

    /// Returns the number of letters to insert, remove or replace to get another text (Levenshtein distance).
    private func distance(to other: String) -> Int {
        let other = Array(other)
        var row = Array(0...other.count)
        for (index, letter) in enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in other.indices {
                let replaced = diagonal + (letter == other[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = Swift.min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[other.count]
    }
}
