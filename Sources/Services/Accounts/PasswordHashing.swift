import Crypto
import CryptoExtras
import Foundation

/// How passwords are turned into what is kept of them: scrypt (RFC 7914) with a salt of 16 random bytes.
///
/// What it costs is what a thief of the hashes pays for each guess. One hash takes 128 × `blockSize` × `rounds` bytes of
/// memory while it is made.
public struct PasswordHashing: Equatable, Sendable {
    /// RFC 7914's N: how many blocks are mixed; a power of two.
    public var rounds: Int
    /// RFC 7914's r: the size of a block in units of 128 bytes.
    public var blockSize: Int
    /// RFC 7914's p: how often the mixing is repeated.
    public var parallelism: Int

    /// Chooses the cost.
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

    /// N = 2¹⁴, r = 8, p = 5: 16 MiB, one of the equal minimums of the OWASP Password Storage Cheat Sheet.
    public static let standard = PasswordHashing(rounds: 1 << 14, blockSize: 8, parallelism: 5)

    /// Hashes a password; blocks for as long as that takes.
    ///
    /// - Throws: `CryptoKitError` for parameters that scrypt does not take.
    func hash(_ password: String, salt: [UInt8]) throws -> SymmetricKey {
        try KDF.Scrypt.deriveKey(
            from: Array(password.utf8),
            salt: salt,
            outputByteCount: 32,
            rounds: rounds,
            blockSize: blockSize,
            parallelism: parallelism
        )
    }
}

/// What is kept of a password.
struct PasswordHash: Sendable {
    /// Hashes a password with a salt; what costs the time.
    typealias Derivation = @Sendable (_ password: String, _ salt: [UInt8]) throws -> SymmetricKey

    private let salt: [UInt8]
    private let key: SymmetricKey

    init(of password: String, _ derive: Derivation) throws {
        var generator = SystemRandomNumberGenerator()
        salt = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        key = try derive(password, salt)
    }

    /// What no password is turned into, made without the time that a hash takes.
    static var ofNothing: PasswordHash {
        PasswordHash(salt: SymmetricKey(size: .bits128).bytes, key: SymmetricKey(size: .bits256).bytes)
    }

    /// Takes up what was kept.
    init(salt: Data, key: Data) {
        self.salt = Array(salt)
        self.key = SymmetricKey(data: key)
    }

    /// The salt, to be kept.
    var saltData: Data { Data(salt) }

    /// What the password was turned into, to be kept.
    var keyData: Data { key.bytes }

    /// Compares in a time that does not depend on where the two differ.
    func matches(_ password: String, _ derive: Derivation) throws -> Bool {
        try derive(password, salt) == key
    }
}

extension SymmetricKey {
    fileprivate var bytes: Data { unsafe withUnsafeBytes { unsafe Data($0) } }
}
