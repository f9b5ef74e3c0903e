import JSON

/// Writes one state from front to back, and records the offsets of its parts.
struct SnapshotWriter: ~Copyable, MemberCoder {
    /// The snapshot before the state to write; `nil` if every part is written anew.
    private let previous: EncodedState?
    /// What has changed since the previous snapshot.
    private let changes: StateChanges
    var text: JSONWriter
    private(set) var segments: [EncodedState.Segment] = []
    /// The range of the object with the versions of the flows.
    private(set) var flows = 0..<0
    /// The bytes of the current part's content in the previous snapshot, if they are still valid.
    private var encodedContent: ArraySlice<UInt8>?
    /// The range of the content of the last part.
    private var content = 0..<0

    /// The `userInfo` of the encoders of contents.
    let userInfo: [CodingUserInfoKey: any Sendable]

    init(
        after previous: EncodedState? = nil,
        changes: StateChanges = StateChanges(),
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) {
        self.previous = previous
        self.changes = changes
        self.userInfo = userInfo
        text = JSONWriter(capacity: previous.map { $0.bytes.count + 256 } ?? 0)
    }

    /// Writes a state and returns the whole document.
    mutating func write(_ state: NavigationState, of application: Application) throws -> [UInt8] {
        segments.reserveCapacity(state.screens.count + state.coordinators.count + state.pending.count)
        text.beginObject()
        text.member("format", Snapshot.format(of: state))
        text.member("application", application.name)
        text.key("flows")
        writeVersions(of: state.coordinators, in: application)
        var fields = state.fields.value
        try fields.code(&self)
        text.endObject()
        return text.finish()
    }

    /// Writes the content of the current part, or copies it from the previous snapshot.
    mutating func writeContent(_ value: some Encodable) throws {
        let start = text.count
        if let encodedContent {
            text.raw(encodedContent)
        } else {
            try JSONCoding.encode(value, to: &text, userInfo: userInfo)
        }
        content = start..<text.count
    }

    private mutating func writeVersions(of coordinators: KeyedArray<CoordinatorNode>, in application: Application) {
        let start = text.count
        if changes.coordinators.hasSameKeys, let copy = previous?.versions {
            text.raw(copy)
        } else {
            text.beginObject()
            for name in names(of: coordinators) {
                text.key(named: name)
                text.integer(application.flow(name)?.version ?? 0)
            }
            text.endObject()
        }
        flows = start..<text.count
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

    /// Writes an array of parts, and copies those that have not changed.
    mutating func parts<Part: SnapshotPart>(_ name: StaticString, _ parts: inout [Part]) throws {
        text.key(name)
        text.beginArray()
        var separator = 0
        for part in parts {
            let start = text.count + separator
            content = start..<start
            switch previous.flatMap({ part.copy(in: $0, after: changes) }) {
            case .whole(let bytes, let range)?:
                text.raw(bytes)
                content = start + range.lowerBound..<start + range.upperBound
            case .content(let bytes)?:
                encodedContent = bytes
                defer { encodedContent = nil }
                try part.write(to: &self)
            case nil:
                try part.write(to: &self)
            }
            segments.append(.init(whole: start..<text.count, content: content))
            separator = 1
        }
        text.endArray()
    }
}
