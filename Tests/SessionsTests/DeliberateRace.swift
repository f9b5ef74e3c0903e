#if DELIBERATE_RACE
/// A data race between sessions, which shows that the thread sanitizer sees accesses by different sessions.
///
/// ``TestStore`` calls it for each commit. `Scripts/checks/tsan-control.sh` builds the tests with the flag,
/// and fails unless the sanitizer reports the race.
enum DeliberateRace {
    /// Incremented on the thread of each commit, without a lock.
    nonisolated(unsafe) private static var commits = 0

    static func touch() { unsafe commits += 1 }
}
#endif
