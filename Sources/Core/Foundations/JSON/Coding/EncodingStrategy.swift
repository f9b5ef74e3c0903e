import Synchronization

/// The way in which the values of a type are encoded.
enum EncodingStrategy: UInt {
    /// Encoded by ``JSONWritable/write(to:)``.
    case jsonWritable = 1
    /// Encoded by ``UnorderedEncodable/encodeInOrder(to:)``.
    case unordered = 2
    /// Encoded by the type's own `encode(to:)`.
    case codable = 3

    /// A cache of the results: type addresses, with the result in the three low bits that are zero in an address.
    ///
    /// A dynamic lookup of a conformance takes 700 instructions, more than encoding a small value. The result for a type
    /// never changes, so a slot that another thread overwrites is only looked up again.
    private static let known = InlineArray<256, Atomic<UInt>> { _ in Atomic(0) }

    /// Finds the way for a value and all others of the same dynamic type.
    init<Value: Encodable>(of value: Value) {
        let address = UInt(bitPattern: ObjectIdentifier(type(of: value)))
        let slot = Int((address >> 4 ^ address >> 12) & 255)
        let entry = Self.known[slot].load(ordering: .relaxed)
        if entry & ~7 == address, let kind = Self(rawValue: entry & 7) {
            self = kind
            return
        }
        if value is any JSONWritable {
            self = .jsonWritable
        } else if value is any UnorderedEncodable {
            self = .unordered
        } else {
            self = .codable
        }
        Self.known[slot].store(address | rawValue, ordering: .relaxed)
    }
}
