import Sessions
import SessionsTesting
import Testing

@testable import Accounts
@testable import Applications
@testable import ServiceDatabase

@Suite("Password hashes")
struct PasswordHasherTests {
    let clock = ManualClock()

    @Test("the default cost is at least the minimum of OWASP: 19 MiB, two passes")
    func standardCost() throws {
        let hash = try PasswordHasher(cost: .standard).hash("correct horse")
        #expect(hash.text.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
    }

    @Test(
        "a damaged hash verifies no password",
        arguments: ["", "$argon2id$x", "$scrypt$ln=14,r=8,p=5$YQ$YQ"]
    )
    func damaged(text: String) {
        #expect(!PasswordHasher(cost: .cheap).matches(PasswordHash(text: text), ""))
    }

    @Test("every check computes one hash, also for an account that does not exist")
    func equalWork() throws {
        let hasher = PasswordHasher(cost: .cheap)
        for hash in [try hasher.hash("correct horse"), nil] {
            let before = hasher.hashCount
            #expect(!hasher.matches(hash, "wrong horse"))
            #expect(hasher.hashCount - before == 1)
        }
    }

    @Test("a password that was typed composed, decomposed or with another space is one password")
    func normalized() throws {
        let hasher = PasswordHasher(cost: .cheap)
        let hash = try hasher.hash("p\u{E9}ché de vigne")
        #expect(hasher.matches(hash, "pe\u{301}che\u{301} de\u{A0}vigne"))
        #expect(!hasher.matches(hash, "peche de vigne"))
    }

    @Test("the longest password of combining marks is normalized at once", .timeLimit(.minutes(1)))
    func worstNormalization() throws {
        let marks = (0..<200).map { $0 % 2 == 0 ? "\u{315}" : "\u{300}" }.joined()
        #expect(normalizedPassword("a" + marks).unicodeScalars.count <= 201)
    }

    @Test("a hash is computed again at sign-in when the cost has changed")
    func renewal() async throws {
        let database = try ServiceDatabase.inMemory()
        let before = try LocalAccountDirectory(in: database, clock: clock, hashing: .cheap)
        try await before.signUp(.of("anna", "correct horse"), key: "1")
        let dearer = Argon2idParameters(kibibytes: 16, passes: 2)
        let after = try LocalAccountDirectory(in: database, clock: clock, hashing: dearer)
        #expect(try await after.signIn(.of("anna", "correct horse"), key: "2").text == "account anna")
        let name = try #require(LoginName("anna"))
        let entry = try #require(try AccountTable(database: database).entry(name))
        #expect(entry.password.text.hasPrefix("$argon2id$v=19$m=16,t=2,p=1$"))
    }
}
