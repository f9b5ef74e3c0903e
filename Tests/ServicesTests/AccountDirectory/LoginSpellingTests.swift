import Coordination
import Foundation
import Sessions
import SessionsTesting
import Testing

@testable import AccountFlows
@testable import Accounts
@testable import Applications
@testable import ServiceDatabase

@Suite("Spellings of logins", .eachEngine)
struct LoginSpellingTests {
    let clock = ManualClock()
    let database: ServiceDatabase
    let directory: LocalAccountDirectory

    init() throws {
        database = try .forTest()
        directory = try LocalAccountDirectory(in: database, clock: clock, hashing: .cheap)
    }

    private func signUp(_ login: String) async throws -> String {
        try await directory.signUp(.of(login, "correct horse"), key: UUID().uuidString)
    }

    private func signIn(_ login: String) async throws -> String {
        try await directory.signIn(.of(login, "correct horse"), key: UUID().uuidString).text
    }

    @Test("an account is found in every spelling of its login")
    func spellings() async throws {
        #expect(try await signUp("Jörg") == "account jörg")
        for login in [
            "jörg", "JÖRG", "jo\u{308}rg", "JO\u{308}RG", " jörg\u{A0}", "\u{3000}jörg", "ｊörg", "j\u{AD}örg",
            "\u{202A}jörg\u{202C}",
            "jörg\u{200B}", "jörg\n", "\u{FEFF}jörg",
        ] {
            #expect(try await signIn(login) == "account jörg", "\(login.debugDescription)")
            #expect(try await signUp(login) == "taken", "\(login.debugDescription)")
            #expect(try await directory.accountID(ofLogin: login) == "jörg")
        }
        #expect(try await signIn("jorg") == "rejected")
    }

    @Test("all spellings of a login share the limit of attempts")
    func sharedLimit() async throws {
        _ = try await signUp("jörg")
        var texts: [String] = []
        for login in ["jörg", "JÖRG", "jo\u{308}rg", "jörg ", "ｊörg", "j\u{AD}örg"] {
            texts.append(
                try await directory.signIn(.of(login, "wrong"), from: .session("other"), key: UUID().uuidString).text
            )
        }
        #expect(texts.prefix(5).allSatisfy { $0 == "rejected" } && texts.last?.hasPrefix("tooMany") == true)
    }

    @Test(
        "a new login has letters of one script, in one direction, and nothing that is not seen",
        arguments: [
            ("anna", true), ("anna.smith+1@example.com", true), ("anna smith", true), ("Jörg", true), ("мария", true),
            ("山田たろう", true),
            ("김철수", true), ("दीपक", true), ("שלום", true), ("أحمد", true), ("أحمد١٢", true), ("straße", true),
            ("pаypal", false), ("aннa", false), ("mallory\u{0}x", false), ("mal\u{1B}lory", false),
            ("a\u{E000}b", false),
            ("a\u{FFFF}b", false), ("a\u{378}b", false), ("①②③", false), ("ℌans", false), ("😀", false), ("a😀", false),
            ("\u{301}a", false),
            ("שלוםabc", false), ("a١٢۳", false), ("a–b", false), ("ﬁnn", false), ("Ⅳ", false), ("a\u{2028}b", true),
        ]
    )
    func newLogins(login: String, isAllowed: Bool) async throws {
        #expect((LoginName(new: login) != nil) == isAllowed)
        let isAccepted = try await signUp(login) != "invalidLogin"
        #expect(isAccepted == isAllowed)
    }

    @Test(
        "no two accounts look the same",
        arguments: [
            ("paypa", "раура"), ("paypal", "paypa1"), ("scope", "ѕсоре"), ("barn", "bam"), ("l0l", "10l"),
            ("anna\u{2010}b", "anna-b"),
            ("ö", "o\u{308}"), ("mallory", "ma11ory"),
        ]
    )
    func lookAlikes(first: String, second: String) async throws {
        let isFirstAllowed = try await signUp(first).hasPrefix("account")
        let result = try await signUp(second)
        #expect(isFirstAllowed ? result == "taken" : result.hasPrefix("account"))
    }

    @Test("accounts of earlier releases are found by the bytes of their logins, and then by every other spelling")
    func earlierAccounts() async throws {
        let earlier = ["jo\u{308}rg", "jörg", "anna\u{200B}", "bÖrk", "mallory\u{0}x", "pаypal"]
        for (number, login) in earlier.enumerated() {
            let password = try PasswordHasher(cost: .cheap).hash("password \(number)")
            try database.write { db in
                _ = try db.change(
                    "INSERT INTO account (login, document, password) VALUES (?, ?, ?)",
                    Array(login.utf8),
                    try JSONColumn.text(Account(id: login)),
                    password.text
                )
            }
        }
        let directory = try LocalAccountDirectory(in: database, clock: clock, hashing: .cheap)
        func signIn(_ login: String, _ number: Int) async throws -> Account.ID? {
            let result = try await directory.signIn(.of(login, "password \(number)"), key: UUID().uuidString)
            guard case .account(let account) = result else { return nil }
            return account.id
        }
        for (number, login) in earlier.enumerated() {
            #expect(
                try await signIn(login, number)?.utf8.elementsEqual(login.utf8) == true,
                "\(login.debugDescription)"
            )
            #expect(try await directory.account(login)?.id.utf8.elementsEqual(login.utf8) == true)
        }
        #expect(try await signIn("anna", 2) == "anna\u{200B}")
        #expect(try await signIn("Börk", 3) == "bÖrk")
        #expect(try await signIn("JÖRG", 1) == "jörg")
        #expect(try await directory.signUp(.of("anna", "correct horse"), key: "new") == "taken")
        #expect(try await directory.signUp(.of("paypal", "correct horse"), key: "other") == "taken")

        let control = AccountControl(database)
        for login in earlier + ["BÖRK", "Anna"] {
            #expect(try control.account(ofLogin: login) != nil, "\(login.debugDescription)")
        }
        #expect(try control.account(ofLogin: "jo\u{308}rg")?.utf8.count == "jo\u{308}rg".utf8.count)
        #expect(try control.disable("mallory\u{0}x", at: clock.now))
        #expect(try await signIn("mallory\u{0}x", 4) == nil)
        #expect(try await signIn("pаypal", 5) == "pаypal")
    }
}
