import SessionsTesting
import Testing

/// Checks a condition every millisecond until it holds, and records an issue after a minute.
func eventually(
    _ location: SourceLocation = #_sourceLocation,
    _ condition: @Sendable () async throws -> Bool
) async rethrows {
    let deadline = ContinuousClock.now + .seconds(60)
    while try await !condition() {
        guard ContinuousClock.now < deadline else {
            Issue.record("It did not come about.", sourceLocation: location)
            return
        }
        try? await Task.sleep(for: .milliseconds(1))
    }
}

/// Advances a clock by a second every millisecond until a condition holds, and records an issue after a minute.
///
/// It suits actions that are scheduled on other threads, when a test can't know how many others are scheduled. An action that is
/// scheduled after an advance of the clock is run by a later advance.
func eventually(
    advancing clock: ManualClock,
    _ location: SourceLocation = #_sourceLocation,
    _ condition: @Sendable () async throws -> Bool
) async rethrows {
    try await eventually(location) {
        clock.advance(by: .seconds(1))
        return try await condition()
    }
}
