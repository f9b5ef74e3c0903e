import AccountFlows

/// The rules for new passwords, from OWASP ASVS 5.0 section 6.2 and NIST SP 800-63B-4 section 3.1.1.2.
///
/// A password has 8 to 200 Unicode scalars, of any kind and in any combination. Each rule below rejects passwords that are
/// guessed first. NIST wants 15 characters where a password is the only factor, which ``minimumLength`` can demand. The default
/// is the 8 of ASVS 6.2.1, because accounts also have a verified phone. Passwords of existing accounts are not checked again.
public struct PasswordRules: Sendable {
    /// The default of ``minimumLength``, and the shortest that can be set.
    public static let shortestLength = 8
    /// The maximum length of a password in Unicode scalars.
    public static let maximumLength = 200

    /// Names of the service and of what it offers, which attackers try first (ASVS 6.2.11).
    private static let contextWords = ["usher", "market", "items", "kanji", "shop", "profile", "demo", "admin"]
        .map(folded)
    private static let rows = [
        "abcdefghijklmnopqrstuvwxyz", "0123456789", "1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop",
        "yxcvbnm",
        "azertyuiop", "qsdfghjklm", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p", "!@#$%^&*()_+",
    ].flatMap { [Array($0.unicodeScalars), Array($0.unicodeScalars.reversed())] }

    /// The minimum length of a password in Unicode scalars.
    public let minimumLength: Int

    /// Creates rules.
    ///
    /// - Parameter minimumLength: The minimum length in Unicode scalars. Less than 8 counts as 8.
    public init(minimumLength: Int = shortestLength) {
        self.minimumLength = max(Self.shortestLength, minimumLength)
    }

    /// Returns the reason why a password can't be used for a login, or `nil` when it can.
    func weakness(of password: String, login: String) -> PasswordWeakness? {
        guard password.unicodeScalars.count <= Self.maximumLength else {
            return .tooLong(maximumLength: Self.maximumLength)
        }
        let normalized = normalizedPassword(password)
        guard normalized.unicodeScalars.count >= minimumLength else { return .tooShort(minimumLength: minimumLength) }
        if CommonPasswords.contains(normalized.lowercased()) { return .common }
        let scalars = Self.folded(normalized)
        if Self.isRepetition(scalars) || Self.isRow(scalars) { return .predictable }
        let words = Self.contextWords + (login.unicodeScalars.count >= 3 ? [Self.folded(login)] : [])
        guard Self.count(of: scalars, without: words) >= Self.shortestLength else { return .containsKnownWord }
        return nil
    }

    /// Returns the Unicode scalars of a text in lower case and in the form that is hashed.
    ///
    /// The rules count scalars and not characters, because one character can have any number of them. NIST SP 800-63B-4 counts
    /// code points, too.
    private static func folded(_ text: String) -> [Unicode.Scalar] {
        Array(normalizedPassword(text.lowercased()).unicodeScalars)
    }

    /// Returns whether the scalars are one to four scalars that are repeated.
    private static func isRepetition(_ scalars: [Unicode.Scalar]) -> Bool {
        (1...4).contains { period in
            scalars.count > period
                && scalars.indices.dropFirst(period).allSatisfy {
                    scalars[$0] == scalars[$0 - period]
                }
        }
    }

    /// Returns whether the scalars are a part of a row, such as of a keyboard, which begins again after its end.
    private static func isRow(_ scalars: [Unicode.Scalar]) -> Bool {
        rows.contains { row in
            guard let first = scalars.first, let start = row.firstIndex(of: first) else { return false }
            return scalars.indices.allSatisfy { scalars[$0] == row[(start + $0) % row.count] }
        }
    }

    /// Returns the number of scalars that are in none of the words.
    ///
    /// The longest words are removed first.
    private static func count(of scalars: [Unicode.Scalar], without words: [[Unicode.Scalar]]) -> Int {
        var rest = scalars
        for word in words.sorted(by: { $0.count > $1.count }) {
            var index = 0
            while index + word.count <= rest.count {
                if rest[index..<(index + word.count)].elementsEqual(word) {
                    // A separator keeps the parts on both sides from forming another word. It does not count.
                    rest.replaceSubrange(index..<(index + word.count), with: ["\0"])
                }
                index += 1
            }
        }
        return rest.count { $0 != "\0" }
    }
}
