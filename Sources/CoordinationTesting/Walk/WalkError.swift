/// The error of a walk that found a bug, with the data to reproduce it.
public struct WalkError: Error, CustomStringConvertible {
    /// The seed of the walk.
    public let seed: UInt64
    /// The number of the step that failed, counted from 1.
    public let step: Int
    /// The moves since the start of the session; the last one failed.
    public let moves: [String]
    /// The violated invariant or unexpected error.
    public let reason: String

    /// The reason, with the seed, the step and the last 25 moves.
    public var description: String {
        """
        \(reason)
        RandomWalker(seed: \(seed)) at step \(step), after:
        \(moves.suffix(25).map { "  \($0)" }.joined(separator: "\n"))
        """
    }
}
