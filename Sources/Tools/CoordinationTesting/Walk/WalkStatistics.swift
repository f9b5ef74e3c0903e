/// The counts of a random walk: its steps, and the screens and transitions it has covered.
///
/// ```swift
/// let statistics = try RandomWalker(application, seed: 1).walk(steps: 10_000)
/// #expect(statistics.edges["login -submit-> phoneList"] != nil)
/// ```
public struct WalkStatistics: Sendable, CustomStringConvertible {
    /// The number of moves.
    public internal(set) var steps = 0
    /// The number of moves that changed the state.
    public internal(set) var changes = 0
    /// The number of times that each screen came into focus.
    public internal(set) var screens: [String: Int] = [:]
    /// The number of times that each transition was taken, by its name: `login -submit-> phoneList`.
    public internal(set) var edges: [String: Int] = [:]
    /// The number of rejected moves, by the name of the error.
    public internal(set) var rejections: [String: Int] = [:]
    /// The screens of the application that never came into focus.
    public internal(set) var unvisited: [String] = []
    /// The number of times that a user signed in, in a walk in which users take turns.
    public internal(set) var signIns = 0
    /// The number of times that a user signed out, in a walk in which users take turns.
    public internal(set) var signOuts = 0
    /// The number of barriers that the user has passed, over which there is no way back.
    public internal(set) var barriers = 0
    /// The number of steps after which a gesture would discard what the user has entered.
    public internal(set) var questions = 0
    /// The largest number of screens that existed at the same time.
    public internal(set) var maximumScreenCount = 0
    /// The bytes of the largest state, as it is stored.
    public internal(set) var largestState = 0
    /// A number that depends on every state and every rejection of the walk.
    ///
    /// A walk with the same seed has the same one in every process, unless a step depends on something beside its
    /// event, its state and its context.
    public private(set) var fingerprint: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Adds bytes to the fingerprint, by the hash function FNV-1a.
    mutating func addToFingerprint(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { fingerprint = (fingerprint ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }

    /// The statistics in a few lines.
    public var description: String {
        func listed(_ counts: [String: Int]) -> String {
            counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
                .joined(separator: ", ")
        }
        return """
            \(steps) steps, \(changes) changes, at most \(maximumScreenCount) screens and \(largestState) bytes at once
            screens: \(listed(screens))
            barriers passed: \(barriers), steps with a question before a gesture: \(questions)
            never seen: \(unvisited.isEmpty ? "none" : unvisited.joined(separator: ", "))
            rejections: \(listed(rejections))
            transitions: \(listed(edges))
            """
    }
}
