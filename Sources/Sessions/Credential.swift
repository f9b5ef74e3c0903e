/// What opens a session: 256 random bits, of which the server keeps only the hash.
public struct Credential: Sendable, CustomStringConvertible {
    /// The secret as the client keeps it: 43 characters of base64url without padding (RFC 4648 section 5).
    public let exposed: String

    /// Takes a secret as a client presents it.
    public init(_ text: String) {
        exposed = text
    }

    /// A new secret from the system's random numbers.
    static func make() -> Credential {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<4).flatMap { _ in
            unsafe withUnsafeBytes(of: generator.next()) { bytes in unsafe Array(bytes) }
        }
        return Credential(base64URL(bytes))
    }

    /// What the server keeps of it: SHA-256.
    var digest: Digest { Digest(of: exposed) }

    /// Bullets.
    public var description: String { "•••" }

    private static func base64URL(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var text: [UInt8] = []
        var buffer: UInt32 = 0
        var bits = 0
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(alphabet[Int(buffer >> UInt32(bits) & 0x3F)])
            }
        }
        if bits > 0 { text.append(alphabet[Int(buffer << UInt32(6 - bits) & 0x3F)]) }
        return String(decoding: text, as: UTF8.self)
    }
}
