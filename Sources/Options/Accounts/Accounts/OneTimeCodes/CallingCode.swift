/// The country code of a telephone number: one to three digits, as ITU-T assigns them (Recommendation E.164).
///
/// The numbers of a code are one group for limits. +1 and +7 are shared by several countries, which are not told apart.
struct CallingCode: Hashable, Sendable {
    /// The digits without the plus sign.
    let digits: String

    private static let ofOneDigit: Set<String> = ["1", "7"]
    private static let ofTwoDigits: Set<String> = Set(
        """
        20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58
        60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98
        """.split(whereSeparator: \.isWhitespace).map(String.init)
    )

    /// Finds the code of a number, or of a prefix of numbers.
    ///
    /// - Parameter number: A plus sign and digits. The result is `nil` if they are fewer than the code has.
    init?(_ number: String) {
        let digits = number.drop { $0 == "+" }
        if Self.ofOneDigit.contains(String(digits.prefix(1))) {
            self.digits = String(digits.prefix(1))
        } else if Self.ofTwoDigits.contains(String(digits.prefix(2))) {
            self.digits = String(digits.prefix(2))
        } else {
            // All codes that are not shorter have three digits, also those that are not assigned.
            guard digits.count >= 3 else { return nil }
            self.digits = String(digits.prefix(3))
        }
    }
}
