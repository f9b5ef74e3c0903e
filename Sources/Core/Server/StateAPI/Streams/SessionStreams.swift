import Concurrency
package import HTTPCore
package import Sessions

/// The open event streams, with their limits by session and by client address.
///
/// A further stream of a session takes the place of its oldest one: that is usually a connection which its client has lost
/// and the server has not yet noticed. Further streams of an address are rejected.
package final class SessionStreams: Sendable {
    fileprivate struct Entry {
        let stream: SessionStream
        let network: ClientAddress?
    }

    fileprivate struct State {
        var bySession: [SessionID: [Entry]] = [:]
        var counts: RequestCounts
    }

    private let perSession: Int
    private let state: Lock<State>

    init(_ limits: RequestLimits) {
        perSession = limits.sessionStreams == 0 ? .max : limits.sessionStreams
        let address = RequestCounts.Limit(
            quota: limits.addressStreams,
            policy: "address-streams",
            detail: "Your address has too many event streams."
        )
        state = Lock(State(counts: RequestCounts(address: limits.addressStreams == 0 ? nil : address)))
    }

    /// The number of open streams.
    var count: Int { state.withLock { $0.counts.total } }

    /// Returns the number of open streams of a session.
    package func count(of session: SessionID) -> Int { state.withLock { $0.bySession[session]?.count ?? 0 } }

    /// Adds a stream, and ends the oldest one of its session if there are too many.
    ///
    /// - Throws: A problem if its address has too many streams.
    package func add(_ stream: SessionStream, of session: SessionID, _ client: ClientAddress?) throws(APIError) {
        let network = client?.network
        let (exceeded, replaced) = state.withLock { state -> (RequestCounts.Limit?, SessionStream?) in
            if let exceeded = state.counts.add(nil, network) { return (exceeded, nil) }
            state.bySession[session, default: []].append(Entry(stream: stream, network: network))
            // The oldest one leaves the list here, and not when it has ended: until then others that come at the same time would
            // replace the same one.
            let isTooMany = state.bySession[session, default: []].count > perSession
            return (nil, isTooMany ? state.remove(at: 0, of: session) : nil)
        }
        replaced?.end(.replaced)
        if let exceeded { throw .limit(exceeded.problem) }
    }

    /// Removes a stream that has ended, unless it was removed before.
    package func remove(_ stream: SessionStream, of session: SessionID) {
        state.withLock { state in
            guard let index = state.bySession[session]?.firstIndex(where: { $0.stream === stream }) else { return }
            _ = state.remove(at: index, of: session)
        }
    }
}

extension SessionStreams.State {
    fileprivate mutating func remove(at index: Int, of session: SessionID) -> SessionStream? {
        guard let entry = bySession[session]?.remove(at: index) else { return nil }
        if bySession[session]?.isEmpty ?? false { bySession[session] = nil }
        counts.remove(nil, entry.network)
        return entry.stream
    }
}
