import Testing

/// Waits until a condition holds, looking every millisecond, for a minute at the most.
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
