/// A JSON encoder and decoder for `Codable` values, without Foundation.
///
/// Unlike Foundation's coders it is deterministic: the same value always gives the same bytes. Members are written in the order
/// in which the type encodes them. Dictionaries are sorted by key, and sets by their elements. A number that can't be
/// represented exactly is an error, and so is a value that JSON has no form for.
///
/// ```swift
/// let bytes = try JSONCoding.encode(User(name: "Ada"))         // {"name":"Ada"}
/// let user = try JSONCoding.decode(User.self, parsing: bytes)
/// ```
public enum JSONCoding {
    /// Encodes a value as a JSON text.
    ///
    /// - Parameters:
    ///   - value: The value, which may be an `any Encodable`.
    ///   - userInfo: The `userInfo` of the encoder.
    /// - Returns: The text in UTF-8.
    /// - Throws: `EncodingError.invalidValue` for a number that JSON or `Int64` can't represent, or any error of `encode(to:)`.
    public static func encode<Value: Encodable>(
        _ value: Value,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        try encode(value, to: &writer, userInfo: userInfo)
        return writer.finish()
    }

    /// Encodes a value as the writer's next value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - writer: The writer, which is unchanged when the call throws.
    ///   - userInfo: The `userInfo` of the encoder.
    /// - Throws: The same errors as ``encode(_:userInfo:)``.
    public static func encode<Value: Encodable>(
        _ value: Value,
        to writer: inout JSONWriter,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws {
        let mark = writer.mark
        // The stream owns the writer until the end of the call.
        let stream = EncodingStream(writer: JSONWriter(), userInfo: userInfo)
        swap(&writer, &stream.writer)
        defer { swap(&writer, &stream.writer) }
        do {
            try stream.encode(value)
            stream.insertNested()
        } catch {
            stream.writer.rollBack(to: mark)
            throw error
        }
    }

    /// Decodes a value.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - value: The value to decode it from.
    ///   - userInfo: The `userInfo` of the decoder.
    /// - Returns: The decoded value.
    /// - Throws: `DecodingError` with the path to the invalid value and nothing of the content (see ``JSONDecodingFailure``),
    ///   or any error of `init(from:)`.
    public static func decode<Value: Decodable>(
        _ type: Value.Type,
        from value: JSONValue,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> Value {
        try DecodingNode(userInfo: userInfo).decode(type, from: value)
    }

    /// Parses a text and decodes a value from it.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - bytes: The text in UTF-8.
    ///   - limits: The limits of the text's size.
    ///   - userInfo: The `userInfo` of the decoder.
    /// - Returns: The decoded value.
    /// - Throws: ``JSONSyntaxError``, or the same errors as ``decode(_:from:userInfo:)``.
    public static func decode<Value: Decodable>(
        _ type: Value.Type,
        parsing bytes: [UInt8],
        limits: JSONLimits = .standard,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> Value {
        try decode(type, from: JSONValue(parsing: bytes, limits: limits), userInfo: userInfo)
    }
}
