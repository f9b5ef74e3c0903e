import Cryptography
import ServiceDatabase

/// The secret of a program, from which the keys for one-time codes, authenticator apps and sealed texts are derived.
enum ProgramSecret {
    /// The number of bytes of a secret, as long as the keys that are derived from it.
    private static let byteCount = Sodium.authenticationKeyByteCount

    /// Reads or creates the secret.
    ///
    /// If the sessions are in memory, the secret ends with the process.
    ///
    /// - Throws: ``StartError`` if the file can't be used, or if several servers need one and the settings name none.
    static func read(_ settings: ProgramSettings, of location: StoreLocation) throws(StartError) -> [UInt8] {
        let path: String
        switch (settings.codeKeyFile, location) {
        case (let file?, _): path = file
        case (nil, .sqlite(let store)): path = store + ".code-key"
        case (nil, .memory): return Sodium.randomBytes(byteCount)
        case (nil, .postgreSQL):
            throw StartError(
                description:
                    "A store in PostgreSQL needs --code-key (USHER_CODE_KEY), a file with \(byteCount) random bytes that all its servers have; make it with 'head -c \(byteCount) /dev/urandom > FILE'."
            )
        }
        let key: [UInt8]
        do {
            key = try SecretFile.readOrCreate(path) { Sodium.randomBytes(byteCount) }
        } catch {
            throw StartError(description: "The key of one-time codes can't be used: \(error)")
        }
        guard key.count == byteCount else {
            throw StartError(
                description: "\(path) is not a key: it has \(key.count) bytes; remove it to create another one."
            )
        }
        return key
    }
}
