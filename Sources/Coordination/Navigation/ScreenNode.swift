/// A screen on some stack, with what belongs to this instance of it.
public struct ScreenNode: Sendable {
    /// The name of the instance in its session.
    public let key: Key
    /// The coordinator that put it there.
    public let owner: Key
    /// The screen with its inputs.
    public internal(set) var screen: any Screen
    /// What to tell the user on it.
    public internal(set) var messages: [Message]
    /// The bars that are hidden while it is in front.
    public let hides: Set<Bar>
    /// How it appeared; `nil` for the ordinary way.
    public let transition: Transition?
    /// How often the instance has changed since it was put there; what was made of it at one version holds for that.
    public internal(set) var version: UInt32

    /// The kind of screen.
    public var name: String { type(of: screen).name }
}

/// A bar that a screen can hide while it is in front.
public enum Bar: String, Codable, Sendable, CaseIterable {
    /// The bar with title and back button.
    case navigationBar
    /// The bar with the tabs.
    case tabBar
}

extension ScreenNode: Equatable {
    /// Whether two nodes are the same instance in the same condition.
    public static func == (first: Self, second: Self) -> Bool {
        first.key == second.key && first.version == second.version && first.owner == second.owner
            && first.messages == second.messages && first.hides == second.hides
            && first.transition == second.transition && isEqual(first.screen, second.screen)
    }
}

/// Whether two values of unknown types are of one type and equal.
func isEqual<First: Equatable>(_ first: First, _ second: any Equatable) -> Bool {
    (second as? First).map { $0 == first } ?? false
}
