import Concurrency
import Coordination
import Foundation
import Sessions
import SessionsTesting
import Testing

@testable import Applications
@testable import Services

@Suite("The account directory of the server")
struct LocalAccountDirectoryTests {
    static let cheap = ScryptParameters(rounds: 16, blockSize: 1, parallelism: 1)

    let clock = ManualClock()
    let directory: LocalAccountDirectory

    init() throws {
        directory = try LocalAccountDirectory(clock: clock, hashing: Self.cheap)
    }

    @Test("a new account can be signed in to with its password only")
    func signsIn() async throws {
        #expect(try await directory.create(.of("anna", "correct horse"), key: "1").text == "account anna")
        #expect(try await directory.signIn(.of("anna", "correct horse"), key: "2").text == "account anna")
        #expect(try await directory.signIn(.of("anna", "correct hors"), key: "3").text == "rejected")
        #expect(try await directory.signIn(.of("anna", ""), key: "4").text == "rejected")
    }

    @Test("logins are equal without surrounding blanks and in any case of A to Z")
    func normalizes() async throws {
        _ = try await directory.create(.of(" Anna ", "correct horse"), key: "1")
        #expect(try await directory.signIn(.of("aNNA", "correct horse"), key: "2").text == "account anna")
        #expect(try await directory.create(.of("ANNA", "correct horse"), key: "3").text == "taken")
        #expect(try await directory.create(.of("   ", "correct horse"), key: "4").text == "taken")
    }

    @Test("logins that look alike but differ in bytes are two accounts")
    func comparesBytes() async throws {
        #expect(try await directory.create(.of("andr\u{E9}", "first password"), key: "1").text == "account andr\u{E9}")
        let second = try await directory.create(.of("andre\u{301}", "second password"), key: "2")
        guard case .account = second else { return #expect(Bool(false), "\(second)") }
        #expect(try await directory.signIn(.of("andre\u{301}", "first password"), key: "3").text == "rejected")
    }

    @Test("a password needs eight characters, regardless of their bytes")
    func minimumLength() async throws {
        #expect(try await directory.create(.of("anna", "1234567"), key: "1").text == "weak 8")
        #expect(try await directory.create(.of("anna", "äöüß"), key: "2").text == "weak 8")
        #expect(try await directory.create(.of("anna", "12345678"), key: "3").text == "account anna")
    }

    @Test("an unknown login gets the response of a wrong password, with as many hashes")
    func unknownLogin() async throws {
        let hashes = Lock(0)
        let directory = try LocalAccountDirectory(clock: clock) { password, salt in
            hashes.withLock { $0 += 1 }
            return try Self.cheap.hash(password, salt: salt)
        }
        _ = try await directory.create(.of("anna", "correct horse"), key: "1")
        func costs(_ login: String, _ key: String) async throws -> [String] {
            let before = hashes.withLock { $0 }
            var texts: [String] = []
            for number in 0..<7 {
                texts.append(try await directory.signIn(.of(login, "wrong horse"), key: "\(key)\(number)").text)
            }
            return texts + ["\(hashes.withLock { $0 } - before) hashes"]
        }
        let known = try await costs("anna", "k")
        #expect(try await costs("nobody", "u") == known)
        #expect(
            known == Array(repeating: "rejected", count: 5) + [
                "tooMany \(clock.now + 30)", "tooMany \(clock.now + 30)", "5 hashes",
            ]
        )
    }

    @Test(
        "after five wrong passwords the delay doubles with each attempt, up to a quarter of an hour"
    )
    func throttles() async throws {
        _ = try await directory.create(.of("anna", "correct horse"), key: "1")
        for number in 0..<5 {
            #expect(try await directory.signIn(.of("anna", "wrong"), key: "a\(number)").text == "rejected")
        }
        var waits: [Int64] = []
        for number in 0..<8 {
            guard
                case .tooMany(let retryAt) = try await directory.signIn(.of("anna", "correct horse"), key: "b\(number)")
            else { return #expect(Bool(false), "not throttled") }
            waits.append((retryAt - clock.now).components.seconds)
            clock.advance(by: retryAt - clock.now)
            #expect(try await directory.signIn(.of("anna", "wrong"), key: "c\(number)").text == "rejected")
        }
        #expect(waits == [30, 60, 120, 240, 480, 900, 900, 900])
        clock.advance(by: .seconds(900))
        #expect(try await directory.signIn(.of("anna", "correct horse"), key: "d").text == "account anna")
        #expect(try await directory.signIn(.of("anna", "wrong"), key: "e").text == "rejected")
        #expect(try await directory.signIn(.of("anna", "correct horse"), key: "f").text == "account anna")
    }

    @Test("an attempt is counted before it is hashed, so of a hundred at once five are checked")
    func parallelGuesses() async throws {
        _ = try await directory.create(.of("anna", "correct horse"), key: "1")
        let rejected = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<100 {
                group.addTask { try await directory.signIn(.of("anna", "wrong"), key: "g\(number)").text }
            }
            return try await group.reduce(into: 0) { count, text in if text == "rejected" { count += 1 } }
        }
        #expect(rejected == 5)
    }

    @Test("failed attempts are removed after a day, or earlier when there are too many logins")
    func throttleIsBounded() async throws {
        let directory = try LocalAccountDirectory(clock: clock, throttleCapacity: 20) {
            try Self.cheap.hash($0, salt: $1)
        }
        for number in 0..<100 {
            clock.advance(by: .milliseconds(1))
            _ = try await directory.signIn(.of("guess\(number)", "wrong"), key: "\(number)")
        }
        #expect(directory.throttledCount <= 20)
        clock.advance(by: .seconds(24 * 3_600))
        _ = try await directory.signIn(.of("another", "wrong"), key: "x")
        #expect(directory.throttledCount == 1)
    }

    @Test("a repeated effect gets its first result and acts once")
    func idempotent() async throws {
        #expect(try await directory.create(.of("anna", "correct horse"), key: "1").text == "account anna")
        #expect(try await directory.create(.of("anna", "correct horse"), key: "1").text == "account anna")
        #expect(try await directory.create(.of("anna", "correct horse"), key: "2").text == "taken")
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
                group.addTask { try await directory.create(.of("anna", "correct horse"), key: "1").text }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(texts == ["account anna"])
    }

    @Test("fifty concurrent calls for one login create one account")
    func creationRace() async throws {
        let made = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<50 {
                group.addTask { try await directory.create(.of("anna", "correct horse"), key: "\(number)").text }
            }
            return try await group.reduce(into: 0) { count, text in if text == "account anna" { count += 1 } }
        }
        #expect(made == 1)
    }

    @Test("the demo account exists only on request")
    func demoAccount() async throws {
        #expect(try await directory.signIn(.of("demo", "demo-password"), key: "1").text == "rejected")
        let demo = try LocalAccountDirectory(clock: clock, hashing: Self.cheap, hasDemoAccount: true)
        guard case .account(let account) = try await demo.signIn(.of("demo", "demo-password"), key: "1") else {
            return #expect(Bool(false), "the demo account does not open")
        }
        #expect(account == Account(id: "demo", phones: [.anna]))
    }

    @Test("the default parameters are valid for scrypt")
    func standardCost() throws {
        #expect(try ScryptParameters.standard.hash("correct horse", salt: Array(0..<16)).count == 32)
    }

    @Test("a password hash of an earlier version still verifies its password, and no other")
    func storedHash() throws {
        let salt: [UInt8] = [
            0xFA, 0x41, 0x0C, 0xBB, 0xC9, 0xC9, 0xBF, 0xCD, 0x36, 0x31, 0x0A, 0x19, 0xEC, 0xC1, 0xB6, 0xB5,
        ]
        let key: [UInt8] = [
            0x66, 0xC0, 0x95, 0x3B, 0x4B, 0x3F, 0x3A, 0x85, 0xF2, 0x4B, 0xDC, 0x26, 0x45, 0x4D, 0xDE, 0x44,
            0x0F, 0x80, 0x1C, 0xED, 0x26, 0xDC, 0x6F, 0x35, 0x30, 0xA3, 0x09, 0x35, 0x8D, 0xDB, 0x1B, 0xD4,
        ]
        let stored = PasswordHash(salt: Data(salt), key: Data(key))
        let derive: PasswordHash.Derivation = { try ScryptParameters.standard.hash($0, salt: $1) }
        #expect(try stored.matches("demo-password", derive))
        #expect(try !stored.matches("demo-passwort", derive))
    }

    @Test("scrypt gives the results of RFC 7914 section 12")
    func scryptVector() throws {
        let key = try ScryptParameters(rounds: 1_024, blockSize: 8, parallelism: 16).hash(
            "password",
            salt: Array("NaCl".utf8)
        )
        #expect(key.prefix(8) == [0xFD, 0xBA, 0xBE, 0x1C, 0x9D, 0x34, 0x72, 0x00])
    }
}
