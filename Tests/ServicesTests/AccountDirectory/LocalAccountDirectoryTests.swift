import Concurrency
import Coordination
import Foundation
import Sessions
import SessionsTesting
import Testing

@testable import AccountFlows
@testable import Accounts
@testable import Applications
@testable import ServiceDatabase

@Suite("The account directory of the server", .eachEngine)
struct LocalAccountDirectoryTests {
    let clock = ManualClock()
    let directory: LocalAccountDirectory

    init() throws {
        directory = try LocalAccountDirectory(in: .forTest(), clock: clock, hashing: .cheap)
    }

    @Test("a new account can be signed in to with its password only")
    func signsIn() async throws {
        #expect(try await directory.signUp(.of("anna", "correct horse"), key: "1") == "account anna")
        #expect(try await directory.signIn(.of("anna", "correct horse"), key: "2").text == "account anna")
        #expect(try await directory.signIn(.of("anna", "correct hors"), key: "3").text == "rejected")
        #expect(try await directory.signIn(.of("anna", ""), key: "4").text == "rejected")
    }

    @Test("logins are equal without surrounding blanks and in any case of A to Z")
    func normalizes() async throws {
        try await directory.signUp(.of(" Anna ", "correct horse"), key: "1")
        #expect(try await directory.signIn(.of("aNNA", "correct horse"), key: "2").text == "account anna")
        #expect(try await directory.signUp(.of("ANNA", "correct horse"), key: "3") == "taken")
    }

    @Test("logins that are canonically equal are one account")
    func comparesCanonically() async throws {
        #expect(try await directory.signUp(.of("andr\u{E9}", "first password"), key: "1") == "account andr\u{E9}")
        #expect(try await directory.signUp(.of("andre\u{301}", "second password"), key: "2") == "taken")
        #expect(
            try await directory.signIn(.of("andre\u{301}", "first password"), key: "3").text == "account andr\u{E9}"
        )
    }

    @Test(
        "a login without a visible character is rejected",
        arguments: [" ", "   ", "\u{200B}", "\u{3164}", "\u{2800}", "\u{A0}\u{2003}", "\u{301}"]
    )
    func invisibleLogin(login: String) async throws {
        #expect(try await directory.signUp(.of(login, "correct horse"), key: "1") == "invalidLogin")
        #expect(try await directory.signIn(.of(login, "correct horse"), key: "2").text == "rejected")
    }

    @Test("an unknown login, a blank one and a wrong password get the same response, with as many hashes")
    func unknownLogin() async throws {
        try await directory.signUp(.of("anna", "correct horse"), key: "1")
        func costs(_ login: String, from session: String) async throws -> [String] {
            let before = directory.hashCount
            var texts: [String] = []
            for number in 0..<7 {
                let credentials = Credentials.of(login, "wrong horse")
                let result = try await directory.signIn(
                    credentials,
                    from: .session(session),
                    key: "\(session)\(number)"
                )
                texts.append(result.text)
            }
            return texts + ["\(directory.hashCount - before) hashes"]
        }
        let known = try await costs("anna", from: "k")
        #expect(try await costs("unknown", from: "u") == known)
        #expect(try await costs("  ", from: "b") == known)
        #expect(
            known == Array(repeating: "rejected", count: 5) + [
                "tooMany \(clock.now + 30)", "tooMany \(clock.now + 30)", "5 hashes",
            ]
        )
    }

    @Test("a repeated effect gets its first result and acts once")
    func idempotent() async throws {
        #expect(try await directory.signUp(.of("anna", "correct horse"), key: "1") == "account anna")
        #expect(try await directory.signUp(.of("anna", "correct horse"), key: "1") == "account anna")
        #expect(try await directory.signUp(.of("anna", "correct horse"), key: "2") == "taken")
        for _ in 0..<9 {
            #expect(try await directory.signIn(.of("anna", "wrong"), key: "3").text == "rejected")
        }
        #expect(try await directory.signIn(.of("anna", "correct horse"), key: "4").text == "account anna")
        #expect(try await directory.attachPhone(.ben, to: "anna", key: "5")?.phones == [.ben])
        #expect(try await directory.attachPhone(.anna, to: "anna", key: "6")?.phones == [.ben, .anna])
        #expect(try await directory.attachPhone(.ben, to: "anna", key: "5")?.phones == [.ben])
        #expect(try await directory.attachPhone(.ben, to: "anna", key: "7")?.phones == [.ben, .anna])
        #expect(try await directory.attachPhone(.ben, to: "nobody", key: "8") == nil)
    }

    @Test("fifty concurrent calls with one key create one account")
    func idempotentInParallel() async throws {
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<50 {
                group.addTask { try await directory.signUp(.of("anna", "correct horse"), key: "1") }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(texts == ["account anna"])
    }

    @Test("fifty concurrent calls for one login create one account")
    func creationRace() async throws {
        let made = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<50 {
                group.addTask { try await directory.signUp(.of("anna", "correct horse"), key: "\(number)") }
            }
            return try await group.reduce(into: 0) { count, text in if text == "account anna" { count += 1 } }
        }
        #expect(made == 1)
    }

    @Test("the demo account exists only on request, and its login can't be registered")
    func demoAccount() async throws {
        #expect(try await directory.signIn(.of("demo", "demo-password"), key: "1").text == "rejected")
        #expect(try await directory.signUp(.of(" Demo", "correct horse"), key: "2") == "taken")
        let demo = try LocalAccountDirectory(in: .forTest(), clock: clock, hashing: .cheap, hasDemoAccount: true)
        guard case .account(let account) = try await demo.signIn(.of("demo", "demo-password"), key: "1") else {
            return #expect(Bool(false), "the demo account does not open")
        }
        #expect(account == Account(id: "demo", phones: [.anna]))
        #expect(try await demo.attachPhone(.ben, to: "demo", key: "3")?.phones == [.anna, .ben])
        #expect(try await demo.account("demo")?.phones == [.anna, .ben])
        #expect(try await demo.signUp(.of("demo", "correct horse"), key: "4") == "taken")
    }

    @Test("the demo account is never stored")
    func demoAccountIsNotStored() async throws {
        let database = try ServiceDatabase.forTest()
        let demo = try LocalAccountDirectory(in: database, clock: clock, hashing: .cheap, hasDemoAccount: true)
        #expect(try await demo.signIn(.of("demo", "demo-password"), key: "1").text == "account demo")
        _ = try await demo.attachPhone(.ben, to: "demo", key: "2")
        let later = try LocalAccountDirectory(in: database, clock: clock, hashing: .cheap)
        #expect(try await later.signIn(.of("demo", "demo-password"), key: "3").text == "rejected")
        #expect(try await later.account("demo") == nil)
    }
}

extension Argon2idParameters {
    /// The cheapest cost, for tests that do not depend on its strength.
    static let cheap = Argon2idParameters(kibibytes: 8, passes: 1)
}
