import JSON

// Values with an encoding that follows from their own conformances.

extension Stored where Self: Codable {
    init(stored json: JSONValue) throws {
        self = try JSONCoding.decode(Self.self, from: json)
    }

    func write(to writer: inout SnapshotWriter) throws {
        try JSONCoding.encode(self, to: &writer.text)
    }
}

extension Stored where Self: Codable & JSONWritable {
    func write(to writer: inout SnapshotWriter) { write(to: &writer.text) }
}

extension Stored where Self: Codable & RawRepresentable<String> {
    func write(to writer: inout SnapshotWriter) { writer.text.string(rawValue) }
}

extension Message: Stored {}

extension LocalizedText: Stored {
    // Every tab has one, and most have no values.
    func write(to writer: inout SnapshotWriter) throws {
        if arguments.isEmpty { writer.text.string(key) } else { try JSONCoding.encode(self, to: &writer.text) }
    }
}

extension PostponedOutput: Stored {}
extension DiscardQuestion: Stored {}
extension Key: Stored {}
extension Timestamp: Stored {}
extension Transition: Stored {}
extension Presentation: Stored {}
extension Bar: Stored {}

extension Identity: Stored {
    // Every state has one, and its conformance would take as long to encode as a small screen.
    func write(to writer: inout SnapshotWriter) { writer.text.object { $0.member("account", account) } }
}

extension String: Stored {
    func write(to writer: inout SnapshotWriter) { writer.text.string(self) }
}

extension Bool: Stored {
    func write(to writer: inout SnapshotWriter) { writer.text.bool(self) }
}

extension Stored where Self: Codable & FixedWidthInteger {
    func write(to writer: inout SnapshotWriter) { writer.text.integer(Int64(self)) }
}

extension Int: Stored {}
extension Int32: Stored {}
extension Int64: Stored {}
extension UInt32: Stored {}
extension UInt64: Stored {}

extension Array: Stored where Element: Stored {
    init(stored json: JSONValue) throws {
        guard case .array(let elements) = json else {
            throw MemberReader.Mismatch(path: [], detail: "an array was expected, but \(json.kindName) was found")
        }
        self = try elements.enumerated().map { try MemberReader.read($1, at: "\($0)") }
    }

    func write(to writer: inout SnapshotWriter) throws {
        writer.text.beginArray()
        for element in self { try element.write(to: &writer) }
        writer.text.endArray()
    }
}

extension Dictionary: Stored where Key == String, Value == Int {}

extension JSONValue: Stored {
    init(stored json: JSONValue) { self = json }

    func write(to writer: inout SnapshotWriter) { writer.text.value(self) }
}
