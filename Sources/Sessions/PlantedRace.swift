#if PLANTED_RACE
    /// A mistake on purpose, by which the thread sanitizer shows that it sees what happens between sessions.
    ///
    /// `swift test --sanitize=thread -Xswiftc -DPLANTED_RACE --filter SessionsTests` must report a data race, and the same
    /// without the flag must not.
    enum PlantedRace {
        /// Counted by every session and guarded by nothing.
        nonisolated(unsafe) private static var transitions = 0

        static func touch() { unsafe transitions += 1 }
    }
#endif
