/// The names that bundlers give to files with content that never changes: `main-3F2A7QXB.js`, with a hash of the content.
enum HashedName {
    /// The number of base32 digits (RFC 4648 §6) in esbuild's names.
    private static let digitCount = 8

    /// Returns whether a name has a hash: a hyphen and eight capital base32 digits before its first dot.
    static func isHashed(_ path: some StringProtocol) -> Bool {
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
        let hash = name.prefix { $0 != UInt8(ascii: ".") }.suffix(digitCount + 1)
        guard hash.count == digitCount + 1, hash.first == UInt8(ascii: "-") else { return false }
        return hash.dropFirst().allSatisfy { (0x41...0x5A).contains($0) || (0x32...0x37).contains($0) }
    }
}
