/// The keyed encoding container for one object.
///
/// The generic `encode` for integers implements the protocol's ten requirements, one for each type up to 64 bits.
struct KeyedEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let stream: EncodingStream
    let level: Int

    var codingPath: [any CodingKey] { stream.path(to: level) }

    func encodeNil(forKey key: Key) {
        stream.member(key, at: level)
        stream.writer.null()
    }

    func encode(_ value: Bool, forKey key: Key) {
        stream.member(key, at: level)
        stream.writer.bool(value)
    }

    func encode(_ value: String, forKey key: Key) {
        stream.member(key, at: level)
        stream.writer.string(value)
    }

    func encode(_ value: Double, forKey key: Key) throws {
        try stream.checkIsFinite(value) { codingPath + [key] }
        stream.member(key, at: level)
        stream.writer.number(value)
    }

    func encode(_ value: Float, forKey key: Key) throws {
        try stream.checkIsFinite(value) { codingPath + [key] }
        stream.member(key, at: level)
        stream.writer.number(value)
    }

    // A fast path: most integers are of this type, and the generic function takes 250 more instructions.
    func encode(_ value: Int, forKey key: Key) {
        stream.member(key, at: level)
        stream.writer.integer(value)
    }

    func encode<Number: FixedWidthInteger & Encodable>(_ value: Number, forKey key: Key) throws {
        try encodeInteger(value, forKey: key)
    }

    func encodeInteger<Number: FixedWidthInteger>(_ value: Number, forKey key: Key) throws {
        let integer = try stream.exact(value) { codingPath + [key] }
        stream.member(key, at: level)
        stream.writer.integer(integer)
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        let mark = stream.mark
        do {
            stream.member(key, at: level)
            try stream.encode(value, at: key)
        } catch {
            stream.rollBack(to: mark)
            stream.removeKey(key, at: level)
            throw error
        }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        stream.member(key, at: level)
        return KeyedEncodingContainer(KeyedEncoder<Nested>(stream: stream.nested(at: key, kind: .object), level: 0))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        stream.member(key, at: level)
        return UnkeyedEncoder(stream: stream.nested(at: key, kind: .array), level: 0)
    }

    func superEncoder() -> any Encoder {
        stream.member(JSONCodingKey.super, at: level)
        return ValueEncoder(stream: stream.nested(at: JSONCodingKey.super, kind: .undecided), level: 0)
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        stream.member(key, at: level)
        return ValueEncoder(stream: stream.nested(at: key, kind: .undecided), level: 0)
    }
}
