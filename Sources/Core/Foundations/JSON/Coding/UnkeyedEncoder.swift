/// The unkeyed encoding container for one array.
struct UnkeyedEncoder: UnkeyedEncodingContainer {
    let stream: EncodingStream
    let level: Int

    var codingPath: [any CodingKey] { stream.path(to: level) }
    var count: Int { stream.frames[level].count }

    func encodeNil() {
        _ = stream.element(at: level)
        stream.writer.null()
    }

    func encode(_ value: Bool) {
        _ = stream.element(at: level)
        stream.writer.bool(value)
    }

    func encode(_ value: String) {
        _ = stream.element(at: level)
        stream.writer.string(value)
    }

    func encode(_ value: Double) throws {
        try stream.checkIsFinite(value) { elementPath }
        _ = stream.element(at: level)
        stream.writer.number(value)
    }

    func encode(_ value: Float) throws {
        try stream.checkIsFinite(value) { elementPath }
        _ = stream.element(at: level)
        stream.writer.number(value)
    }

    func encode<Number: FixedWidthInteger & Encodable>(_ value: Number) throws {
        try encodeInteger(value)
    }

    func encodeInteger<Number: FixedWidthInteger>(_ value: Number) throws {
        let integer = try stream.exact(value) { elementPath }
        _ = stream.element(at: level)
        stream.writer.integer(integer)
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        let mark = stream.mark
        do {
            let index = stream.element(at: level)
            try stream.encode(value, at: JSONCodingKey.index(index))
        } catch {
            stream.rollBack(to: mark)
            stream.frames[level].count -= 1
            throw error
        }
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(KeyedEncoder<Nested>(stream: nested(.object), level: 0))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedEncoder(stream: nested(.array), level: 0)
    }

    func superEncoder() -> any Encoder {
        ValueEncoder(stream: nested(.undecided), level: 0)
    }

    private func nested(_ kind: EncodingStream.Kind) -> EncodingStream {
        stream.nested(at: JSONCodingKey.index(stream.element(at: level)), kind: kind)
    }

    /// The path to the next element.
    private var elementPath: [any CodingKey] {
        codingPath + [JSONCodingKey.index(count)]
    }
}
