import Cryptography
import FoundationEssentials

/// The cost of a password hash: scrypt (RFC 7914) with a salt of 16 random bytes.
///
/// An attacker with stolen hashes pays this cost for each guess. One hash takes 128 × `blockSize` × `rounds` bytes of
/// memory while it is computed.
public struct ScryptParameters: Equatable, Sendable {
    /// RFC 7914's N, the number of blocks that are mixed; a power of two.
    public var rounds: Int
    /// RFC 7914's r, the size of a block in units of 128 bytes.
    public var blockSize: Int
    /// RFC 7914's p, the number of times that the mixing is repeated.
    public var parallelism: Int

    /// Creates a cost from scrypt's parameters.
    ///
    /// - Parameters:
    ///   - rounds: RFC 7914's N.
    ///   - blockSize: RFC 7914's r.
    ///   - parallelism: RFC 7914's p.
    public init(rounds: Int, blockSize: Int, parallelism: Int) {
        self.rounds = rounds
        self.blockSize = blockSize
        self.parallelism = parallelism
    }

    /// N = 2¹⁴, r = 8, p = 5: 16 MiB, one of the equivalent minimums of the OWASP Password Storage Cheat Sheet.
    public static let standard = ScryptParameters(rounds: 1 << 14, blockSize: 8, parallelism: 5)

    /// Hashes a password; blocks until the hash is computed.
    ///
    /// - Throws: `ScryptError` for parameters that scrypt does not accept.
    func hash(_ password: String, salt: [UInt8]) throws -> [UInt8] {
        try Sodium.scrypt(
            password,
            salt: salt,
            rounds: rounds,
            blockSize: blockSize,
            parallelism: parallelism,
            count: 32
        )
    }
}

/// A salted password hash, as stored in the database.
struct PasswordHash: Sendable {
    /// The function that hashes a password with a salt.
    typealias Derivation = @Sendable (_ password: String, _ salt: [UInt8]) throws -> [UInt8]

    private let salt: [UInt8]
    private let key: [UInt8]

    init(of password: String, _ derive: Derivation) throws {
        salt = Sodium.randomBytes(16)
        key = try derive(password, salt)
    }

    /// A random hash that matches no password, created without hashing.
    static var unmatchable: PasswordHash {
        PasswordHash(salt: Data(Sodium.randomBytes(16)), key: Data(Sodium.randomBytes(32)))
    }

    /// Creates a hash from its database columns.
    init(salt: Data, key: Data) {
        self.salt = Array(salt)
        self.key = Array(key)
    }

    /// The salt, for its column.
    var saltData: Data { Data(salt) }

    /// The key that scrypt derived, for its column.
    var keyData: Data { Data(key) }

    /// Whether this is the hash of a password; compares in constant time.
    func matches(_ password: String, _ derive: Derivation) throws -> Bool {
        Sodium.areEqualInConstantTime(try derive(password, salt), key)
    }
}
