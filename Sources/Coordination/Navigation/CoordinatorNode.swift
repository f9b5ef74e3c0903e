/// A coordinator in the tree: its type, its state and its place.
public struct CoordinatorNode: HasKey, Equatable, Sendable {
    private struct Fields: Equatable {
        let key: Key
        let name: String
        let parent: Key?
        var container: Key
        var state: any CoordinatorState
        var units: Int32
        var children: Int32

        static func == (first: Self, second: Self) -> Bool {
            first.key == second.key && first.name == second.name && first.parent == second.parent
                && first.container == second.container && first.units == second.units
                && first.children == second.children
                && isEqual(first.state, second.state)
        }
    }

    private var fields: Boxed<Fields>

    init(
        key: Key,
        name: String,
        parent: Key?,
        container: Key,
        state: any CoordinatorState,
        units: Int,
        children: Int
    ) {
        fields = Boxed(
            Fields(
                key: key,
                name: name,
                parent: parent,
                container: container,
                state: state,
                units: Int32(clamping: units),
                children: Int32(clamping: children)
            )
        )
    }

    /// The name of the instance in its session.
    public var key: Key { fields.value.key }

    /// The name of its type; see ``Coordinating/name``.
    public var name: String { fields.value.name }

    /// The coordinator that runs it; `nil` for the application coordinator.
    public var parent: Key? { fields.value.parent }

    /// The container that it puts its screens in.
    public internal(set) var container: Key {
        get { fields.value.container }
        set { fields.value.container = newValue }
    }

    /// All that it must remember.
    public internal(set) var state: any CoordinatorState {
        _read { yield fields.value.state }
        _modify { yield &fields.value.state }
    }

    /// How many screens and tabs containers it owns; see ``Router``.
    public internal(set) var units: Int {
        get { Int(fields.value.units) }
        set { fields.value.units = Int32(clamping: newValue) }
    }

    /// How many coordinators it runs.
    public internal(set) var children: Int {
        get { Int(fields.value.children) }
        set { fields.value.children = Int32(clamping: newValue) }
    }
}

/// What a coordinator must remember: a value that can be written down.
public typealias CoordinatorState = Codable & Equatable & Sendable
