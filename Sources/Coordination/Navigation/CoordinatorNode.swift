/// A coordinator in the tree: its type, its state and its place.
public struct CoordinatorNode: Sendable {
    /// The name of the instance in its session.
    public let key: Key
    /// The name of its type; see ``Coordinating/name``.
    public let name: String
    /// The coordinator that runs it; `nil` for the application coordinator.
    public let parent: Key?
    /// The container that it puts its screens in.
    public internal(set) var container: Key
    /// All that it must remember.
    public internal(set) var state: any CoordinatorState
    /// How many screens and tabs containers it owns; see ``Router``.
    public internal(set) var units: Int
    /// How many coordinators it runs.
    public internal(set) var children: Int
}

/// What a coordinator must remember: a value that can be written down.
public typealias CoordinatorState = Codable & Equatable & Sendable

extension CoordinatorNode: Equatable {
    /// Whether two nodes are the same instance in the same condition.
    public static func == (first: Self, second: Self) -> Bool {
        first.key == second.key && first.name == second.name && first.parent == second.parent
            && first.container == second.container && first.units == second.units && first.children == second.children
            && isEqual(first.state, second.state)
    }
}
