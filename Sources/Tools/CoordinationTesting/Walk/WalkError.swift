/// The error of a walk that found a bug, with the data to reproduce it.
///
/// ```swift
/// do {
///     _ = try RandomWalker(application, seed: 1).walk(steps: 10_000)
/// } catch let error as WalkError {
///     Issue.record("\(error.reason): \(error.path)")
/// }
/// ```
public struct WalkError: Error, CustomStringConvertible {
    /// The seed of the walk.
    public let seed: UInt64
    /// The number of the step that failed, counted from 1.
    public let step: Int
    /// The shortest path from the start of a session to the failure, as statements of a test.
    ///
    /// It has all moves of the session if the failure did not happen again when they were repeated.
    public let path: [String]
    /// Whether the failure happens when the path is repeated, and does not without any one of its moves.
    public let isShortest: Bool
    /// The violated invariant or unexpected error.
    public let reason: String

    /// The reason, with the seed, the step and the path.
    public var description: String {
        """
        \(reason)
        RandomWalker(seed: \(seed)) at step \(step); \(isShortest ? "the shortest path to it" : "all moves of its session"):
        \(path.map { "    \($0)" }.joined(separator: "\n"))
        """
    }
}
