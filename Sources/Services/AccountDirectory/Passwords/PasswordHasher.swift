import Concurrency
import Cryptography

/// Hashes passwords and verifies them, in a time that does not reveal whether an account exists.
///
/// Every verification does the same work: one Argon2id hash and, as long as the directory has accounts with a hash of
/// scrypt, one of scrypt. Hashes that are missing are replaced by random ones that match no password.
final class PasswordHasher: Sendable {
    private let cost: Argon2idParameters
    private let verifiesScrypt: Bool
    private let unmatchable: PasswordHash
    private let unmatchableScrypt = ScryptHash.unmatchable
    private let count = Lock(0)

    /// - Parameters:
    ///   - cost: The cost of new hashes.
    ///   - verifiesScrypt: Whether there are accounts with a hash of scrypt.
    init(cost: Argon2idParameters, verifiesScrypt: Bool) {
        self.cost = cost
        self.verifiesScrypt = verifiesScrypt
        let (salt, key) = (Sodium.randomBytes(16), Sodium.randomBytes(32))
        unmatchable = PasswordHash(
            text: "$argon2id$v=19$m=\(cost.kibibytes),t=\(cost.passes),p=1"
                + "$\(PasswordHash.encoded(salt))$\(PasswordHash.encoded(key))"
        )
    }

    /// The number of hashes that were computed, for tests of equal work.
    var hashCount: Int { count.withLock { $0 } }

    /// Hashes a password; blocks until the hash is computed.
    ///
    /// - Throws: `Argon2idError` for a cost that Argon2id does not accept.
    func hash(_ password: String) throws -> PasswordHash {
        count.withLock { $0 += 1 }
        return PasswordHash(
            text: try Sodium.argon2id(normalizedPassword(password), passes: cost.passes, kibibytes: cost.kibibytes)
        )
    }

    /// Checks a password; blocks while it hashes.
    ///
    /// - Parameters:
    ///   - hash: The hash; `nil` for an account that does not exist, which matches no password.
    ///   - password: The password as the user typed it.
    /// - Returns: Whether the hash is the one of the password.
    /// - Throws: `ScryptError` for a stored cost that scrypt does not accept.
    func matches(_ hash: PasswordHash?, _ password: String) throws -> Bool {
        let scrypt = hash?.scrypt
        let argon2id = scrypt == nil ? hash : nil
        count.withLock { $0 += 1 }
        let isMatch = Sodium.isArgon2id((argon2id ?? unmatchable).text, of: normalizedPassword(password))
        guard verifiesScrypt || scrypt != nil else { return isMatch }
        count.withLock { $0 += 1 }
        let isScryptMatch = try (scrypt ?? unmatchableScrypt).matches(password)
        return isMatch || isScryptMatch
    }

    /// Whether a hash has another algorithm or cost than new ones.
    func isOutdated(_ hash: PasswordHash) -> Bool {
        Sodium.needsArgon2idRehash(hash.text, passes: cost.passes, kibibytes: cost.kibibytes)
    }
}
