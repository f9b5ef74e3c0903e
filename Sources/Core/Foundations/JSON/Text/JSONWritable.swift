/// A value that writes its own JSON.
///
/// If an `Encodable` value is also `JSONWritable`, ``JSONCoding`` calls ``write(to:)`` instead of `encode(to:)`. That avoids
/// the containers of `Codable` and is several times as fast, so use it for values that are encoded often.
public protocol JSONWritable {
    /// Writes exactly one JSON value.
    func write(to writer: inout JSONWriter)
}

extension JSONValue: JSONWritable {
    /// Writes this value.
    public func write(to writer: inout JSONWriter) {
        writer.value(self)
    }
}

extension JSONObject: JSONWritable {
    /// Writes this object.
    public func write(to writer: inout JSONWriter) {
        writer.value(.object(self))
    }
}

extension JSONWritable {
    /// The value as JSON text.
    public var json: [UInt8] {
        var writer = JSONWriter(capacity: 256)
        write(to: &writer)
        return writer.bytes
    }
}
