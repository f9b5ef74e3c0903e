package import Coordination

extension Duration {
    /// The duration in words for a time to wait, rounded up to whole units: `23 seconds`, `12 minutes` or `5 hours`.
    ///
    /// The unit is seconds below two minutes, and minutes below two hours.
    package var inWords: LocalizedText { words(rounding: .up) }

    /// The duration in words for a time that is left, rounded down to whole units.
    package var inWordsRoundedDown: LocalizedText { words(rounding: .down) }

    private enum Rounding { case up, down }

    private func words(rounding: Rounding) -> LocalizedText {
        let (seconds, rest) = components
        let whole = max(1, rounding == .up && rest > 0 ? seconds + 1 : seconds)
        func count(_ unit: Int64) -> Int {
            Int(clamping: rounding == .up ? (whole + unit - 1) / unit : whole / unit)
        }
        if whole < 120 { return "\(count(1)) seconds" }
        if whole < 7_200 { return "\(count(60)) minutes" }
        return "\(count(3_600)) hours"
    }
}
