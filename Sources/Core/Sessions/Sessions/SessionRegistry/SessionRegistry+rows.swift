public import Concurrency
public import Coordination

extension SessionRegistry {
    /// Reads rows that a session shows, beside its state.
    ///
    /// - Parameters:
    ///   - source: The source, from the view of a screen in the session.
    ///   - request: The page.
    ///   - view: The session.
    ///   - localization: The language of the rows, or `nil` for the language of the source.
    ///   - caller: The party that gets the result.
    ///   - completion: Called on the caller's queue. The error is ``SessionError/effectQueueFull(effect:limit:)``, or
    ///     ``SessionError/rowsUnavailable(_:)`` if the handler has failed. It is not called if the server stops before.
    public func rows(
        from source: any RowSource,
        _ request: RowRequest,
        of view: SessionView,
        in localization: Localization?,
        for caller: any Caller,
        then completion: @escaping @Sendable (Result<RowPage, SessionError>) -> Void
    ) {
        dependencies.effects.rows(from: source, request, of: view, in: localization) { result in
            caller.queue.perform { completion(result) }
        }
    }
}
