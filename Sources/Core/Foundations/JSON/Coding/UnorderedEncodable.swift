/// A collection that is sorted when it is encoded, because its order changes from run to run.
protocol UnorderedEncodable {
    /// Writes this value in an order that depends on its content only.
    func encodeInOrder(to stream: EncodingStream) throws
}

extension Dictionary: UnorderedEncodable where Key: Encodable, Value: Encodable {
    /// Writes an object, or an array of alternating keys and values, as `Dictionary.encode(to:)` does.
    func encodeInOrder(to stream: EncodingStream) throws {
        if let strings = self as? [String: Value] {
            try encodeMembers(strings.sorted { $0.key < $1.key }, to: stream) { $0 }
        } else if let integers = self as? [Int: Value] {
            try encodeMembers(integers.sorted { $0.key < $1.key }, to: stream) { String($0) }
        } else if Key.self is any CodingKeyRepresentable.Type {
            let members = compactMap { key, value in
                (key as? any CodingKeyRepresentable).map { (key: $0.codingKey.stringValue, value: value) }
            }
            try encodeMembers(members.sorted { $0.key < $1.key }, to: stream) { $0 }
        } else {
            let pairs = try map { (key: try JSONCoding.encode($0.key, userInfo: stream.userInfo), value: $0.value) }
            stream.writer.beginArray()
            for (index, pair) in pairs.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }).enumerated() {
                stream.writer.raw(pair.key)
                try stream.encode(pair.value, at: JSONCodingKey.index(2 * index + 1))
            }
            stream.writer.endArray()
        }
    }

    private func encodeMembers<Name>(
        _ members: [(key: Name, value: Value)],
        to stream: EncodingStream,
        _ name: (Name) -> String
    ) throws {
        stream.writer.beginObject()
        for member in members {
            let key = name(member.key)
            stream.writer.key(named: key)
            try stream.encode(member.value, at: JSONCodingKey.name(key))
        }
        stream.writer.endObject()
    }
}

extension Set: UnorderedEncodable where Element: Encodable {
    /// Writes an array: strings and integers in ascending order, other elements in the order of their JSON.
    func encodeInOrder(to stream: EncodingStream) throws {
        stream.writer.beginArray()
        if let strings = self as? Set<String> {
            for string in strings.sorted() { stream.writer.string(string) }
        } else if let integers = self as? Set<Int> {
            for integer in integers.sorted() { stream.writer.integer(integer) }
        } else {
            let texts = try map { try JSONCoding.encode($0, userInfo: stream.userInfo) }
            for text in texts.sorted(by: { $0.lexicographicallyPrecedes($1) }) { stream.writer.raw(text) }
        }
        stream.writer.endArray()
    }
}
