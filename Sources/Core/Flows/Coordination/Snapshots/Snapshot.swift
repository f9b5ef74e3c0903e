import JSON

/// The encoded form of a ``NavigationState``.
enum Snapshot {
    /// The latest version of the format.
    ///
    /// Raise it when readers of the previous format can't read the new one. Format 2 adds suspended screens, postponed outputs
    /// and the effects of flows that have left the tree. Format 3 adds effects that wait for their delay or for another
    /// attempt. Format 4 adds what a session keeps of its launch, and its result. Format 5 adds timers that repeat.
    static let format = 5

    /// Returns the earliest format that can express a state.
    ///
    /// After a rollback, the older release can then load as many sessions as possible.
    static func format(of state: NavigationState) -> Int {
        if state.pending.contains(where: { $0.interval != nil }) { return 5 }
        if state.host != nil || state.result != nil { return 4 }
        if state.pending.contains(where: \.hasSchedule) { return 3 }
        let isNew =
            !state.postponed.isEmpty || !state.suspendedScreens.isEmpty
            || state.pending.contains(where: \.isInherited)
        return isNew ? 2 : 1
    }

    /// The limits of a snapshot's text, which bound the memory that a damaged one can take.
    static let limits = {
        var limits = JSONLimits.stored
        limits.bytes = 64 * 1_024 * 1_024
        limits.values = 10_000_000
        return limits
    }()

    static func duplicateKeyError(_ key: Key) -> SnapshotError {
        SnapshotError(reason: .unreadable, detail: "The key \(key) is used twice.")
    }

    /// Returns the message of an error from a migration or from decoding, without the stored data.
    static func detail(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(error)." }
        let problem = JSONDecodingFailure(error)
        return "at '\(problem.pointer)': \(problem.detail)."
    }
}
