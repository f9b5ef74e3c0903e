/// `Codable` values to and from JSON, without Foundation.
///
/// What it promises beyond Foundation's coders: the same value always gives the same bytes. Members come in the order in
/// which the type encodes them, dictionaries sorted by key, sets sorted. Numbers are exact or refused, and nothing is
/// written for what JSON can't hold.
///
/// ```swift
/// let bytes = try JSONCoding.encode(User(name: "Ada"))         // {"name":"Ada"}
/// let user = try JSONCoding.decode(User.self, parsing: bytes)
/// ```
public enum JSONCoding {
    /// Encodes a value as a JSON text.
    ///
    /// - Parameters:
    ///   - value: The value; of any type, also `any Encodable`.
    ///   - userInfo: What the value's `encode(to:)` finds in its encoder.
    /// - Returns: The text in UTF-8.
    /// - Throws: `EncodingError.invalidValue` for a number that JSON or `Int64` can't hold; whatever `encode(to:)` throws.
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
    ///   - writer: Where to; when the call throws, it is as it was before.
    ///   - userInfo: What the value's `encode(to:)` finds in its encoder.
    /// - Throws: As ``encode(_:userInfo:)``.
    public static func encode<Value: Encodable>(
        _ value: Value,
        to writer: inout JSONWriter,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws {
        let mark = writer.mark
        // The stream has the text meanwhile.
        let stream = EncodingStream(writer: JSONWriter(), userInfo: userInfo)
        swap(&writer, &stream.writer)
        defer { swap(&writer, &stream.writer) }
        do {
            try stream.encode(value)
            stream.fillPlaces()
        } catch {
            stream.writer.rollBack(to: mark)
            throw error
        }
    }

    /// Decodes a value.
    ///
    /// - Parameters:
    ///   - type: What to decode.
    ///   - value: What to decode it from.
    ///   - userInfo: What the type's `init(from:)` finds in its decoder.
    /// - Returns: The decoded value.
    /// - Throws: `DecodingError` with the path to what does not fit (see ``JSONDecodingProblem``), which shows nothing of
    ///   the content; whatever `init(from:)` throws.
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
    ///   - type: What to decode.
    ///   - bytes: The text in UTF-8.
    ///   - limits: What to refuse for its size.
    ///   - userInfo: What the type's `init(from:)` finds in its decoder.
    /// - Returns: The decoded value.
    /// - Throws: ``JSONSyntaxError``; as ``decode(_:from:userInfo:)``.
    public static func decode<Value: Decodable>(
        _ type: Value.Type,
        parsing bytes: [UInt8],
        limits: JSONLimits = .standard,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> Value {
        try decode(type, from: JSONValue(parsing: bytes, limits: limits), userInfo: userInfo)
    }
}
