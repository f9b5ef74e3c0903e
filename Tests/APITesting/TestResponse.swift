package import HTTPCore
package import JSON

/// A response with its body parsed as JSON.
package struct TestResponse: Sendable, CustomStringConvertible {
    package let status: Int
    package let fields: HTTPFields
    package let bytes: [UInt8]
    package let json: JSONValue

    package init(_ response: HTTPResponse) {
        status = response.status.code
        fields = response.fields
        bytes = response.body.bytes
        json = (try? JSONValue(parsing: response.body.bytes, limits: JSONLimits(bytes: 1 << 20))) ?? .null
    }

    package var type: String? { json["type"]?.stringValue }
    package var tag: String? { fields[.entityTag] }
    package var description: String { "\(status) \(String(decoding: bytes, as: UTF8.self))" }

    package subscript(name: String) -> JSONValue? { json[name] }
}
