import Threads

/// How the values of a type are encoded.
enum EncodingManner: Sendable {
    /// They are ``JSONWritable``.
    case writesItself
    /// They are ``UnorderedEncodable``.
    case hasNoOrder
    /// By their `encode(to:)` alone.
    case ordinary

    /// What is known of types: asking the runtime whether a type conforms to a protocol costs more than a small value.
    private static let known = Lock<[ObjectIdentifier: EncodingManner]>([:])

    /// How a value is encoded, and all others of its very type.
    init<Value: Encodable>(of value: Value) {
        let id = ObjectIdentifier(type(of: value))
        if let manner = Self.known.withLock({ $0[id] }) {
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
        Self.known.withLock { [self] in $0[id] = self }
    }
}
