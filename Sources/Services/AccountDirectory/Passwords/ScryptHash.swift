import Cryptography

/// A password hash of earlier versions: scrypt (RFC 7914) with a key of 32 bytes.
///
/// Its PHC string is `$scrypt$ln=14,r=8,p=5$salt$key`, with ln the binary logarithm of N.
struct ScryptHash: Sendable {
    /// N = 2¹⁴, r = 8, p = 5: the only cost that they used.
    static let cost = (logRounds: 14, blockSize: 8, parallelism: 5)

    private let logRounds: Int
    private let blockSize: Int
    private let parallelism: Int
    let salt: [UInt8]
    let key: [UInt8]

    /// Creates a hash from the columns of earlier versions.
    init(salt: [UInt8], key: [UInt8]) {
        (logRounds, blockSize, parallelism) = Self.cost
        self.salt = salt
        self.key = key
    }

    /// Parses a PHC string; `nil` when it is not one of scrypt.
    init?(_ hash: PasswordHash) {
        let parts = hash.text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt", let salt = PasswordHash.decoded(parts[3]),
            let key = PasswordHash.decoded(parts[4])
        else { return nil }
        var cost: [Substring: Int] = [:]
        for setting in parts[2].split(separator: ",") {
            let pair = setting.split(separator: "=")
            if pair.count == 2 { cost[pair[0]] = Int(pair[1]) }
        }
        guard let logRounds = cost["ln"], (1..<32).contains(logRounds), let blockSize = cost["r"],
            let parallelism = cost["p"]
        else { return nil }
        self.logRounds = logRounds
        self.blockSize = blockSize
        self.parallelism = parallelism
        self.salt = salt
        self.key = key
    }

    /// A random hash that matches no password, created without hashing.
    static var unmatchable: ScryptHash { ScryptHash(salt: Sodium.randomBytes(16), key: Sodium.randomBytes(32)) }

    /// The hash as a PHC string.
    var passwordHash: PasswordHash {
        PasswordHash(
            text: "$scrypt$ln=\(logRounds),r=\(blockSize),p=\(parallelism)"
                + "$\(PasswordHash.encoded(salt))$\(PasswordHash.encoded(key))"
        )
    }

    /// Checks a password; blocks while it hashes, and compares in constant time.
    ///
    /// - Parameter password: The password as the user typed it; earlier versions did not normalize it.
    /// - Returns: Whether this is the hash of the password.
    /// - Throws: `ScryptError` for a cost that scrypt does not accept.
    func matches(_ password: String) throws -> Bool {
        let derived = try Sodium.scrypt(
            password,
            salt: salt,
            rounds: 1 << logRounds,
            blockSize: blockSize,
            parallelism: parallelism,
            count: key.count
        )
        return Sodium.areEqualInConstantTime(derived, key)
    }
}
