extension Duration {
    /// The duration in words for a time to wait, rounded up to whole units: `23 seconds`, `12 minutes` or `5 hours`.
    ///
    /// The unit is seconds below two minutes, and minutes below two hours.
    var inWords: String { words(rounding: .up) }

    /// The duration in words for a time that is left, rounded down to whole units.
    var inWordsRoundedDown: String { words(rounding: .down) }

    private enum Rounding { case up, down }

    private func words(rounding: Rounding) -> String {
        let (seconds, rest) = components
        let whole = max(1, rounding == .up && rest > 0 ? seconds + 1 : seconds)
        let (unit, name): (Int64, String) =
            whole < 120 ? (1, "second") : whole < 7_200 ? (60, "minute") : (3_600, "hour")
        let count = rounding == .up ? (whole + unit - 1) / unit : whole / unit
        return "\(count) \(name)\(count == 1 ? "" : "s")"
    }
}
