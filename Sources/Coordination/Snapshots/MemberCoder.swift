import JSON

/// Reads or writes the members of a ``StoredStructure``, which names each of them once.
protocol MemberCoder: ~Copyable {
    /// Whether members are given the values that are read; they keep their own otherwise.
    static var reads: Bool { get }

    /// Codes a member that is always there.
    mutating func member<Value: Stored>(_ name: StaticString, _ value: inout Value) throws

    /// Codes a member that is left out where there is no value.
    mutating func member<Value: Stored>(_ name: StaticString, _ value: inout Value?) throws

    /// Codes an array of parts, which the next snapshot may copy.
    mutating func parts<Part: SnapshotPart>(_ name: StaticString, _ parts: inout [Part]) throws
}

extension MemberCoder where Self: ~Copyable {
    /// Codes a member that is left out where it has its default.
    mutating func member<Value: Stored & Equatable>(
        _ name: StaticString,
        _ value: inout Value,
        default: Value
    ) throws {
        var written = value == `default` ? nil : value
        try member(name, &written)
        if Self.reads { value = written ?? `default` }
    }
}

/// A value that stands in a snapshot.
protocol Stored {
    /// Reads the value.
    ///
    /// - Throws: `DecodingError`, ``SnapshotError`` or ``MemberReader/Misfit``.
    init(stored json: JSONValue) throws

    /// Writes the value.
    func write(to writer: inout SnapshotWriter) throws
}

/// A value whose stored members are named in one place, from which reader and writer follow.
protocol StoredStructure: Stored {
    /// Makes an instance whose members are about to be read.
    init()

    /// Codes each member once, in the order in which they are written.
    mutating func code<Coder: MemberCoder & ~Copyable>(_ coder: inout Coder) throws
}

extension StoredStructure {
    init(stored json: JSONValue) throws {
        self.init()
        var reader = MemberReader(object: json)
        try code(&reader)
    }

    func write(to writer: inout SnapshotWriter) throws {
        var copy = self
        writer.text.beginObject()
        try copy.code(&writer)
        writer.text.endObject()
    }
}

/// A part of a snapshot that is copied from the last one where it has not changed.
protocol SnapshotPart: Stored {
    /// The bytes of the part in an earlier snapshot, as far as they still hold.
    func copy(in previous: EncodedState) -> EncodedState.Copy?
}

/// A part whose members are kept behind one reference.
protocol SnapshotNode: SnapshotPart {
    associatedtype Fields: StoredStructure & Sendable
    var fields: CopyOnWrite<Fields> { get }
    init(_ fields: Fields)
}

extension SnapshotNode {
    init(stored json: JSONValue) throws {
        self.init(try Fields(stored: json))
    }

    func write(to writer: inout SnapshotWriter) throws {
        try fields.value.write(to: &writer)
    }
}
