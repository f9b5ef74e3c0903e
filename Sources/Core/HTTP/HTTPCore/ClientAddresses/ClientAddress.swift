internal import Glibc

/// The numeric IP address of a client, for limits and the log.
///
/// ```swift
/// ClientAddress("2001:db8:0:1::7")?.network.description  // "2001:db8:0:1::"
/// ```
///
/// An IPv4 address and its IPv4-mapped IPv6 form (RFC 4291 §2.5.5.2) are equal.
public struct ClientAddress: Sendable, Hashable, CustomStringConvertible {
    /// The first 64 bits of the IPv6 form.
    package let high: UInt64
    /// The last 64 bits of the IPv6 form, with an IPv4 address in the last 32 bits, after 0xFFFF.
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Parses a numeric IPv4 or IPv6 address without a port or zone.
    ///
    /// - Parameter text: An address such as `192.0.2.1` or `2001:db8::1`. The result is `nil` for any other text.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 45, !text.utf8.contains(0) else { return nil }
        let text = String(text)
        var version4 = in_addr()
        if unsafe inet_pton(AF_INET, text, &version4) == 1 {
            self.init(version4: UInt32(bigEndian: version4.s_addr))
            return
        }
        var bytes: [16 of UInt8] = .init(repeating: 0)
        guard unsafe inet_pton(AF_INET6, text, &bytes) == 1 else { return nil }
        var halves: [2 of UInt64] = [0, 0]
        for index in bytes.indices { halves[index / 8] = halves[index / 8] << 8 | UInt64(bytes[index]) }
        self.init(high: halves[0], low: halves[1])
    }

    /// Creates an IPv4 address from its 32 bits.
    package init(version4 bits: UInt32) {
        self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(bits))
    }

    package var isVersion4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// Whether the address is one of this machine's loopback addresses, `127.0.0.0/8` or `::1`.
    public var isLoopback: Bool { isVersion4 ? low >> 24 & 0xFF == 127 : high == 0 && low == 1 }

    /// The unit for limits: the address itself for IPv4, its network of 64 bits for IPv6.
    ///
    /// One IPv6 client usually has all addresses of a network of 64 bits (RFC 6177).
    public var network: ClientAddress { isVersion4 ? self : ClientAddress(high: high, low: isLoopback ? low : 0) }

    /// The addresses that one organization usually has: the first 24 bits for IPv4, the first 48 bits for IPv6.
    ///
    /// A site gets an IPv6 network of 48 to 56 bits (RFC 6177 section 2), so it has 256 to 65,536 values of ``network``.
    public var site: ClientAddress {
        if isLoopback { return network }
        return isVersion4 ? ClientAddress(high: 0, low: low & ~0xFF) : ClientAddress(high: high & ~0xFFFF, low: 0)
    }

    /// The numeric address, such as `192.0.2.1` or `2001:db8::1`.
    public var description: String {
        if isVersion4 {
            // The text has at most 15 bytes, so this allocates nothing. It is several times as fast as inet_ntop().
            var text = String(low >> 24 & 0xFF)
            for byte in 1...3 {
                text += "."
                text += String(low >> (24 - 8 * UInt64(byte)) & 0xFF)
            }
            return text
        }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        var bytes: [16 of UInt8] = .init(repeating: 0)
        for index in bytes.indices {
            let half = index < 8 ? high : low
            bytes[index] = UInt8(truncatingIfNeeded: half >> (56 - index % 8 * 8))
        }
        _ = unsafe inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
