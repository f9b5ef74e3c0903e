package import Concurrency
import Coordination
import Documents
package import HTTPCore
package import Sessions

/// A stream of a session to one client, which tells of each revision as its content says, such as ``StateStreamContent``.
///
/// The stream waits for one next revision at a time. It does not wait while the client takes no bytes, so a slow client gets the
/// newest state when it reads again, and does not delay other clients.
package final class SessionStream: Caller {
    /// The reason why a stream ends.
    package enum EndReason: String, Sendable {
        /// The session was ended.
        case ended
        /// The session was not used for too long.
        case expired
        /// The credential that the stream was opened with does not open the session any more.
        case credentialRenewed
        /// The server stops, and the client can connect to the next one at once.
        case stopping
        /// Newer streams of the session have taken its place.
        case replaced
    }

    private struct State {
        /// The last revision that was sent, or `nil` before the first event.
        var revision: UInt64?
        /// The action at the end, or `nil` before the stream has begun and once it has ended.
        var end: EndAction?
        var isEnded = false
    }

    /// The next piece of a stream, about a view of its session.
    package struct Update {
        let view: SessionView
        /// The events that lead the client to the view, none if it is there already.
        let events: [ServerSentEvent]
    }

    /// A structure, because each access to a closure in a lock would wrap it once more.
    private struct EndAction: Sendable {
        let run: @Sendable () -> Void
    }

    /// The time without an event after which a comment is sent.
    static let heartbeat = Duration.seconds(15)
    /// The time after which a client connects again, in milliseconds.
    private static let retry = 2_000

    package let queue: any WorkQueue
    /// The content of the response.
    package let body = HTTPBodyStream(bufferLimit: 16 << 10)
    private let session: Session
    private let credential: Credential
    private let content: any SessionStreamContent
    private let registry: SessionRegistry
    private let state: Lock<State>

    /// Makes a stream for a client that has a revision, or none, on the event loop of its connection.
    package init(
        _ session: Session,
        _ credential: Credential,
        after revision: UInt64? = nil,
        _ content: any SessionStreamContent,
        _ registry: SessionRegistry,
        on queue: any WorkQueue
    ) {
        self.session = session
        self.credential = credential
        self.content = content
        self.registry = registry
        self.queue = queue
        state = Lock(State(revision: revision))
    }

    package var isCancelled: Bool { state.withLock { $0.isEnded } }

    /// Returns the update that leads the client from the revision that it has to the current one.
    package func firstUpdate() -> Update { update(to: session.view) }

    /// Writes the first event and waits for the next revision.
    ///
    /// - Parameters:
    ///   - first: The first piece. The head of the response may depend on it.
    ///   - onEnd: Called once at the end of the stream, on any thread.
    package func begin(with first: Update, onEnd: @escaping @Sendable () -> Void) {
        body.onWritable { [self] in queue.perform { [self] in resume() } }
        state.withLock { $0.end = EndAction(run: onEnd) }
        body.onCancel { [self] in
            markEnded()
            session.wakeCancelled()
        }
        body.write(ServerSentEvent.retry(milliseconds: Self.retry))
        send(first)
    }

    /// Ends the stream from outside.
    func end(_ reason: EndReason) {
        queue.perform { [self] in finish(reason) }
    }

    private func markEnded() {
        let end = state.withLock { state -> EndAction? in
            state.isEnded = true
            defer { state.end = nil }
            return state.end
        }
        end?.run()
    }

    private func finish(_ reason: EndReason) {
        guard !isCancelled else { return }
        // Added although the buffer may be full: nothing follows it.
        body.write(content.lastEvent(reason).bytes)
        markEnded()
        body.finish()
        session.wakeCancelled()
    }

    private func advance(_ view: SessionView) {
        guard !isCancelled else { return }
        send(update(to: view))
    }

    /// Sends a view if the client does not have it, or a heartbeat, and waits for the next revision.
    private func send(_ update: Update) {
        if let reason = endReason(update.view) { return finish(reason) }
        let revision = update.view.record.revision
        let result = body.write(update.events.isEmpty ? ServerSentEvent.heartbeat : update.events.flatMap(\.bytes))
        guard result == .writable || result == .full else { return }
        state.withLock { $0.revision = revision }
        // If the buffer is full, it continues once the client has taken half of it.
        if result == .writable { waitForNext(after: revision) }
    }

    /// Continues after the client has made room in the buffer.
    private func resume() {
        let view = session.view
        guard let last = state.withLock({ $0.revision }), last == view.record.revision else { return advance(view) }
        waitForNext(after: last)
    }

    private func waitForNext(after revision: UInt64) {
        session.view(after: revision, wait: Self.heartbeat, as: credential, for: self) { [self] next in advance(next) }
    }

    private func update(to view: SessionView) -> Update {
        Update(view: view, events: content.events(to: view, from: state.withLock { $0.revision }))
    }

    private func endReason(_ view: SessionView) -> EndReason? {
        if let removal = session.removal {
            if case .expired = removal { return .expired }
            return .ended
        }
        if view.record.expiresAt <= registry.now { return .expired }
        if !session.opens(view.record, credential) { return .credentialRenewed }
        return registry.isStopping ? .stopping : nil
    }
}
