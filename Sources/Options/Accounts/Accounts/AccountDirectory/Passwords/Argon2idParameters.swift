/// The cost of a password hash: Argon2id (RFC 9106) with one lane and a salt of 16 random bytes.
///
/// An attacker with stolen hashes pays this cost for each guess. The cost is stored with each hash, so it can change:
/// a hash of another cost is computed again when its owner signs in.
public struct Argon2idParameters: Equatable, Sendable {
    /// The memory of one hash in KiB, m in RFC 9106, at least 8.
    public var kibibytes: Int
    /// The number of passes over the memory, t in RFC 9106, at least 1.
    public var passes: Int

    /// Creates a cost.
    ///
    /// - Parameters:
    ///   - kibibytes: The memory of one hash in KiB.
    ///   - passes: The number of passes over the memory.
    public init(kibibytes: Int, passes: Int) {
        self.kibibytes = kibibytes
        self.passes = passes
    }

    /// 19 MiB and two passes, the first recommendation of the OWASP Password Storage Cheat Sheet.
    public static let standard = Argon2idParameters(kibibytes: 19_456, passes: 2)
}
