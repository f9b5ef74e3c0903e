/// Performs an operation, and cancels it if it has not ended in a time.
///
/// - Throws: The error of the operation, or ``TransportFailure/timedOut`` at the end of the time.
func withDeadline<Value: Sendable>(
    _ time: Duration,
    on clock: any Clock<Duration>,
    _ operation: @escaping @Sendable () async throws(TransportFailure) -> Value
) async throws(TransportFailure) -> Value {
    let result = await withTaskGroup(of: Result<Value, TransportFailure>?.self) { group in
        group.addTask {
            do throws(TransportFailure) {
                return .success(try await operation())
            } catch {
                return .failure(error)
            }
        }
        group.addTask {
            try? await clock.sleep(for: time)
            return nil
        }
        defer { group.cancelAll() }
        return await group.next() ?? nil
    }
    guard let result else { throw Task.isCancelled ? .cancelled : .timedOut }
    return try result.get()
}
