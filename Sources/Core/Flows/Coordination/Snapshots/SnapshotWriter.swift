import JSON

/// Writes a state from front to back, or the changes of a step to it (``StateLog``).
struct SnapshotWriter: ~Copyable, MemberCoder {
    /// The changes of the step to write, or `nil` to write the whole state.
    private let changes: StateChanges?
    var text = JSONWriter(capacity: 1_024)
    /// The places of the properties of the screens.
    private(set) var props: [EncodedState.Props] = []
    /// Whether the content of the current part is left out, because the step has not changed it.
    private var omitsContent = false
    /// The range of the content of the current part, or `nil` if it was left out.
    private var content: Range<Int>?

    /// The `userInfo` of the encoders of contents.
    let userInfo: [CodingUserInfoKey: any Sendable]

    init(changes: StateChanges? = nil, userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
        self.changes = changes
        self.userInfo = userInfo
    }

    /// Writes a state, or the change that led to it, and returns the document.
    mutating func write(_ state: NavigationState, of application: Application) throws -> [UInt8] {
        text.beginObject()
        text.member("format", Snapshot.format(of: state))
        if changes == nil { text.member("application", application.name) }
        if changes?.coordinators.hasSameKeys != true {
            text.key("flows")
            writeVersions(of: state.coordinators, in: application)
        }
        var fields = state.fields.value
        try fields.code(&self)
        if let removed = changes?.removedKeys, !removed.isEmpty {
            text.key(named: StateLog.removed)
            text.array(removed) { $0.write(to: &$1) }
        }
        text.endObject()
        return text.finish()
    }

    /// Writes the content of the current part.
    mutating func writeContent(_ value: some Encodable) throws {
        let start = text.count
        try JSONCoding.encode(value, to: &text, userInfo: userInfo)
        content = start..<text.count
    }

    private mutating func writeVersions(of coordinators: KeyedArray<CoordinatorNode>, in application: Application) {
        text.beginObject()
        for name in names(of: coordinators) {
            text.key(named: name)
            text.integer(application.flow(name)?.version ?? 0)
        }
        text.endObject()
    }

    /// Returns the names of the flows, sorted and without duplicates.
    private func names(of coordinators: KeyedArray<CoordinatorNode>) -> [String] {
        var names: [String] = []
        names.reserveCapacity(coordinators.count)
        for node in coordinators {
            let name = node.name
            let insertion = names.firstIndex { $0 >= name } ?? names.endIndex
            if insertion == names.endIndex || names[insertion] != name { names.insert(name, at: insertion) }
        }
        return names
    }
}

extension SnapshotWriter {
    static var reads: Bool { false }

    mutating func member<Value: Stored>(_ name: StaticString, _ value: inout Value) throws {
        text.key(name)
        try value.write(to: &self)
    }

    mutating func member<Value: Stored>(_ name: StaticString, _ value: inout Value?) throws {
        guard let value else { return }
        text.key(name)
        try value.write(to: &self)
    }

    mutating func constant<Value: Stored>(_ name: StaticString, _ value: inout Value?) throws {
        if changes == nil { try member(name, &value) }
    }

    /// Writes an array of parts: all of a whole state, or the parts that the step has added or changed.
    mutating func parts<Part: SnapshotPart>(_ name: StaticString, _ parts: inout [Part]) throws {
        text.key(name)
        text.beginArray()
        for index in parts.indices {
            content = nil
            if let changes {
                guard let change = changes.change(of: parts[index].key, Part.kind) else { continue }
                omitsContent = change == .changed
            }
            try parts[index].write(to: &self)
            guard let version = parts[index].propsVersion, let content else { continue }
            props.append(EncodedState.Props(screen: parts[index].key, version: version, range: content))
        }
        text.endArray()
    }

    mutating func content<Value: Stored>(_ name: StaticString, _ value: inout Value) throws {
        if !omitsContent { try member(name, &value) }
    }
}
