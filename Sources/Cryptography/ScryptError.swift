/// A password that couldn't be hashed.
public struct ScryptError: Error, Equatable, CustomStringConvertible {
    /// The `errno` of the call: `EINVAL` and `EFBIG` for the cost, `ENOMEM` for want of memory.
    public let code: CInt

    /// A sentence that names the call and its errno.
    public var description: String { "crypto_pwhash_scryptsalsa208sha256_ll failed with errno \(code)." }
}
