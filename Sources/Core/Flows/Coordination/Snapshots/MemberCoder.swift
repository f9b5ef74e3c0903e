import JSON

/// A reader or writer of the members of a ``StoredStructure``, which names each member once.
protocol MemberCoder: ~Copyable {
    /// Whether the coder reads the members and assigns them, while a writer leaves them unchanged.
    static var reads: Bool { get }

    /// Codes a required member.
    mutating func member<Value: Stored>(_ name: StaticString, _ value: inout Value) throws

    /// Codes a member that is left out when it is `nil`.
    mutating func member<Value: Stored>(_ name: StaticString, _ value: inout Value?) throws

    /// Codes a member that never changes in a session, which is left out of changes.
    mutating func constant<Value: Stored>(_ name: StaticString, _ value: inout Value?) throws

    /// Codes the content of a part, which is left out of a change that does not concern it.
    mutating func content<Value: Stored>(_ name: StaticString, _ value: inout Value) throws

    /// Codes an array of parts. A change contains only the parts that the step has added or changed.
    mutating func parts<Part: SnapshotPart>(_ name: StaticString, _ parts: inout [Part]) throws
}

extension MemberCoder where Self: ~Copyable {
    /// Codes a member that is left out when it equals its default.
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

/// A value that can be part of a snapshot.
protocol Stored {
    /// Decodes the value.
    ///
    /// - Throws: `DecodingError`, ``SnapshotError`` or ``MemberReader/Mismatch``.
    init(stored json: JSONValue) throws

    /// Writes the encoded value.
    func write(to writer: inout SnapshotWriter) throws
}

/// A value that lists its stored members once, for reading and for writing.
protocol StoredStructure: Stored {
    /// Creates an instance for a reader, which assigns the members next.
    init()

    /// Codes each member once, in the order of the encoding.
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

/// A part of a snapshot, which is left out of a change that does not concern it.
protocol SnapshotPart: Stored {
    static var kind: StateChanges.Kind { get }
    var key: Key { get }
    /// The version of the properties that the part has, or `nil` for a part that is no screen.
    var propsVersion: UInt64? { get }
}

extension SnapshotPart {
    var propsVersion: UInt64? { nil }
}

extension ScreenNode: SnapshotNode {
    static var kind: StateChanges.Kind { .screen }
    static let contentName: StaticString = "screen"
    var propsVersion: UInt64? { version }
}

extension CoordinatorNode: SnapshotNode {
    static var kind: StateChanges.Kind { .coordinator }
    static let contentName: StaticString = "state"
}

extension PendingEffect: SnapshotPart {
    static var kind: StateChanges.Kind { .effect }
}

/// A part that stores its members behind one reference.
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
