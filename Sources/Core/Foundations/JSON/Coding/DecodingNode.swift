/// The position of a decoder: a link to the enclosing value, and the `userInfo` of the whole call.
///
/// It is a linked list, because the path is needed only for errors.
final class DecodingNode {
    private let parent: DecodingNode?
    private let key: (any CodingKey)?
    let userInfo: [CodingUserInfoKey: any Sendable]

    /// Creates the node of the outermost value.
    init(userInfo: [CodingUserInfoKey: any Sendable]) {
        parent = nil
        key = nil
        self.userInfo = userInfo
    }

    private init(parent: DecodingNode, key: any CodingKey) {
        self.parent = parent
        self.key = key
        userInfo = parent.userInfo
    }

    /// Returns the node of a member or element.
    func child(_ key: any CodingKey) -> DecodingNode {
        DecodingNode(parent: self, key: key)
    }

    /// The keys from the outermost value to this one.
    var path: [any CodingKey] {
        var keys: [any CodingKey] = []
        var node = self
        while let parent = node.parent, let key = node.key {
            keys.append(key)
            node = parent
        }
        return keys.reversed()
    }

    /// Decodes this node's value.
    func decode<Value: Decodable>(_ type: Value.Type, from value: JSONValue) throws -> Value {
        // The types are compared first, because a cast that fails would cost more than the decoding.
        if type == JSONValue.self, let value = value as? Value { return value }
        if type == String.self, let text = try string(value) as? Value { return text }
        return try Value(from: ValueDecoder(node: self, value: value))
    }

    /// Returns the error for a value of the wrong kind.
    func mismatch(_ type: Any.Type, _ expected: String, _ value: JSONValue, at key: (any CodingKey)?) -> DecodingError {
        let context = context("\(expected) was expected, but \(value.kindName) was found", at: key)
        return value.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// Returns an error context with a mark, which says that its sentence contains nothing of the value.
    func context(_ detail: String, at key: (any CodingKey)? = nil) -> DecodingError.Context {
        DecodingError.Context(
            codingPath: path + (key.map { [$0] } ?? []),
            debugDescription: detail,
            underlyingError: JSONDecodingFailure.Sentence(text: detail)
        )
    }
}
