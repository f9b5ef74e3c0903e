/// The decoder for a type's `init(from:)`.
struct ValueDecoder: Decoder {
    let node: DecodingNode
    let value: JSONValue

    var codingPath: [any CodingKey] { node.path }
    var userInfo: [CodingUserInfoKey: Any] { node.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let object) = value else {
            throw node.mismatch([String: JSONValue].self, "an object", value, at: nil)
        }
        return KeyedDecodingContainer(KeyedDecoder<Key>(node: node, object: object))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else {
            throw node.mismatch([JSONValue].self, "an array", value, at: nil)
        }
        return UnkeyedDecoder(node: node, elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        SingleValueDecoder(node: node, value: value)
    }
}

/// The single-value decoding container: reads a scalar, or decodes another type from the same value.
struct SingleValueDecoder: SingleValueDecodingContainer {
    let node: DecodingNode
    let value: JSONValue

    var codingPath: [any CodingKey] { node.path }

    func decodeNil() -> Bool { value.isNull }
    func decode(_ type: Bool.Type) throws -> Bool { try node.bool(value) }
    func decode(_ type: String.Type) throws -> String { try node.string(value) }
    func decode(_ type: Double.Type) throws -> Double { try node.double(value) }
    func decode(_ type: Float.Type) throws -> Float { try node.float(value) }

    func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number {
        try node.integer(type, value)
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try node.decode(type, from: value)
    }
}
