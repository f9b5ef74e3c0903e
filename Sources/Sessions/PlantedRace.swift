#if PLANTED_RACE
    /// A deliberate data race, which shows that the thread sanitizer sees accesses by different sessions.
    ///
    /// `swift test --sanitize=thread -Xswiftc -DPLANTED_RACE --filter SessionsTests` must report a data race, and the same
    /// without the flag must not.
    enum PlantedRace {
        /// Incremented by every session, without a lock.
        nonisolated(unsafe) private static var transitions = 0

        static func touch() { unsafe transitions += 1 }
    }
#endif
