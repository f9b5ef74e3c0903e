import Cryptography
import FoundationEssentials
import GRDB

/// The digests that stand for logins, sessions, addresses and phones in the counts of sign-ins.
enum SignInDigests {
    /// Returns the SHA-256 of parts, cut to 16 bytes.
    ///
    /// A zero byte separates the parts; a session's ID, the last part, contains none.
    static func plainDigest(of parts: [String]) -> Data {
        let words = Sodium.sha256(of: Array(parts.map { Array($0.utf8) }.joined(separator: [0])))
        return Data(
            [words.0, words.1].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
        )
    }

    /// Returns the digest that is stored: the HMAC-SHA-256 of a plain digest, cut to 16 bytes.
    ///
    /// Earlier versions stored the plain digest. As the key is applied to it, their rows can be converted.
    static func digest(of plainDigest: Data, key: [UInt8]) -> Data {
        Data(Sodium.authenticationCode(of: Array(plainDigest), key: key).prefix(16))
    }

    /// Makes the stored digests those of a key.
    ///
    /// The plain digests of earlier versions are converted. Digests of another key can't be found again, so they are
    /// removed, and the counts start anew.
    static func use(_ key: [UInt8], _ db: Database) throws {
        let proof = Data(Sodium.authenticationCode(of: Array("proof of the key".utf8), key: key))
        let stored = try Data.fetchOne(db, sql: "SELECT proof FROM sign_in_key")
        guard stored != proof else { return }
        if stored == nil {
            try convert(key, db)
        } else {
            try db.execute(sql: "DELETE FROM sign_in_attempt; DELETE FROM known_session; DELETE FROM sign_in_key")
        }
        try db.execute(sql: "INSERT INTO sign_in_key (proof) VALUES (?)", arguments: [proof])
    }

    private static func convert(_ key: [UInt8], _ db: Database) throws {
        for bucket in try Data.fetchAll(db, sql: "SELECT bucket FROM sign_in_attempt") {
            try db.execute(
                sql: "UPDATE sign_in_attempt SET bucket = ? WHERE bucket = ?",
                arguments: [digest(of: bucket, key: key), bucket]
            )
        }
        for row in try Row.fetchAll(db, sql: "SELECT login, session FROM known_session") {
            let (login, session): (Data, Data) = (row["login"], row["session"])
            try db.execute(
                sql: "UPDATE known_session SET login = ?, session = ? WHERE login = ? AND session = ?",
                arguments: [digest(of: login, key: key), digest(of: session, key: key), login, session]
            )
        }
    }
}
