/// The 128-bit FNV-1a hash of a file's content.
///
/// The files come from the operator, so a hash without protection against deliberate collisions is enough.
struct ContentHash: CustomStringConvertible {
    private var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D

    /// Adds the next bytes of the content.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes { hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013B }
    }

    /// The hash in 32 hexadecimal digits.
    var description: String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }
}
