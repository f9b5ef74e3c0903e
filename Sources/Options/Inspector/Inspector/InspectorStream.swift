import Concurrency
import HTTPCore
import Sessions
import StateAPI

/// A stream of a page of sessions, and of one session, to an operator.
///
/// It is not told of changes: the next survey compares what the operator has with what there is. So any number of changes
/// between two surveys are one event, and a commit does nothing for an operator who looks on.
final class InspectorStream: Sendable {
    private struct State {
        var list: [UInt8] = []
        var seen: Seen?
        var lastWrite = ContinuousClock.now
    }

    /// The facts that the last event about the session was made from.
    private struct Seen: Equatable {
        var generation: UInt64
        var waiters: Int
        var streams: Int
        var isGone: Bool
    }

    /// The time without an event after which a comment is sent.
    private static let heartbeat = Duration.seconds(15)

    /// The content of the response.
    let body = HTTPBodyStream(bufferLimit: 256 << 10)
    private let query: InspectorQuery
    private let session: Session?
    private let state = Lock(State())

    /// Makes a stream of the sessions that match a query, and of one session, which it keeps in memory.
    init(_ query: InspectorQuery, _ session: Session?) {
        self.query = query
        self.session = session
    }

    /// Sends the events for everything that has changed, always on the same thread.
    func advance(_ survey: SessionSurvey, _ api: StateAPI) {
        let document = InspectorDocument(api: api)
        let list = document.list(query.page(of: survey), of: survey)
        if list != state.withLock({ $0.list }), send("sessions", list) { state.withLock { $0.list = list } }
        if let session {
            let seen = Seen(
                generation: session.view.record.generation,
                waiters: session.waiterCount,
                streams: api.streams.count(of: session.id),
                isGone: session.removal != nil
            )
            if seen != state.withLock({ $0.seen }) {
                let data = seen.isGone ? Array("{}".utf8) : document.detail(of: session)
                if send(seen.isGone ? "gone" : "session", data) { state.withLock { $0.seen = seen } }
            }
        }
        if ContinuousClock.now - state.withLock({ $0.lastWrite }) > Self.heartbeat {
            body.write(ServerSentEvent.heartbeat)
            state.withLock { $0.lastWrite = .now }
        }
    }

    /// Ends the stream, because the server stops or another inspector takes its place.
    func finish(_ reason: SessionStream.EndReason) {
        body.write(ServerSentEvent(name: "end", data: Array(#"{"reason":"\#(reason.rawValue)"}"#.utf8)).bytes)
        body.finish()
    }

    /// Sends an event and returns whether the client takes it.
    ///
    /// The result is `false` if the client has not read the last events yet. It gets this one later.
    private func send(_ name: String, _ data: [UInt8]) -> Bool {
        let result = body.write(ServerSentEvent(name: name, data: data).bytes)
        guard result == .writable || result == .full else { return false }
        state.withLock { $0.lastWrite = .now }
        return true
    }
}
