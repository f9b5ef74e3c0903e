/// The keyed decoding container for one object.
struct KeyedDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let node: DecodingNode
    private let object: JSONObject
    /// The members by name, if there are more than 16, so that not every look-up is a linear search.
    private let index: [ByteKey: JSONValue]?

    init(node: DecodingNode, object: JSONObject) {
        self.node = node
        self.object = object
        index = object.count <= 16 ? nil : object.valuesByName
    }

    var codingPath: [any CodingKey] { node.path }
    var allKeys: [Key] { object.members.compactMap { Key(stringValue: $0.key) } }

    func contains(_ key: Key) -> Bool { find(key.stringValue) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try member(key).isNull }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try node.bool(member(key), at: key) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try node.string(member(key), at: key) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try node.double(member(key), at: key) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try node.float(member(key), at: key) }

    func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type, forKey key: Key) throws -> Number {
        try integer(type, forKey: key)
    }

    func integer<Number: FixedWidthInteger>(_ type: Number.Type, forKey key: Key) throws -> Number {
        try node.integer(type, member(key), at: key)
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try node.child(key).decode(type, from: member(key))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    /// Returns a decoder for the member `super`, which decodes `null` if there is none.
    func superDecoder() -> any Decoder {
        ValueDecoder(node: node.child(JSONCodingKey.super), value: find("super") ?? .null)
    }

    /// Returns a decoder for a member, which decodes `null` if there is none.
    func superDecoder(forKey key: Key) -> any Decoder {
        ValueDecoder(node: node.child(key), value: find(key.stringValue) ?? .null)
    }

    private func decoder(_ key: Key) throws -> ValueDecoder {
        ValueDecoder(node: node.child(key), value: try member(key))
    }

    private func member(_ key: Key) throws -> JSONValue {
        if let value = find(key.stringValue) { return value }
        throw DecodingError.keyNotFound(key, node.context("the member “\(key.stringValue)” is required"))
    }

    private func find(_ name: String) -> JSONValue? {
        if let index { index[ByteKey(name)] } else { object[name] }
    }
}
