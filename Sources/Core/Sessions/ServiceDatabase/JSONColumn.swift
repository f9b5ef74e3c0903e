import JSON

/// The JSON encoding of values in text columns.
package enum JSONColumn {
    package static func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSONCoding.encode(value), as: UTF8.self)
    }

    package static func value<Value: Decodable>(_ text: String) throws -> Value {
        try JSONCoding.decode(Value.self, parsing: Array(text.utf8), limits: .stored)
    }
}
