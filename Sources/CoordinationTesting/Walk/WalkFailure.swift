/// A walk that met something which must never happen, with what is needed to meet it again.
public struct WalkFailure: Error, CustomStringConvertible {
    /// The seed of the walk.
    public let seed: UInt64
    /// The step, counted from 1, at which it happened.
    public let step: Int
    /// The session's moves since it was started, the last one the one that failed.
    public let moves: [String]
    /// What happened.
    public let reason: String

    /// What happened, and how to meet it again.
    public var description: String {
        """
        \(reason)
        RandomWalker(seed: \(seed)) at step \(step), after:
        \(moves.suffix(25).map { "  \($0)" }.joined(separator: "\n"))
        """
    }
}
