/// Screens on top of each other.
public struct Stack: Equatable, Sendable {
    /// The key of the stack in its session.
    public internal(set) var key = Key(0)
    /// The keys of the screens, root first.
    public var screens: [Key] = []
    /// The keys of the suspended screens, one group for each time a flow took the stack over, latest last.
    public internal(set) var suspended: [[Key]] = []
    /// The animation with which the stack appeared, or `nil` for the client's default.
    public var transition: Transition?

    /// Removes screens from the stack, suspended ones included.
    mutating func remove(_ removed: Set<Key>) {
        screens.removeAll(where: removed.contains)
        guard !suspended.isEmpty else { return }
        suspended = suspended.map { $0.filter { !removed.contains($0) } }.filter { !$0.isEmpty }
    }

    /// Gives the stack to a flow: suspends the screens of other flows and resumes its own.
    ///
    /// - Parameter own: The screens of the flow that takes the stack over.
    /// - Returns: Whether anything has changed.
    mutating func takeOver(to own: Set<Key>) -> Bool {
        let suspending = screens.filter { !own.contains($0) }
        let resuming = suspended.joined().filter(own.contains)
        guard !suspending.isEmpty || !resuming.isEmpty else { return false }
        screens = resuming + screens.filter(own.contains)
        suspended = suspended.map { $0.filter { !own.contains($0) } }.filter { !$0.isEmpty }
        if !suspending.isEmpty { suspended.append(suspending) }
        return true
    }

    /// Resumes the screens that were suspended last if the stack is empty, and returns whether there were any.
    mutating func resumeLatest() -> Bool {
        guard screens.isEmpty, let latest = suspended.popLast() else { return false }
        screens = latest
        return true
    }
}
