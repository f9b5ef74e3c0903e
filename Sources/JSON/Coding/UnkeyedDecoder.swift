/// Reads the elements of one array, one after the other.
///
/// An element that does not fit stays the current one.
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
        try step(type) { try $0.bool($1, at: $2) }
    }

    mutating func decode(_ type: String.Type) throws -> String {
        try step(type) { try $0.string($1, at: $2) }
    }

    mutating func decode(_ type: Double.Type) throws -> Double {
        try step(type) { try $0.double($1, at: $2) }
    }

    mutating func decode(_ type: Float.Type) throws -> Float {
        try step(type) { try $0.float($1, at: $2) }
    }

    mutating func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number {
        try integer(type)
    }

    mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        try step(type) { try $0.integer(type, $1, at: $2) }
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try step(type) { node, value, key in
            // Elements of arrays come by here: comparing types is cheaper than their `init(from:)`.
            if type == String.self, let string = try node.string(value, at: key) as? Value { return string }
            return try node.child(key).decode(type, from: value)
        }
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested>
    {
        try step([String: JSONValue].self) { node, value, key in
            try ValueDecoder(node: node.child(key), value: value).container(keyedBy: type)
        }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try step([JSONValue].self) { node, value, key in
            try ValueDecoder(node: node.child(key), value: value).unkeyedContainer()
        }
    }

    mutating func superDecoder() throws -> any Decoder {
        try step((any Decoder).self) { node, value, key in
            ValueDecoder(node: node.child(key), value: value)
        }
    }

    private mutating func step<Result>(
        _ type: Any.Type,
        _ read: (DecodingNode, JSONValue, JSONCodingKey) throws -> Result
    ) throws -> Result {
        let result = try read(node, try element(type), .index(currentIndex))
        currentIndex += 1
        return result
    }

    private func element(_ type: Any.Type) throws -> JSONValue {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type,
                node.context("the array has only \(elements.count) elements", at: JSONCodingKey.index(currentIndex))
            )
        }
        return elements[currentIndex]
    }
}
