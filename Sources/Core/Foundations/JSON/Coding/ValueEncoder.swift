/// The encoder for a value's `encode(to:)`.
struct ValueEncoder: Encoder {
    let stream: EncodingStream
    let level: Int

    var codingPath: [any CodingKey] { stream.path(to: level) }
    var userInfo: [CodingUserInfoKey: Any] { stream.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        stream.open(.object, at: level)
        return KeyedEncodingContainer(KeyedEncoder<Key>(stream: stream, level: level))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        stream.open(.array, at: level)
        return UnkeyedEncoder(stream: stream, level: level)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleValueEncoder(stream: stream, level: level)
    }
}
