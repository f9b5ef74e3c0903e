import Foundation

/// The sanitizer with which `Scripts/sanitize.sh` runs the tests.
public enum Sanitizer {
    /// Whether the tests run with one, which makes them several times slower.
    public static let isRunning = ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains {
        ProcessInfo.processInfo.environment[$0] != nil
    }
}
