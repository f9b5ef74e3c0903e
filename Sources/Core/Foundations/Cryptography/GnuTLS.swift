internal import CGnuTLS

/// The function of GnuTLS that libsodium does not have.
public enum GnuTLS {
    /// Returns the HMAC-SHA-1 of the bytes (RFC 2104), for protocols that prescribe it, such as RFC 6238.
    ///
    /// - Parameters:
    ///   - bytes: The message.
    ///   - key: The key, of any length.
    /// - Returns: The authentication code of 20 bytes, or `nil` if the system forbids SHA-1, as in FIPS mode.
    public static func hmacSHA1(of bytes: [UInt8], key: [UInt8]) -> [UInt8]? {
        var code = [UInt8](repeating: 0, count: 20)
        return unsafe usher_hmac_sha1(&code, bytes, bytes.count, key, key.count) == 0 ? code : nil
    }
}
