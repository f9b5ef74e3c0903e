import Documents
package import Sessions

/// The events of a stream of a session.
package protocol SessionStreamContent: Sendable {
    /// Returns the events that lead a client to a view.
    ///
    /// - Parameters:
    ///   - view: The session at a commit.
    ///   - last: The revision that the client has, or `nil` before the first event.
    /// - Returns: The events. With none, the client gets a comment, which keeps the connection open.
    func events(to view: SessionView, from last: UInt64?) -> [ServerSentEvent]

    /// Returns the last event of a stream.
    func lastEvent(_ reason: SessionStream.EndReason) -> ServerSentEvent
}

/// The states of a session as they follow.
///
/// The first event is the whole state, or a patch if the client connects again with a revision that the server still knows. After
/// it each revision is a patch.
struct StateStreamContent: SessionStreamContent {
    let renderer: StateRenderer

    func events(to view: SessionView, from last: UInt64?) -> [ServerSentEvent] {
        let revision = view.record.revision
        let latest = renderer.latest(since: view)
        latest.recordPatchRequest()
        guard last != revision else { return [] }
        if let last, let patch = latest.patch(from: last, to: revision) {
            return [.patch(patch, from: last, to: revision)]
        }
        return [.state(renderer.drawn(view).json, at: revision)]
    }

    func lastEvent(_ reason: SessionStream.EndReason) -> ServerSentEvent {
        ServerSentEvent(name: "end", data: Array(#"{"reason":"\#(reason.rawValue)"}"#.utf8))
    }
}
