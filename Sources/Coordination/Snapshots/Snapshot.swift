import JSON

/// The written form of a ``NavigationState``.
enum Snapshot {
    /// The latest version of the form itself; raised when a reader of the old one could not read the new one.
    ///
    /// Format 2 has screens that are set aside, outputs that are put off, and effects of flows that have left.
    static let format = 2

    /// The earliest version that can say what there is, so that a release that is rolled back reads as much as it can.
    static func format(of state: NavigationState) -> Int {
        let isNew =
            !state.postponed.isEmpty || !state.screensSetAside.isEmpty
            || state.pending.contains(where: \.isInherited)
        return isNew ? 2 : 1
    }

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
