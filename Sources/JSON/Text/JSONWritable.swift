/// A value that writes its own JSON.
///
/// Where an `Encodable` value is also `JSONWritable`, ``JSONCoding`` lets it write itself, which spares the containers of
/// `Codable`: several times as fast for what is encoded often.
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
    /// The value's JSON text.
    public var json: [UInt8] {
        var writer = JSONWriter(capacity: 256)
        write(to: &writer)
        return writer.bytes
    }
}
