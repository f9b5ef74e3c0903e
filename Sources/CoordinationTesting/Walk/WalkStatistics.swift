/// Where a walk has been.
public struct WalkStatistics: Sendable, CustomStringConvertible {
    /// How many events were sent.
    public internal(set) var steps = 0
    /// How many of them changed something.
    public internal(set) var changes = 0
    /// How often each screen came into focus.
    public internal(set) var screens: [String: Int] = [:]
    /// How often each way was taken: `login -submit-> phoneList`.
    public internal(set) var edges: [String: Int] = [:]
    /// How often events were refused, by the kind of refusal.
    public internal(set) var refusals: [String: Int] = [:]
    /// The screens of the application that never came into focus.
    public internal(set) var unvisited: [String] = []
    /// The largest number of screens that were there at once.
    public internal(set) var mostScreens = 0

    /// The figures in a few lines.
    public var description: String {
        func listed(_ counts: [String: Int]) -> String {
            counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
                .joined(separator: ", ")
        }
        return """
            \(steps) steps, \(changes) changes, at most \(mostScreens) screens at once
            screens: \(listed(screens))
            never seen: \(unvisited.isEmpty ? "none" : unvisited.joined(separator: ", "))
            refusals: \(listed(refusals))
            ways: \(listed(edges))
            """
    }
}
