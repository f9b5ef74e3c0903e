import JSON

/// Assigns the members of a structure from a JSON object.
struct MemberReader: MemberCoder {
    /// A value that does not match, with its path in the document.
    struct Mismatch: Error {
        var path: [String]
        let detail: String
    }

    let object: JSONValue

    static var reads: Bool { true }

    func member<Value: Stored>(_ name: StaticString, _ value: inout Value) throws {
        guard let json = object[name.description] else {
            throw SnapshotError(reason: .unreadable, detail: "The member '\(name)' is missing.")
        }
        value = try Self.read(json, at: name.description)
    }

    func member<Value: Stored>(_ name: StaticString, _ value: inout Value?) throws {
        value = try object[name.description].map { try Self.read($0, at: name.description) }
    }

    func constant<Value: Stored>(_ name: StaticString, _ value: inout Value?) throws { try member(name, &value) }

    func content<Value: Stored>(_ name: StaticString, _ value: inout Value) throws {
        try member(name, &value)
    }

    func parts<Part: SnapshotPart>(_ name: StaticString, _ parts: inout [Part]) throws {
        try member(name, &parts)
    }

    /// Decodes a value, and adds its name or index to the path of an error.
    static func read<Value: Stored>(_ json: JSONValue, at step: String) throws -> Value {
        do {
            return try Value(stored: json)
        } catch let mismatch as Mismatch {
            throw Mismatch(path: [step] + mismatch.path, detail: mismatch.detail)
        } catch let error as DecodingError {
            let problem = JSONDecodingFailure(error)
            throw Mismatch(path: [step] + problem.pointer.tokens, detail: problem.detail)
        }
    }
}
