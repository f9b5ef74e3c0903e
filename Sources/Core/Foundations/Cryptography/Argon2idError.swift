/// A failure of Argon2id: the cost is out of libsodium's range, or the process has too little memory for it.
public struct Argon2idError: Error, Equatable, CustomStringConvertible {
    /// The number of passes over the memory.
    public let passes: Int
    /// The memory in KiB.
    public let kibibytes: Int

    /// A sentence that names the call and the cost.
    public var description: String {
        "crypto_pwhash_str_alg failed with \(passes) passes over \(kibibytes) KiB; it needs at least 8 KiB and that memory."
    }
}
