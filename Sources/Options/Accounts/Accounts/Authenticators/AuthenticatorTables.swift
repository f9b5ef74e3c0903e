import AccountFlows
import Coordination
import Cryptography
import ServiceDatabase
import Sessions

/// The keys of authenticator apps and the recovery codes, in the database of the services.
///
/// Keys are sealed, because the server needs them in the clear. Of a recovery code there is only a keyed hash. Both use a
/// secret that is not in the database.
struct AuthenticatorTables: Sendable {
    /// The number of recovery codes that are made at a time.
    static let recoveryCodeCount = 10
    /// The number of random bytes of a recovery code: 80 bits, which no one guesses, and no one finds by their keyed hash.
    private static let recoveryCodeByteCount = 10
    /// The time in which a new key must be confirmed.
    private static let setupTime = Duration.seconds(15 * 60)

    let database: ServiceDatabase
    let expired: ExpiredRows
    let secret: [UInt8]

    private var sealingKey: SealingKey { SealingKey(derivedFrom: secret) }

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
            try db.change(
                """
                INSERT INTO authenticator (login, is_confirmed, key, last_step, created_at) VALUES (?, 0, ?, 0, ?)
                ON CONFLICT (login, is_confirmed) DO UPDATE SET key = excluded.key, last_step = 0,
                    created_at = excluded.created_at
                """,
                login,
                sealed.sealed,
                now
            )
        }
        return sealingKey.seal(Base32.grouped(text, by: " "))
    }

    /// Puts the new key into effect, if the code is right.
    ///
    /// - Returns: `nil` if there is no key to confirm, otherwise whether the code is right, and whether the account had
    ///   recovery codes by then. A repeated call with the same key returns the same.
    func confirmKey(
        of login: LoginName,
        _ code: String,
        at now: Timestamp,
        _ time: Timestamp,
        key: String
    ) throws -> Confirmation? {
        try database.write(once: key, at: time, expired) { db -> Confirmation? in
            guard let row = try Self.key(of: login, isConfirmed: false, db),
                now - (try row.time(2)) < Self.setupTime
            else { return nil }
            guard let step = try step(of: code, row, at: now) else {
                return Confirmation(isRight: false, hadCodes: false)
            }
            try db.change("DELETE FROM authenticator WHERE login = ? AND is_confirmed = 1", login)
            try db.change("UPDATE authenticator SET is_confirmed = 1, last_step = ? WHERE login = ?", step, login)
            return Confirmation(isRight: true, hadCodes: try Self.recoveryCodeCount(of: login, in: db) > 0)
        }
    }

    /// The result of an attempt to confirm a key.
    struct Confirmation: Codable {
        let isRight: Bool
        let hadCodes: Bool
    }

    /// Removes the app of an account.
    func removeKey(of login: LoginName) throws {
        try database.write { db in
            try db.change("DELETE FROM authenticator WHERE login = ?", login)
        }
    }

    /// Accepts a code of the app or a recovery code, which can't be used again but by a repeated call with the same key.
    func accept(
        _ code: String,
        of login: LoginName,
        at now: Timestamp,
        _ time: Timestamp,
        key: String
    ) throws -> Bool {
        try database.write(once: key, at: time, expired) { db in
            if let row = try Self.key(of: login, isConfirmed: true, db), let step = try step(of: code, row, at: now) {
                try db.change(
                    "UPDATE authenticator SET last_step = ? WHERE login = ? AND is_confirmed = 1",
                    step,
                    login
                )
                return true
            }
            return try useRecoveryCode(code, of: login, db)
        }
    }

    private static func key(of login: LoginName, isConfirmed: Bool, _ db: any ServiceTransaction) throws -> SQLRow? {
        try db.row(
            "SELECT key, last_step, created_at FROM authenticator WHERE login = ? AND is_confirmed = ?",
            login,
            isConfirmed
        )
    }

    private func step(of code: String, _ row: SQLRow, at now: Timestamp) throws -> Int64? {
        guard let text = sealingKey.open(SealedText(sealed: try row.text(0))), let key = Base32.bytes(text) else {
            return nil
        }
        return TimeBasedCode.step(of: code, key, after: try row.integer(1), at: now)
    }

    // MARK: Recovery codes

    /// Returns the number of recovery codes that are not used.
    func recoveryCodeCount(of login: LoginName) throws -> Int {
        try database.read { db in try Self.recoveryCodeCount(of: login, in: db) }
    }

    private static func recoveryCodeCount(of login: LoginName, in db: any ServiceTransaction) throws -> Int {
        Int(try db.row("SELECT COUNT(*) FROM recovery_code WHERE login = ?", login)?.integer(0) ?? 0)
    }

    /// Makes recovery codes, which replace the codes of an account.
    func makeRecoveryCodes(of login: LoginName) throws -> [SealedText] {
        let codes = (0..<Self.recoveryCodeCount).map { _ in
            Base32.text(Sodium.randomBytes(Self.recoveryCodeByteCount))
        }
        try database.write { db in
            try db.change("DELETE FROM recovery_code WHERE login = ?", login)
            for code in codes {
                try db.change("INSERT INTO recovery_code (login, code) VALUES (?, ?)", login, digest(code, of: login))
            }
        }
        return codes.map { sealingKey.seal(Base32.grouped($0, by: "-")) }
    }

    /// Uses a recovery code up, and returns whether it was one.
    func useRecoveryCode(_ code: String, of login: LoginName, at now: Timestamp, key: String) throws -> Bool {
        try database.write(once: key, at: now, expired) { db in try useRecoveryCode(code, of: login, db) }
    }

    private func useRecoveryCode(_ code: String, of login: LoginName, _ db: any ServiceTransaction) throws -> Bool {
        // Hyphens and spaces only group the code.
        let letters = code.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
        return try db.change(
            "DELETE FROM recovery_code WHERE login = ? AND code = ?",
            login,
            digest(String(decoding: letters, as: UTF8.self).uppercased(), of: login)
        ) == 1
    }

    private func digest(_ code: String, of login: LoginName) -> [UInt8] {
        Sodium.authenticationCode(of: Array("recovery code \(login)\0\(code)".utf8), key: secret)
    }

    // MARK: Sign-ins in two steps

    /// Begins the second step of a sign-in, which replaces the second step of its session, and returns its ID.
    func begin(_ login: LoginName, in session: SessionID, until expiry: Timestamp, at now: Timestamp) throws -> String {
        let id = Sodium.base64URL(Sodium.randomBytes(16))
        try database.write { db in
            try db.change("DELETE FROM second_factor WHERE expires_at <= ?", expired.lastRemovable(at: now))
            try db.change(
                """
                INSERT INTO second_factor (session, challenge, login, expires_at) VALUES (?, ?, ?, ?)
                ON CONFLICT (session) DO UPDATE SET challenge = excluded.challenge, login = excluded.login,
                    expires_at = excluded.expires_at
                """,
                session.description,
                id,
                login,
                expiry
            )
        }
        return id
    }

    /// Returns the login of a sign-in that waits for its second step, or `nil` if there is none or it took too long.
    func login(of challenge: String, in session: SessionID, at now: Timestamp) throws -> LoginName? {
        let row = try database.read { db in
            try db.row(
                "SELECT login FROM second_factor WHERE session = ? AND challenge = ? AND expires_at > ?",
                session.description,
                challenge,
                now
            )
        }
        return try row.flatMap { LoginName(String(decoding: try $0.bytes(0), as: UTF8.self)) }
    }

    /// Ends the second step of a session's sign-in.
    ///
    /// - Returns: The result of the sign-in, which is stored for calls with the same key.
    func end(
        in session: SessionID,
        with result: CheckSecondFactor.Value,
        at now: Timestamp,
        key: String
    ) throws -> CheckSecondFactor.Value {
        try database.write(once: key, at: now, expired) { db in
            try db.change("DELETE FROM second_factor WHERE session = ?", session.description)
            return result
        }
    }
}
