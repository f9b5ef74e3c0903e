import Cryptography
import JSON

/// A signed JSON web token in its compact form (RFC 7515 section 3.1, RFC 7519), of which nothing is verified yet.
struct SignedToken {
    let algorithm: SignatureAlgorithm
    /// The name of the key that has signed it, or `nil` if the token does not say.
    let keyID: String?
    let claims: JSONValue
    /// The bytes that are signed.
    let message: [UInt8]
    let signature: [UInt8]

    /// Reads a token, or returns `nil` for anything else, and for an algorithm or an extension that is not known.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let header = Self.json(parts[0]), let claims = Self.json(parts[1]),
            let signature = Sodium.bytes(fromBase64URL: parts[2]), !signature.isEmpty,
            let algorithm = header["alg"]?.stringValue.flatMap(SignatureAlgorithm.init),
            // An extension that a token declares critical must be understood (RFC 7515 section 4.1.11), and none is.
            header["crit"] == nil, claims.objectValue != nil
        else { return nil }
        self.algorithm = algorithm
        keyID = header["kid"]?.stringValue
        self.claims = claims
        message = Array("\(parts[0]).\(parts[1])".utf8)
        self.signature = signature
    }

    private static func json(_ text: String) -> JSONValue? {
        Sodium.bytes(fromBase64URL: text).flatMap {
            try? JSONValue(parsing: $0, limits: JSONLimits(depth: 8, bytes: 65_536))
        }
    }
}
