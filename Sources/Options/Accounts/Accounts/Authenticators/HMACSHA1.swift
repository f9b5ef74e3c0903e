internal import CGnuTLS

/// HMAC-SHA-1 (RFC 2104) by GnuTLS, for the protocol of authenticator apps, which prescribes it (RFC 6238).
///
/// libsodium, which has everything else, leaves this function out because SHA-1 is weak as a hash. In an HMAC it is not.
enum HMACSHA1 {
    /// Returns the authentication code of some bytes.
    ///
    /// - Parameters:
    ///   - bytes: The message.
    ///   - key: The key, of any length.
    /// - Returns: The authentication code of 20 bytes, or `nil` if the system forbids SHA-1, as in FIPS mode.
    static func code(of bytes: [UInt8], key: [UInt8]) -> [UInt8]? {
        var code = [UInt8](repeating: 0, count: 20)
        return unsafe usher_hmac_sha1(&code, bytes, bytes.count, key, key.count) == 0 ? code : nil
    }
}
