import Concurrency
import Cryptography

/// Hashes passwords and verifies them, in a time that does not reveal whether an account exists.
///
/// Every verification does the same work: one Argon2id hash. A hash that is missing is replaced by a random one that matches no
/// password.
final class PasswordHasher: Sendable {
    private let cost: Argon2idParameters
    private let unmatchable: PasswordHash
    private let count = Lock(0)

    /// - Parameter cost: The cost of new hashes.
    init(cost: Argon2idParameters) {
        self.cost = cost
        let (salt, key) = (Sodium.randomBytes(16), Sodium.randomBytes(32))
        unmatchable = PasswordHash(
            text: "$argon2id$v=19$m=\(cost.kibibytes),t=\(cost.passes),p=1"
                + "$\(PasswordHash.encoded(salt))$\(PasswordHash.encoded(key))"
        )
    }

    /// The number of hashes that were computed, for tests of equal work.
    var hashCount: Int { count.withLock { $0 } }

    /// Hashes a password, and blocks until the hash is computed.
    ///
    /// - Throws: `Argon2idError` for a cost that Argon2id does not accept.
    func hash(_ password: String) throws -> PasswordHash {
        count.withLock { $0 += 1 }
        return PasswordHash(
            text: try Sodium.argon2id(normalizedPassword(password), passes: cost.passes, kibibytes: cost.kibibytes)
        )
    }

    /// Checks a password, and blocks while it hashes.
    ///
    /// - Parameters:
    ///   - hash: The hash, or `nil` for an account that does not exist, which matches no password.
    ///   - password: The password as the user typed it.
    /// - Returns: Whether the hash belongs to the password.
    func matches(_ hash: PasswordHash?, _ password: String) -> Bool {
        count.withLock { $0 += 1 }
        return Sodium.isArgon2id((hash ?? unmatchable).text, of: normalizedPassword(password))
    }

    /// Whether a hash has another algorithm or cost than new ones.
    func isOutdated(_ hash: PasswordHash) -> Bool {
        Sodium.needsArgon2idRehash(hash.text, passes: cost.passes, kibibytes: cost.kibibytes)
    }
}
