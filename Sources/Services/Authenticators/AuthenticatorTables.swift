import Coordination
import Cryptography
import FoundationEssentials
import GRDB
import Sessions

/// The keys of authenticator apps and the recovery codes, in the database of the services.
///
/// Keys are sealed, because the server needs them in the clear; of a recovery code there is only a keyed hash. Both use a
/// secret that is not in the database.
struct AuthenticatorTables: Sendable {
    /// The number of recovery codes that are made at a time.
    static let recoveryCodeCount = 10
    /// The number of random bytes of a recovery code: 80 bits, which no one guesses, and no one finds by their keyed hash.
    private static let recoveryCodeByteCount = 10
    /// The time in which a new key must be confirmed.
    private static let setupTime = Duration.seconds(15 * 60)

    let database: ServiceDatabase
    let secret: [UInt8]

    private var sealingKey: SealingKey { SealingKey(derivedFrom: secret) }

    static func create(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE authenticator (
                    login BLOB NOT NULL,
                    is_confirmed INTEGER NOT NULL,
                    key TEXT NOT NULL,
                    last_step INTEGER NOT NULL,
                    created_at INTEGER NOT NULL,
                    PRIMARY KEY (login, is_confirmed)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE recovery_code (
                    login BLOB NOT NULL,
                    code BLOB NOT NULL,
                    PRIMARY KEY (login, code)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE second_factor (
                    session TEXT PRIMARY KEY NOT NULL,
                    challenge TEXT NOT NULL UNIQUE,
                    login BLOB NOT NULL,
                    expires_at INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX second_factor_by_expiry ON second_factor (expires_at);
                """
        )
    }

    // MARK: Apps

    /// Returns whether signing in to an account needs a code.
    func hasAuthenticator(_ login: LoginName) throws -> Bool {
        try database.read { db in try Self.key(of: login, isConfirmed: true, db) != nil }
    }

    /// Makes a key in place of one that was not confirmed, and returns it in base32.
    func makeKey(of login: LoginName, at now: Timestamp) throws -> SealedText {
        let text = Base32.text(Sodium.randomBytes(TimeBasedCode.keyByteCount))
        let sealed = sealingKey.seal(text)
        try database.write { db in
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO authenticator (login, is_confirmed, key, last_step, created_at)
                    VALUES (?, 0, ?, 0, ?)
                    """,
                arguments: [login.data, sealed.sealed, now.milliseconds]
            )
        }
        return sealingKey.seal(Base32.grouped(text, by: " "))
    }

    /// Puts the new key into effect, if the code is right.
    ///
    /// - Returns: `nil` if there is no key to confirm; otherwise whether the code is right.
    func confirmKey(of login: LoginName, _ code: String, at now: Timestamp) throws -> Bool? {
        try database.write { db in
            guard let row = try Self.key(of: login, isConfirmed: false, db),
                now - Timestamp(milliseconds: row["created_at"]) < Self.setupTime
            else { return nil }
            guard let step = step(of: code, row, at: now) else { return false }
            try db.execute(
                sql: """
                    UPDATE OR REPLACE authenticator SET is_confirmed = 1, last_step = ?
                    WHERE login = ? AND is_confirmed = 0
                    """,
                arguments: [step, login.data]
            )
            return true
        }
    }

    /// Removes the app of an account.
    func removeKey(of login: LoginName) throws {
        try database.write { db in
            try db.execute(sql: "DELETE FROM authenticator WHERE login = ?", arguments: [login.data])
        }
    }

    /// Accepts a code of the app or a recovery code, which can't be used again.
    func accept(_ code: String, of login: LoginName, at now: Timestamp) throws -> Bool {
        try database.write { db in
            if let row = try Self.key(of: login, isConfirmed: true, db), let step = step(of: code, row, at: now) {
                try db.execute(
                    sql: "UPDATE authenticator SET last_step = ? WHERE login = ? AND is_confirmed = 1",
                    arguments: [step, login.data]
                )
                return true
            }
            return try useRecoveryCode(code, of: login, db)
        }
    }

    private static func key(of login: LoginName, isConfirmed: Bool, _ db: Database) throws -> GRDB.Row? {
        try GRDB.Row.fetchOne(
            db,
            sql: "SELECT key, last_step, created_at FROM authenticator WHERE login = ? AND is_confirmed = ?",
            arguments: [login.data, isConfirmed]
        )
    }

    private func step(of code: String, _ row: GRDB.Row, at now: Timestamp) -> Int64? {
        guard let text = sealingKey.open(SealedText(sealed: row["key"])), let key = Base32.bytes(text) else {
            return nil
        }
        return TimeBasedCode.step(of: code, key, after: row["last_step"], at: now)
    }

    // MARK: Recovery codes

    /// Returns the number of recovery codes that are not used.
    func recoveryCodeCount(of login: LoginName) throws -> Int {
        try database.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM recovery_code WHERE login = ?", arguments: [login.data])
                ?? 0
        }
    }

    /// Makes recovery codes in place of the ones that an account has.
    func makeRecoveryCodes(of login: LoginName) throws -> [SealedText] {
        let codes = (0..<Self.recoveryCodeCount).map { _ in
            Base32.text(Sodium.randomBytes(Self.recoveryCodeByteCount))
        }
        try database.write { db in
            try db.execute(sql: "DELETE FROM recovery_code WHERE login = ?", arguments: [login.data])
            for code in codes {
                try db.execute(
                    sql: "INSERT INTO recovery_code (login, code) VALUES (?, ?)",
                    arguments: [login.data, digest(code, of: login)]
                )
            }
        }
        return codes.map { sealingKey.seal(Base32.grouped($0, by: "-")) }
    }

    /// Uses a recovery code up, and returns whether it was one.
    func useRecoveryCode(_ code: String, of login: LoginName) throws -> Bool {
        try database.write { db in try useRecoveryCode(code, of: login, db) }
    }

    private func useRecoveryCode(_ code: String, of login: LoginName, _ db: Database) throws -> Bool {
        // Hyphens and spaces only group the code.
        let letters = code.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
        try db.execute(
            sql: "DELETE FROM recovery_code WHERE login = ? AND code = ?",
            arguments: [login.data, digest(String(decoding: letters, as: UTF8.self).uppercased(), of: login)]
        )
        return db.changesCount == 1
    }

    private func digest(_ code: String, of login: LoginName) -> Data {
        Data(Sodium.authenticationCode(of: Array("recovery code \(login)\0\(code)".utf8), key: secret))
    }

    // MARK: Sign-ins in two steps

    /// Begins the second step of a sign-in in place of the one that the session had, and returns its ID.
    func begin(_ login: LoginName, in session: SessionID, until expiry: Timestamp, at now: Timestamp) throws -> String {
        let id = Sodium.base64URL(Sodium.randomBytes(16))
        try database.write { db in
            try db.execute(sql: "DELETE FROM second_factor WHERE expires_at <= ?", arguments: [now.milliseconds])
            try db.execute(
                sql: "INSERT OR REPLACE INTO second_factor (session, challenge, login, expires_at) VALUES (?, ?, ?, ?)",
                arguments: [session.description, id, login.data, expiry.milliseconds]
            )
        }
        return id
    }

    /// Returns the login of a sign-in that waits for its second step; `nil` if there is none or it took too long.
    func login(of challenge: String, in session: SessionID, at now: Timestamp) throws -> LoginName? {
        let login = try database.read { db in
            try Data.fetchOne(
                db,
                sql: "SELECT login FROM second_factor WHERE session = ? AND challenge = ? AND expires_at > ?",
                arguments: [session.description, challenge, now.milliseconds]
            )
        }
        return login.flatMap { LoginName(String(decoding: $0, as: UTF8.self)) }
    }

    /// Ends the second step of a session's sign-in.
    func end(in session: SessionID) throws {
        try database.write { db in
            try db.execute(sql: "DELETE FROM second_factor WHERE session = ?", arguments: [session.description])
        }
    }
}
