import Applications

/// The rules for new passwords: those of OWASP ASVS 5.0 section 6.2 and of NIST SP 800-63B-4 section 3.1.1.2.
///
/// A password has 8 to 200 Unicode scalars, of any kind and in any combination; each rule below rejects passwords that
/// are guessed first. NIST wants 15 characters where a password is the only factor, which ``minimumLength`` can demand;
/// the default is the 8 of ASVS 6.2.1, because accounts also have a verified phone.
/// Passwords of existing accounts are not checked again.
public struct PasswordRules: Sendable {
    /// The default of ``minimumLength``, below which no rules are weak enough to be set.
    public static let shortestLength = 8
    /// The maximum length of a password in Unicode scalars.
    public static let maximumLength = 200

    /// Names of the service and of what it offers, which attackers try first (ASVS 6.2.11).
    private static let contextWords = ["usher", "market", "items", "kanji", "shop", "profile", "demo", "admin"]
    private static let rows = [
        "abcdefghijklmnopqrstuvwxyz", "0123456789", "1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop",
        "yxcvbnm",
        "azertyuiop", "qsdfghjklm", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p", "!@#$%^&*()_+",
    ].flatMap { [Array($0), Array($0.reversed())] }

    /// The minimum length of a password in Unicode scalars.
    public let minimumLength: Int

    /// Creates rules.
    ///
    /// - Parameter minimumLength: The minimum length in Unicode scalars; less than 8 counts as 8.
    public init(minimumLength: Int = shortestLength) {
        self.minimumLength = max(Self.shortestLength, minimumLength)
    }

    /// Returns the reason why a password can't be used for a login; `nil` when it can.
    func weakness(of password: String, login: String) -> PasswordWeakness? {
        guard password.unicodeScalars.count <= Self.maximumLength else {
            return .tooLong(maximumLength: Self.maximumLength)
        }
        let normalized = normalizedPassword(password)
        guard normalized.unicodeScalars.count >= minimumLength else { return .tooShort(minimumLength: minimumLength) }
        if CommonPasswords.contains(normalized.lowercased()) { return .common }
        let characters = Array(normalized.lowercased())
        if Self.isRepetition(characters) || Self.isRow(characters) { return .predictable }
        let words = Self.contextWords + (login.unicodeScalars.count >= 3 ? [login.lowercased()] : [])
        guard Self.count(of: characters, without: words) >= Self.shortestLength else { return .containsKnownWord }
        return nil
    }

    /// Whether the characters are at most four, again and again.
    private static func isRepetition(_ characters: [Character]) -> Bool {
        (1...4).contains { period in
            characters.count > period
                && characters.indices.dropFirst(period).allSatisfy {
                    characters[$0] == characters[$0 - period]
                }
        }
    }

    /// Whether the characters are a part of a row that is repeated at its end.
    private static func isRow(_ characters: [Character]) -> Bool {
        rows.contains { row in
            guard let first = characters.first, let start = row.firstIndex(of: first) else { return false }
            return characters.indices.allSatisfy { characters[$0] == row[(start + $0) % row.count] }
        }
    }

    /// Returns the number of characters that are in none of the words; the longest words are removed first.
    private static func count(of characters: [Character], without words: [String]) -> Int {
        var rest = characters
        for word in words.map(Array.init).sorted(by: { $0.count > $1.count }) {
            var index = 0
            while index + word.count <= rest.count {
                if rest[index..<(index + word.count)].elementsEqual(word) {
                    // A separator keeps the parts on both sides from forming another word; it counts as no character.
                    rest.replaceSubrange(index..<(index + word.count), with: ["\0"])
                }
                index += 1
            }
        }
        return rest.count { $0 != "\0" }
    }
}
