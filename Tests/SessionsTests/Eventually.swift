import Testing

/// Checks a condition every millisecond until it holds; records an issue after a minute.
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
