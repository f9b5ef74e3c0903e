internal import CGnuTLS
import Cryptography
import JSON

/// A public key of a set (JSON Web Key, RFC 7517).
struct PublicKey: Sendable {
    private enum Numbers {
        case rsa(modulus: [UInt8], exponent: [UInt8])
        case curve(Curve, x: [UInt8], y: [UInt8])
    }

    private enum Curve: String {
        case p256 = "P-256"
        case p384 = "P-384"
        case ed25519 = "Ed25519"

        var byteCount: Int { self == .p384 ? 48 : 32 }
    }

    /// The name, by which a token says that this key has signed it, or `nil` for none.
    let id: String?
    /// The algorithm that the key is for, or `nil` for any that fits.
    private let declared: String?
    private let numbers: Numbers

    /// Reads a key, or returns `nil` for one that signs nothing, or that is of another kind.
    init?(_ json: JSONValue) {
        if let use = json["use"]?.stringValue, use != "sig" { return nil }
        func bytes(_ name: String) -> [UInt8]? { json[name]?.stringValue.flatMap { Sodium.bytes(fromBase64URL: $0) } }
        switch json["kty"]?.stringValue {
        case "RSA":
            guard let modulus = bytes("n"), let exponent = bytes("e"), modulus.count >= 256 else { return nil }
            numbers = .rsa(modulus: modulus, exponent: exponent)
        case "EC", "OKP":
            guard let curve = json["crv"]?.stringValue.flatMap(Curve.init), let x = bytes("x"),
                x.count == curve.byteCount
            else { return nil }
            let y = curve == .ed25519 ? [] : bytes("y") ?? []
            guard curve == .ed25519 || y.count == curve.byteCount else { return nil }
            numbers = .curve(curve, x: x, y: y)
        default: return nil
        }
        id = json["kid"]?.stringValue
        declared = json["alg"]?.stringValue
    }

    /// Returns whether a signature is right.
    ///
    /// The key decides which algorithms it has, so a token can't have it used with another one.
    func verify(_ signature: [UInt8], of message: [UInt8], by algorithm: SignatureAlgorithm) -> Bool {
        guard declared == nil || declared == algorithm.rawValue else { return false }
        switch (numbers, algorithm) {
        case (.rsa(let modulus, let exponent), .rs256):
            return Self.verify(modulus, exponent, GNUTLS_SIGN_RSA_SHA256, message, signature)
        case (.rsa(let modulus, let exponent), .ps256):
            return Self.verify(modulus, exponent, GNUTLS_SIGN_RSA_PSS_RSAE_SHA256, message, signature)
        case (.curve(.p256, let x, let y), .es256) where signature.count == 64:
            return Self.verify(GNUTLS_ECC_CURVE_SECP256R1, x, y, GNUTLS_SIGN_ECDSA_SHA256, message, signature)
        case (.curve(.p384, let x, let y), .es384) where signature.count == 96:
            return Self.verify(GNUTLS_ECC_CURVE_SECP384R1, x, y, GNUTLS_SIGN_ECDSA_SHA384, message, signature)
        case (.curve(.ed25519, let x, let y), .edDSA) where signature.count == 64:
            return Self.verify(GNUTLS_ECC_CURVE_ED25519, x, y, GNUTLS_SIGN_EDDSA_ED25519, message, signature)
        default: return false
        }
    }

    private static func verify(
        _ modulus: [UInt8],
        _ exponent: [UInt8],
        _ algorithm: gnutls_sign_algorithm_t,
        _ message: [UInt8],
        _ signature: [UInt8]
    ) -> Bool {
        unsafe usher_verify_rsa(
            modulus,
            modulus.count,
            exponent,
            exponent.count,
            algorithm,
            message,
            message.count,
            signature,
            signature.count
        ) == 1
    }

    private static func verify(
        _ curve: gnutls_ecc_curve_t,
        _ x: [UInt8],
        _ y: [UInt8],
        _ algorithm: gnutls_sign_algorithm_t,
        _ message: [UInt8],
        _ signature: [UInt8]
    ) -> Bool {
        unsafe usher_verify_curve(
            curve,
            x,
            x.count,
            y,
            y.count,
            algorithm,
            message,
            message.count,
            signature,
            signature.count
        ) == 1
    }
}
