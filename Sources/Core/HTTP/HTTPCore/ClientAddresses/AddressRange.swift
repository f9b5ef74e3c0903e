/// A range of IP addresses: one address, or a prefix in CIDR notation (RFC 4632).
///
/// ```swift
/// AddressRange("10.0.0.0/8")?.contains(client)
/// ```
public struct AddressRange: Sendable, Hashable, CustomStringConvertible {
    private let first: ClientAddress
    /// The number of leading bits of the IPv6 form that are the same in all addresses of the range.
    private let prefix: Int

    /// Parses an address, or an address with the length of its prefix.
    ///
    /// - Parameter text: A text such as `127.0.0.1`, `10.0.0.0/8` or `2001:db8::/32`. The result is `nil` for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = parts.first.flatMap({ ClientAddress($0) }) else { return nil }
        let bits = address.isVersion4 ? 32 : 128
        var length = bits
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy(\.isDigit), let number = Int(parts[1]), number <= bits else { return nil }
            length = number
        }
        first = address
        prefix = length + 128 - bits
    }

    /// The range in CIDR notation, or the address without a length if the range has one address.
    public var description: String {
        guard prefix < 128 else { return first.description }
        return "\(first)/\(first.isVersion4 ? prefix - 96 : prefix)"
    }

    /// Whether some ranges together have all addresses of a version of the protocol, such as `0.0.0.0/1` with `128.0.0.0/1`.
    package static func coverEverything(_ ranges: [AddressRange]) -> Bool {
        let version4 = AddressRange(ClientAddress(version4: 0), prefix: 96)
        return cover(ranges, AddressRange(ClientAddress(high: 0, low: 0), prefix: 0)) || cover(ranges, version4)
    }

    private static func cover(_ ranges: [AddressRange], _ part: AddressRange) -> Bool {
        if ranges.contains(where: { $0.prefix <= part.prefix && $0.contains(part.first) }) { return true }
        // Only ranges inside the part count for it, so the recursion ends when no ranges are left.
        let inside = ranges.filter { $0.prefix > part.prefix && part.contains($0.first) }
        guard inside.count > 1 else { return false }
        return cover(inside, part.half(0)) && cover(inside, part.half(1))
    }

    private init(_ first: ClientAddress, prefix: Int) {
        self.first = first
        self.prefix = prefix
    }

    /// Returns the lower or the upper half of a range with more than one address.
    private func half(_ bit: UInt64) -> AddressRange {
        let high = prefix < 64 ? first.high & ~(UInt64.max >> UInt64(prefix)) | bit << UInt64(63 - prefix) : first.high
        let low = prefix < 64 ? 0 : first.low & ~(UInt64.max >> UInt64(prefix - 64)) | bit << UInt64(127 - prefix)
        return AddressRange(ClientAddress(high: high, low: low), prefix: prefix + 1)
    }

    /// Returns whether an address is in the range, which means that it has the same leading bits.
    public func contains(_ address: ClientAddress) -> Bool {
        let high = prefix >= 64 ? UInt64.max : ~(UInt64.max >> UInt64(prefix))
        let low = prefix <= 64 ? 0 : prefix == 128 ? UInt64.max : ~(UInt64.max >> UInt64(prefix - 64))
        return (address.high ^ first.high) & high == 0 && (address.low ^ first.low) & low == 0
    }
}
