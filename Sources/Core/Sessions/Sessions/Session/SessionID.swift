import JSON

/// The public identifier of a session, which is a UUID of version 7 (RFC 9562 section 5.7).
///
/// It is not a secret, because access takes a ``Credential``.
public struct SessionID: Hashable, Sendable, CustomStringConvertible {
    /// The text form, in lower case.
    public let description: String

    /// Takes an identifier from an address or a store.
    ///
    /// Any text is accepted. An identifier that was never issued finds no session.
    public init(_ text: String) {
        description = text
    }

    /// Returns whether both have the same bytes, because an identifier from a client may be any text.
    public static func == (one: SessionID, other: SessionID) -> Bool {
        one.description.hasSameBytes(as: other.description)
    }

    /// Hashes the last 8 bytes only, which are random (RFC 9562 section 6.9), because a request looks its session up several
    /// times.
    public func hash(into hasher: inout Hasher) {
        let text = description.utf8Span.span
        var end: UInt64 = 0
        for index in max(0, text.count - 8)..<text.count { end = end << 8 | UInt64(text[index]) }
        hasher.combine(end)
    }

    /// Makes an identifier that begins with a time, so that identifiers sort by creation.
    ///
    /// - Parameter milliseconds: Milliseconds since 1970. Only the lowest 48 bits are used.
    /// - Returns: A UUID of version 7 (RFC 9562 §5.7) with 74 random bits.
    static func make(at milliseconds: Int64) -> SessionID {
        var generator = SystemRandomNumberGenerator()
        let time = UInt64(bitPattern: milliseconds) & 0xFFFF_FFFF_FFFF
        let high = time << 16 | 0x7000 | UInt64.random(in: 0...0x0FFF, using: &generator)
        let low = 0x8000_0000_0000_0000 | UInt64.random(in: 0...0x3FFF_FFFF_FFFF_FFFF, using: &generator)
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for (index, word) in [high, low].enumerated() {
            for nibble in 0..<16 {
                let position = index * 16 + nibble
                if [8, 12, 16, 20].contains(position) { text.append(UInt8(ascii: "-")) }
                text.append(hexadecimalDigits[Int(word >> UInt64(60 - nibble * 4) & 0xF)])
            }
        }
        return SessionID(String(decoding: text, as: UTF8.self))
    }
}

let hexadecimalDigits = Array("0123456789abcdef".utf8)
