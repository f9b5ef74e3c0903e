/// A failure of scrypt.
public struct ScryptError: Error, Equatable, CustomStringConvertible {
    /// The `errno` of the call: `EINVAL` or `EFBIG` for invalid cost parameters, `ENOMEM` for too little memory.
    public let code: CInt

    /// A sentence that names the call and its errno.
    public var description: String { "crypto_pwhash_scryptsalsa208sha256_ll failed with errno \(code)." }
}
