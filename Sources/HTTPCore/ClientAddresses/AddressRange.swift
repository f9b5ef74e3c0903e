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
    /// - Parameter text: Such as `127.0.0.1`, `10.0.0.0/8` or `2001:db8::/32`; the result is `nil` for any other text.
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

    /// The range in CIDR notation; an address alone without the length.
    public var description: String {
        guard prefix < 128 else { return first.description }
        return "\(first)/\(first.isVersion4 ? prefix - 96 : prefix)"
    }

    /// Returns whether an address is in the range.
    ///
    /// - Parameter address: The address.
    /// - Returns: Whether its leading bits are those of the range.
    public func contains(_ address: ClientAddress) -> Bool {
        let high = prefix >= 64 ? UInt64.max : ~(UInt64.max >> UInt64(prefix))
        let low = prefix <= 64 ? 0 : prefix == 128 ? UInt64.max : ~(UInt64.max >> UInt64(prefix - 64))
        return (address.high ^ first.high) & high == 0 && (address.low ^ first.low) & low == 0
    }
}
