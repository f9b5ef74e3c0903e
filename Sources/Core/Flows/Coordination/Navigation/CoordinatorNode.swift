import JSONValues

/// A coordinator in the tree: its type, its state and its container.
public struct CoordinatorNode: KeyedElement, Equatable, Sendable {
    struct Fields: Equatable, StoredStructure {
        var key = Key(0)
        var name = ""
        var parent: Key?
        var container = Key(0)
        var ownedCount: Int32 = 0
        var childCount: Int32 = 0
        var content = StateContent(NoState())

        mutating func code<Coder: MemberCoder & ~Copyable>(_ coder: inout Coder) throws {
            try coder.member("key", &key)
            try coder.member("name", &name)
            try coder.member("parent", &parent)
            try coder.member("container", &container)
            try coder.member("units", &ownedCount)
            try coder.member("children", &childCount)
            try coder.content(CoordinatorNode.contentName, &content)
        }
    }

    private(set) var fields: CopyOnWrite<Fields>

    init(_ fields: Fields) {
        self.fields = CopyOnWrite(fields)
    }

    /// The key of the coordinator in its session.
    public var key: Key { fields.value.key }

    /// The name of its type, as in ``Coordinating/name``.
    public var name: String { fields.value.name }

    /// The coordinator that runs it, or `nil` for the application coordinator.
    public var parent: Key? { fields.value.parent }

    /// The container that it shows its screens in.
    public internal(set) var container: Key {
        get { fields.value.container }
        set { fields.value.container = newValue }
    }

    /// The data that the coordinator keeps between steps.
    public internal(set) var state: any CoordinatorState {
        _read { yield fields.value.content.state }
        _modify { yield &fields.value.content.state }
    }

    /// The number of screens and tabs containers that it owns.
    public internal(set) var ownedCount: Int {
        get { Int(fields.value.ownedCount) }
        set { fields.value.ownedCount = Int32(clamping: newValue) }
    }

    /// The number of coordinators that it runs.
    public internal(set) var childCount: Int {
        get { Int(fields.value.childCount) }
        set { fields.value.childCount = Int32(clamping: newValue) }
    }
}

/// The type-erased state of a coordinator, which is a `JSONValue` until it is decoded.
struct StateContent: Equatable, Stored {
    var state: any CoordinatorState

    init(_ state: any CoordinatorState) {
        self.state = state
    }

    init(stored json: JSONValue) {
        state = json
    }

    func write(to writer: inout SnapshotWriter) throws { try writer.writeContent(state) }

    static func == (first: Self, second: Self) -> Bool { isEqual(first.state, second.state) }
}

/// The requirements of a coordinator's state: it can be encoded, decoded and compared.
public typealias CoordinatorState = Codable & Equatable & Sendable
