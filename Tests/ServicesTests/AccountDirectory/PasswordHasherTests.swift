import Foundation
import GRDB
import Sessions
import SessionsTesting
import Testing

@testable import Applications
@testable import Services

@Suite("Password hashes")
struct PasswordHasherTests {
    /// The hash of `demo-password` that earlier versions stored.
    private static let scrypt = ScryptHash(
        salt: [0xFA, 0x41, 0x0C, 0xBB, 0xC9, 0xC9, 0xBF, 0xCD, 0x36, 0x31, 0x0A, 0x19, 0xEC, 0xC1, 0xB6, 0xB5],
        key: [
            0x66, 0xC0, 0x95, 0x3B, 0x4B, 0x3F, 0x3A, 0x85, 0xF2, 0x4B, 0xDC, 0x26, 0x45, 0x4D, 0xDE, 0x44,
            0x0F, 0x80, 0x1C, 0xED, 0x26, 0xDC, 0x6F, 0x35, 0x30, 0xA3, 0x09, 0x35, 0x8D, 0xDB, 0x1B, 0xD4,
        ]
    )

    let clock = ManualClock()

    @Test("the default cost is at least the minimum of OWASP: 19 MiB, two passes")
    func standardCost() throws {
        let hash = try PasswordHasher(cost: .standard, verifiesScrypt: false).hash("correct horse")
        #expect(hash.text.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
    }

    @Test("a hash of scrypt verifies its password from its PHC string, and no other")
    func storedScrypt() throws {
        let hash = Self.scrypt.passwordHash
        #expect(
            hash.text == "$scrypt$ln=14,r=8,p=5$+kEMu8nJv802MQoZ7MG2tQ$ZsCVO0s/OoXyS9wmRU3eRA+AHO0m3G81MKMJNY3bG9Q"
        )
        let hasher = PasswordHasher(cost: .cheap, verifiesScrypt: true)
        #expect(try hasher.matches(hash, "demo-password"))
        #expect(try !hasher.matches(hash, "demo-passwort"))
        #expect(hasher.isOutdated(hash))
    }

    @Test(
        "a damaged hash verifies no password",
        arguments: ["", "$scrypt$", "$scrypt$ln=99,r=8,p=5$YQ$YQ", "$argon2id$x"]
    )
    func damaged(text: String) throws {
        #expect(try !PasswordHasher(cost: .cheap, verifiesScrypt: true).matches(PasswordHash(text: text), ""))
    }

    @Test("as long as there are hashes of scrypt, every check computes one of each kind")
    func equalWork() throws {
        let hasher = PasswordHasher(cost: .cheap, verifiesScrypt: true)
        let argon2id = try hasher.hash("correct horse")
        for hash in [argon2id, Self.scrypt.passwordHash, nil] {
            let before = hasher.hashCount
            #expect(try !hasher.matches(hash, "wrong horse"))
            #expect(hasher.hashCount - before == 2)
        }
    }

    @Test("a password that was typed composed, decomposed or with another space is one password")
    func normalized() throws {
        let hasher = PasswordHasher(cost: .cheap, verifiesScrypt: false)
        let hash = try hasher.hash("p\u{E9}ché de vigne")
        #expect(try hasher.matches(hash, "pe\u{301}che\u{301} de\u{A0}vigne"))
        #expect(try !hasher.matches(hash, "peche de vigne"))
    }

    @Test("the longest password of combining marks is normalized at once", .timeLimit(.minutes(1)))
    func worstNormalization() throws {
        let marks = (0..<200).map { $0 % 2 == 0 ? "\u{315}" : "\u{300}" }.joined()
        #expect(normalizedPassword("a" + marks).unicodeScalars.count <= 201)
    }

    @Test("accounts of the first version keep their passwords, which get a new hash at the next sign-in")
    func migration() async throws {
        let path = NSTemporaryDirectory() + "usher-services-\(UUID()).db"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let database = try await Self.oldDatabase(["anna", "ben"], at: path)
        let directory = try LocalAccountDirectory(in: database, clock: clock, hashing: .cheap)
        func hash(_ login: String) throws -> String {
            let name = try #require(LoginName(login))
            return try #require(try AccountTable(database: database).entry(name)).password.text
        }
        #expect(try hash("anna").hasPrefix("$scrypt$ln=14,r=8,p=5$"))
        #expect(try await directory.signIn(.of("anna", "demo-passwort"), key: "1").text == "rejected")
        #expect(try hash("anna").hasPrefix("$scrypt$"))
        #expect(try await directory.signIn(.of("anna", "demo-password"), key: "2").text == "account anna")
        #expect(try hash("anna").hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
        #expect(try hash("ben").hasPrefix("$scrypt$"))
        #expect(try await directory.signIn(.of("anna", "demo-password"), key: "3").text == "account anna")
        #expect(try await directory.signIn(.of("anna", "demo-passwort"), key: "4").text == "rejected")
        #expect(try await directory.account("anna")?.phones == [.anna])
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

    @Test("the migration removes a stored demo account with the public password")
    func demoAccountOfOldVersions() async throws {
        let path = NSTemporaryDirectory() + "usher-services-\(UUID()).db"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let database = try await Self.oldDatabase(["demo", "anna"], at: path)
        let directory = try LocalAccountDirectory(in: database, clock: clock, hashing: .cheap)
        #expect(try await directory.signIn(.of("demo", "demo-password"), key: "1").text == "rejected")
        #expect(try await directory.account("demo") == nil)
        #expect(try await directory.account("anna") != nil)
    }

    @Test("a user's account that is named demo stays, and there is no demo account beside it")
    func userNamedDemo() async throws {
        let path = NSTemporaryDirectory() + "usher-services-\(UUID()).db"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let database = try await Self.oldDatabase(["demo"], at: path, key: [UInt8](repeating: 7, count: 32))
        let directory = try LocalAccountDirectory(in: database, clock: clock, hashing: .cheap, hasDemoAccount: true)
        #expect(try await directory.account("demo")?.phones == [.anna])
        #expect(try await directory.signIn(.of("demo", "demo-password"), key: "1").text == "rejected")
    }

    /// Returns a database with the tables of the second version, with accounts whose password is `demo-password`, or that
    /// have the given key.
    private static func oldDatabase(
        _ logins: [String],
        at path: String,
        key: [UInt8]? = nil
    ) async throws -> ServiceDatabase {
        let queue = try DatabaseQueue(path: path)
        try ServiceSchema.migrations.migrate(queue, upTo: "2 favorites")
        try await queue.write { db in
            for login in logins {
                try db.execute(
                    sql: "INSERT INTO account (login, document, salt, password) VALUES (?, ?, ?, ?)",
                    arguments: [
                        Data(login.utf8), "{\"id\":\"\(login)\",\"phones\":[\"+491701234567\"]}", Data(scrypt.salt),
                        Data(key ?? scrypt.key),
                    ]
                )
            }
        }
        try queue.close()
        return try ServiceDatabase(path: path)
    }
}
