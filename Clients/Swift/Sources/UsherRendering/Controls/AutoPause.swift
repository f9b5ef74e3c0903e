/// Pauses what goes on by itself while the user has a reason to look closer, such as less motion or a screen reader.
///
/// It goes on when the last reason has gone, unless the user has paused it.
///
/// ```swift
/// var pause = AutoPause()
/// pause.set("motion", holds: true, isPaused: false)  // true, which is to be reported
/// pause.toggle(isPaused: true)                       // false
/// ```
public struct AutoPause: Sendable, Hashable {
    private var reasons: Set<String> = []
    private var isPausedByReason = false

    /// Creates a pause without a reason.
    public init() {}

    /// Adds or removes a reason to pause.
    ///
    /// - Parameters:
    ///   - reason: The name of the reason.
    ///   - holds: Whether the user has the reason now.
    ///   - isPaused: Whether it is paused, as the user sees it.
    /// - Returns: The value to report, or `nil` for none.
    public mutating func set(_ reason: String, holds: Bool, isPaused: Bool) -> Bool? {
        guard holds != reasons.contains(reason) else { return nil }
        if holds { reasons.insert(reason) } else { reasons.remove(reason) }
        if holds, !isPaused, !isPausedByReason {
            isPausedByReason = true
            return true
        }
        guard isPausedByReason, reasons.isEmpty else { return nil }
        isPausedByReason = false
        return false
    }

    /// Pauses or goes on as the user asks, even with a reason to pause.
    ///
    /// - Returns: The value to report.
    public mutating func toggle(isPaused: Bool) -> Bool {
        isPausedByReason = false
        reasons = []
        return !isPaused
    }
}
