import Synchronization

/// How the values of a type are encoded.
enum EncodingManner: UInt {
    /// They are ``JSONWritable``.
    case writesItself = 1
    /// They are ``UnorderedEncodable``.
    case hasNoOrder = 2
    /// By their `encode(to:)` alone.
    case ordinary = 3

    /// The manners found so far, as the addresses of the types with the manner in the three bits that are zero in them.
    ///
    /// Asking the runtime for a conformance takes 700 instructions, more than a small value. The result never changes in the life of
    /// the process, so a slot that another thread overwrites is only looked up again.
    private static let known = InlineArray<256, Atomic<UInt>> { _ in Atomic(0) }

    /// How a value is encoded, and all others of its very type.
    init<Value: Encodable>(of value: Value) {
        let address = UInt(bitPattern: ObjectIdentifier(type(of: value)))
        let slot = Int((address >> 4 ^ address >> 12) & 255)
        let entry = Self.known[slot].load(ordering: .relaxed)
        if entry & ~7 == address, let manner = Self(rawValue: entry & 7) {
            self = manner
            return
        }
        if value is any JSONWritable {
            self = .writesItself
        } else if value is any UnorderedEncodable {
            self = .hasNoOrder
        } else {
            self = .ordinary
        }
        Self.known[slot].store(address | rawValue, ordering: .relaxed)
    }
}
