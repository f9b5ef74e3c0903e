import JSON

/// The written form of a ``NavigationState``.
enum Snapshot {
    /// The version of the form itself; raised when a reader of the old one could not read the new one.
    static let format = 1

    static let limits = JSONLimits(depth: JSONLimits.deepest, bytes: 64 * 1_024 * 1_024, nodes: 10_000_000)

    static func doubled(_ key: Key) -> SnapshotError {
        SnapshotError(reason: .unreadable, detail: "The key \(key) is used twice.")
    }

    /// What an error says that an upgrade or decoding threw, without what was written down.
    static func sentence(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(error)." }
        let problem = JSONDecodingProblem(error)
        return "at '\(problem.pointer)': \(problem.sentence)."
    }
}
