import JSON

/// The JSON encoding of values in text columns.
enum JSONColumn {
    static func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSONCoding.encode(value), as: UTF8.self)
    }

    static func value<Value: Decodable>(_ text: String) throws -> Value {
        try JSONCoding.decode(Value.self, parsing: Array(text.utf8), limits: .stored)
    }
}
