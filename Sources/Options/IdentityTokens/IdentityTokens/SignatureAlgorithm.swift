/// The signature algorithms that a token may have (RFC 7518 section 3.1, RFC 8037).
///
/// The ones with a shared secret are left out: whoever can verify such a token could also make one.
enum SignatureAlgorithm: String {
    case rs256 = "RS256"
    case ps256 = "PS256"
    case es256 = "ES256"
    case es384 = "ES384"
    case edDSA = "EdDSA"
}
