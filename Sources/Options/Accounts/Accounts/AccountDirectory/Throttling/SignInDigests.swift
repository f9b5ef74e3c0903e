import Cryptography
import ServiceDatabase
import Sessions

/// The digests that stand for logins, sessions, addresses and phones in the counts of sign-ins.
enum SignInDigests {
    /// Returns the SHA-256 of parts, cut to 16 bytes.
    ///
    /// A zero byte separates the parts. The last part is a session's ID, which contains none.
    static func plainDigest(of parts: [String]) -> [UInt8] {
        let words = Sodium.sha256(of: Array(parts.map { Array($0.utf8) }.joined(separator: [0])))
        return [words.0, words.1].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
        }
    }

    /// Returns the digest that is stored: the HMAC-SHA-256 of a plain digest, cut to 16 bytes.
    static func digest(of plainDigest: [UInt8], key: [UInt8]) -> [UInt8] {
        Array(Sodium.authenticationCode(of: plainDigest, key: key).prefix(16))
    }

    /// The key of the digests in a database.
    static func key(of database: ServiceDatabase) -> [UInt8] { database.key(for: "counts of sign-ins") }

    /// Makes sure that all digests in a database were made with its key.
    ///
    /// Digests of another key can't be found again. If this server alone uses the database, they are removed, and the counts start
    /// anew. A database that other servers use is left as it is.
    ///
    /// - Throws: `StoreError` if other servers use the database with another key.
    static func useKey(of database: ServiceDatabase) throws {
        let key = key(of: database), isShared = database.isShared
        try database.write { db in try use(key, isShared: isShared, db) }
    }

    private static func use(_ key: [UInt8], isShared: Bool, _ db: any ServiceTransaction) throws {
        let proof = Sodium.authenticationCode(of: Array("proof of the key".utf8), key: key)
        let stored = try db.row("SELECT proof FROM sign_in_key")?.bytes(0)
        guard stored != proof else { return }
        if stored != nil {
            guard !isShared else {
                throw StoreError(
                    .unavailable,
                    "The key of one-time codes is not that of the other servers of the database; copy the file of one of them. To "
                        + "replace the key in all of them, stop them and remove the row of the table sign_in_key."
                )
            }
            for table in ["sign_in_attempt", "known_session", "sign_in_key"] { try db.change("DELETE FROM \(table)") }
        }
        try db.change("INSERT INTO sign_in_key (proof) VALUES (?)", proof)
    }
}
