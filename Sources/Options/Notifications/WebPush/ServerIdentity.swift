import Coordination
import Cryptography
import JSON

/// The identification of the server towards push services (VAPID, RFC 8292).
struct ServerIdentity {
    let key: P256PrivateKey
    let contact: String?

    /// The public key in base64url.
    var publicKey: String { Sodium.base64URL(key.publicKey) }

    /// The time for which a token is valid.
    ///
    /// RFC 8292 allows a day, and clocks differ.
    private static let lifetime: Int64 = 12 * 3_600

    /// Returns the value of the field `Authorization` for a service: a signed JSON web token, and the public key.
    func authorization(for origin: String, at time: Timestamp) -> String {
        var claims = JSONWriter(capacity: 128)
        claims.object { writer in
            writer.member("aud", origin)
            writer.member("exp", time.milliseconds / 1_000 + Self.lifetime)
            writer.member("sub", contact)
        }
        let signed = "\(Self.header).\(Sodium.base64URL(claims.bytes))"
        let signature = key.signature(of: Self.bytes(of: Sodium.sha256(of: signed)))
        return "vapid t=\(signed).\(Sodium.base64URL(signature)), k=\(publicKey)"
    }

    private static func bytes(of hash: Sodium.SHA256) -> [UInt8] {
        [hash.0, hash.1, hash.2, hash.3].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
        }
    }

    /// Returns a name of 32 characters for a tag, which tells the service nothing of the tag itself.
    ///
    /// By it the service recognizes that a message takes the place of an earlier one (RFC 8030 section 5.4).
    func topic(for tag: String) -> String {
        Sodium.base64URL(Array(Sodium.authenticationCode(of: Array("topic \(tag)".utf8), key: key.bytes).prefix(24)))
    }

    private static let header = Sodium.base64URL(Array(#"{"typ":"JWT","alg":"ES256"}"#.utf8))
}
