extension String {
    /// The maximum number of combining marks in a row in texts of clients: 30, as in the Stream-Safe Text Format
    /// (UAX #15 §13).
    ///
    /// No language needs more than a few. Canonical comparison sorts each run of marks, in a time that grows with the square of
    /// the run. With this limit `==`, `<`, `hash(into:)` and dictionaries take linear time for any text, also in applications.
    package static let combiningMarkLimit = 30

    /// Whether no run of combining marks is longer than ``combiningMarkLimit``.
    package var isStreamSafe: Bool { !hasRun(ofMoreThan: Self.combiningMarkLimit) }

    /// Returns whether the text has a run of more than this number of combining marks.
    package func hasRun(ofMoreThan limit: Int) -> Bool {
        guard !utf8Span.isKnownASCII else { return false }
        var run = 0
        for scalar in unicodeScalars {
            run = scalar.isCombiningMark ? run + 1 : 0
            if run > limit { return true }
        }
        return false
    }
}

extension Unicode.Scalar {
    /// Whether the scalar, or what it decomposes to, moves when a text is normalized.
    fileprivate var isCombiningMark: Bool {
        switch value {
        case ..<0x300: false
        // Their class is 0, but they decompose into marks with other classes (UAX #15 §5, non-starter decompositions).
        case 0x0F73, 0x0F75, 0x0F81: true
        default: properties.canonicalCombiningClass != .notReordered
        }
    }
}
