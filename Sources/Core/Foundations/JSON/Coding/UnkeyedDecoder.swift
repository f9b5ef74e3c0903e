/// The unkeyed decoding container for one array.
///
/// An element that can't be decoded remains the current one.
struct UnkeyedDecoder: UnkeyedDecodingContainer {
    let node: DecodingNode
    private let elements: [JSONValue]
    private(set) var currentIndex = 0

    init(node: DecodingNode, elements: [JSONValue]) {
        self.node = node
        self.elements = elements
    }

    var codingPath: [any CodingKey] { node.path }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    mutating func decodeNil() throws -> Bool {
        guard try element(JSONValue?.self).isNull else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool {
        let value = try node.bool(element(type), at: key)
        currentIndex += 1
        return value
    }

    mutating func decode(_ type: String.Type) throws -> String {
        let value = try node.string(element(type), at: key)
        currentIndex += 1
        return value
    }

    mutating func decode(_ type: Double.Type) throws -> Double {
        let value = try node.double(element(type), at: key)
        currentIndex += 1
        return value
    }

    mutating func decode(_ type: Float.Type) throws -> Float {
        let value = try node.float(element(type), at: key)
        currentIndex += 1
        return value
    }

    mutating func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number {
        try integer(type)
    }

    mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        let value = try node.integer(type, element(type), at: key)
        currentIndex += 1
        return value
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        // Fast path for the elements of arrays: comparing types is cheaper than calling `init(from:)`. The cast can't fail.
        if type == String.self, let text = try decode(String.self) as? Value { return text }
        let value = try node.child(key).decode(type, from: element(type))
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested>
    {
        let container = try decoder([String: JSONValue].self).container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try decoder([JSONValue].self).unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try decoder((any Decoder).self)
        currentIndex += 1
        return decoder
    }

    private var key: JSONCodingKey { .index(currentIndex) }

    private func decoder(_ type: Any.Type) throws -> ValueDecoder {
        ValueDecoder(node: node.child(key), value: try element(type))
    }

    private func element(_ type: Any.Type) throws -> JSONValue {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type,
                node.context("the array has only \(elements.count) elements", at: key)
            )
        }
        return elements[currentIndex]
    }
}
