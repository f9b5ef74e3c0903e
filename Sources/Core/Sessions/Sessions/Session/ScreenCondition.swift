public import Coordination

/// The screen that a client's request is about, and what the client has seen of it.
///
/// A condition on the revision of the session fails with each change of anything. Beside live data a user's tap would fail most
/// of the time, although the screen that the user looks at is still the same.
///
/// ```swift
/// let condition = ScreenCondition(key: Key(4), revision: 17)
/// condition.holds(for: state)  // whether k4 is in front and has not changed since revision 17
/// ```
public struct ScreenCondition: Equatable, Sendable {
    /// The key of the screen that must be in front, or `nil` for a key that no screen can have.
    public var key: Key?
    /// The revision of the state that the client has seen, or `nil` if the content of the screen does not matter.
    public var revision: UInt64?

    /// Creates a condition.
    public init(key: Key?, revision: UInt64? = nil) {
        self.key = key
        self.revision = revision
    }

    /// Returns whether the screen is in front, and is as the client has seen it.
    public func holds(for state: NavigationState) -> Bool {
        guard let focus = state.focus, focus.key == key else { return false }
        return revision.map { focus.version <= $0 } ?? true
    }
}
