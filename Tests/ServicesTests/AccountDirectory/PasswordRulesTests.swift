import AccountFlows
import SessionsTesting
import Testing

@testable import Accounts
@testable import Applications

@Suite("The rules for passwords")
struct PasswordRulesTests {
    private let rules = PasswordRules()

    @Test("a password needs eight characters, regardless of their bytes, and has at most two hundred")
    func length() {
        #expect(rules.weakness(of: "1734567", login: "anna") == .tooShort(minimumLength: 8))
        #expect(rules.weakness(of: "äöüß", login: "anna") == .tooShort(minimumLength: 8))
        #expect(rules.weakness(of: "äöüßéñçå", login: "anna") == nil)
        let long = String((0..<200).map { "abcdefgxyz"[$0 * 7 % 10] } + "ÿ!")
        #expect(rules.weakness(of: String(long.prefix(200)), login: "anna") == nil)
        #expect(rules.weakness(of: long, login: "anna") == .tooLong(maximumLength: 200))
        #expect(
            rules.weakness(of: String(repeating: "\u{301}", count: 100_000), login: "a") == .tooLong(maximumLength: 200)
        )
    }

    @Test("the characters of a password are counted in the form that is hashed")
    func normalizedLength() {
        #expect(rules.weakness(of: "e\u{301}e\u{300}a\u{301}a\u{300}", login: "anna") == .tooShort(minimumLength: 8))
    }

    @Test("the minimum can be raised to the 15 of NIST SP 800-63B-4, and never below eight")
    func minimum() {
        let strict = PasswordRules(minimumLength: 15)
        #expect(strict.weakness(of: "blue giraffe 7", login: "anna") == .tooShort(minimumLength: 15))
        #expect(strict.weakness(of: "blue giraffe 77", login: "anna") == nil)
        #expect(PasswordRules(minimumLength: 1).minimumLength == 8)
    }

    @Test("the list has the 3,000 most common passwords of eight characters and more")
    func listSize() {
        #expect(CommonPasswords.count >= 3_000)
    }

    @Test(
        "common passwords are rejected in any case",
        arguments: [
            "password", "Password1", "12345678", "QWERTYUIOP", "iloveyou", "letmein123", "1qaz2wsx", "superman",
        ]
    )
    func common(password: String) {
        #expect(rules.weakness(of: password, login: "anna") == .common)
    }

    @Test(
        "repetitions and rows are rejected",
        arguments: [
            "aaaaaaaaaaaaaaa", "abababababababab", "abcabcabcabcabcab", "xyzwxyzwxyzwx", "hijklmnopqrs", "srqponmlkjih",
            "3456789012345", "poiuytrewqpoiuy", "éééééééééé",
        ]
    )
    func predictable(password: String) {
        #expect(rules.weakness(of: password, login: "anna") == .predictable)
    }

    @Test(
        "the username and the names of the service do not count toward the length",
        arguments: ["annamariaxyz", "annaMARIA1", "usher2026", "Usher-annamaria", "marketmarket12", "7654annamaria"]
    )
    func knownWords(password: String) {
        #expect(rules.weakness(of: password, login: "AnnaMaria") == .containsKnownWord)
    }

    @Test(
        "any other characters and combinations are accepted",
        arguments: [
            "correct horse", "enigma12", "x7#kQ2!p", "ein Pfund Mehl", "漢字漢字仮名交文", "annamaria loves cats",
            "        ~~~~~~~~1",
        ]
    )
    func accepted(password: String) {
        #expect(rules.weakness(of: password, login: "annamaria") == nil)
    }

    @Test(
        "the characters of a password are Unicode scalars, also where several of them are drawn as one",
        arguments: ["🇩🇪🇫🇷🇮🇹🇪🇸", "क्षत्रिय", "👩🏽‍🚀👨‍👩‍👧", "ที่รักของฉัน"]
    )
    func scalars(password: String) {
        #expect(password.unicodeScalars.count >= 8)
        #expect(rules.weakness(of: password, login: "annamaria") == nil)
    }

    @Test("a login is found in a password in any case and any form of its accents", arguments: ["RENÉ", "Rene\u{301}"])
    func accents(login: String) {
        #expect(rules.weakness(of: "rené7654", login: login) == .containsKnownWord)
        #expect(rules.weakness(of: "Rene\u{301}7654", login: login) == .containsKnownWord)
    }

    @Test("a login of two characters is no known word")
    func shortLogin() {
        #expect(rules.weakness(of: "ananasxyq", login: "an") == nil)
    }

    @Test("an account is not created with a weak password, and the reason is told")
    func directory() async throws {
        let directory = try LocalAccountDirectory(clock: ManualClock(), hashing: .cheap)
        #expect(try await directory.signUp(.of("anna", "password"), key: "1") == "weak common")
        #expect(try await directory.signUp(.of("anna", "1234567"), key: "2") == "weak tooShort(minimumLength: 8)")
        #expect(try await directory.signUp(.of("anna", "correct horse"), key: "3") == "account anna")
    }
}

extension String {
    fileprivate subscript(offset: Int) -> Character { self[index(startIndex, offsetBy: offset)] }
}
