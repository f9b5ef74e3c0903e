/// Screens on top of each other.
public struct Stack: Equatable, Sendable {
    /// The key of the stack in its session.
    public internal(set) var key = Key(0)
    /// The keys of the screens, root first.
    public var screens: [Key] = []
    /// The keys of the suspended screens, one group for each time a flow took the stack over, latest last.
    public internal(set) var aside: [[Key]] = []
    /// The animation with which the stack appeared; `nil` for the client's default.
    public var transition: Transition?

    /// Removes screens from the stack, suspended ones included.
    mutating func remove(_ doomed: Set<Key>) {
        screens.removeAll(where: doomed.contains)
        guard !aside.isEmpty else { return }
        aside = aside.map { $0.filter { !doomed.contains($0) } }.filter { !$0.isEmpty }
    }

    /// Gives the stack to a flow: suspends the screens of other flows and resumes its own.
    ///
    /// - Parameter theirs: The screens of the flow that takes the stack over.
    /// - Returns: Whether anything has changed.
    mutating func give(to theirs: Set<Key>) -> Bool {
        let given = screens.filter { !theirs.contains($0) }
        let back = aside.joined().filter(theirs.contains)
        guard !given.isEmpty || !back.isEmpty else { return false }
        screens = back + screens.filter(theirs.contains)
        aside = aside.map { $0.filter { !theirs.contains($0) } }.filter { !$0.isEmpty }
        if !given.isEmpty { aside.append(given) }
        return true
    }

    /// Resumes the screens that were suspended last if the stack is empty; returns whether there were any.
    mutating func bringBack() -> Bool {
        guard screens.isEmpty, let latest = aside.popLast() else { return false }
        screens = latest
        return true
    }
}
