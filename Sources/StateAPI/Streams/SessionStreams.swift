import Concurrency
import HTTPCore
import Sessions

/// The open event streams, with their limits by session and by client address.
///
/// A further stream of a session takes the place of its oldest one: that is usually a connection which its client has lost
/// and the server has not yet noticed. Further streams of an address are rejected.
final class SessionStreams: Sendable {
    fileprivate struct Entry {
        let stream: SessionStream
        let network: ClientAddress?
    }

    fileprivate struct State {
        var bySession: [SessionID: [Entry]] = [:]
        var byNetwork: [ClientAddress: Int] = [:]
        var count = 0
    }

    private let perSession: Int
    private let perAddress: Int
    private let state = Lock(State())

    init(_ limits: RequestLimits) {
        perSession = limits.sessionStreams == 0 ? .max : limits.sessionStreams
        perAddress = limits.addressStreams == 0 ? .max : limits.addressStreams
    }

    /// The number of open streams.
    var count: Int { state.withLock { $0.count } }

    /// Returns the number of open streams of a session.
    func count(of session: SessionID) -> Int { state.withLock { $0.bySession[session]?.count ?? 0 } }

    /// Adds a stream, and ends the oldest one of its session if there are too many.
    ///
    /// - Returns: Whether it was added; `false` if its address has too many streams.
    func add(_ stream: SessionStream, of session: SessionID, _ client: ClientAddress?) -> Bool {
        let network = client?.network
        let (isAdded, replaced) = state.withLock { state -> (Bool, SessionStream?) in
            if let network, state.byNetwork[network, default: 0] >= perAddress { return (false, nil) }
            state.insert(Entry(stream: stream, network: network), of: session)
            // The oldest one leaves the list here, and not when it has ended: until then others that come at the same time would
            // replace the same one.
            let isTooMany = state.bySession[session, default: []].count > perSession
            return (true, isTooMany ? state.remove(at: 0, of: session) : nil)
        }
        replaced?.end(.replaced)
        return isAdded
    }

    /// Removes a stream that has ended; ignored if it was removed before.
    func remove(_ stream: SessionStream, of session: SessionID) {
        state.withLock { state in
            guard let index = state.bySession[session]?.firstIndex(where: { $0.stream === stream }) else { return }
            _ = state.remove(at: index, of: session)
        }
    }
}

extension SessionStreams.State {
    fileprivate mutating func insert(_ entry: SessionStreams.Entry, of session: SessionID) {
        bySession[session, default: []].append(entry)
        count += 1
        if let network = entry.network { byNetwork[network, default: 0] += 1 }
    }

    fileprivate mutating func remove(at index: Int, of session: SessionID) -> SessionStream? {
        guard let entry = bySession[session]?.remove(at: index) else { return nil }
        if bySession[session]?.isEmpty ?? false { bySession[session] = nil }
        count -= 1
        if let network = entry.network, let number = byNetwork[network] {
            byNetwork[network] = number > 1 ? number - 1 : nil
        }
        return entry.stream
    }
}
