/// Screens one over the other.
public struct Stack: Equatable, Sendable {
    /// The name of the stack in its session.
    public internal(set) var key = Key(0)
    /// The keys of the screens, root first.
    public var screens: [Key] = []
    /// The keys of the screens of flows that have given the stack up, each time that one took it over, latest last.
    public internal(set) var aside: [[Key]] = []
    /// How the stack came to where it is; `nil` for the ordinary way.
    public var transition: Transition?

    /// Takes screens off, wherever on the stack they are.
    mutating func remove(_ doomed: Set<Key>) {
        screens.removeAll(where: doomed.contains)
        guard !aside.isEmpty else { return }
        aside = aside.map { $0.filter { !doomed.contains($0) } }.filter { !$0.isEmpty }
    }

    /// Sets aside what others have on the stack, and brings back what was set aside for somebody.
    ///
    /// - Parameter theirs: The screens of that somebody.
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

    /// Brings back what was set aside last, when nothing is left on the stack; returns whether there was anything.
    mutating func bringBack() -> Bool {
        guard screens.isEmpty, let latest = aside.popLast() else { return false }
        screens = latest
        return true
    }
}
