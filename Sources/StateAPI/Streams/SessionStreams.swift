import Concurrency
import HTTPCore
import Sessions

/// The open event streams, with their limits by session and by client address.
///
/// A further stream of a session takes the place of its oldest one: that is usually a connection which its client has lost
/// and the server has not yet noticed. Further streams of an address are rejected.
final class SessionStreams: Sendable {
    private struct State {
        var bySession: [SessionID: [SessionStream]] = [:]
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
            if let network {
                guard state.byNetwork[network, default: 0] < perAddress else { return (false, nil) }
                state.byNetwork[network, default: 0] += 1
            }
            state.count += 1
            state.bySession[session, default: []].append(stream)
            let streams = state.bySession[session, default: []]
            return (true, streams.count > perSession ? streams.first : nil)
        }
        replaced?.end(.replaced)
        return isAdded
    }

    /// Removes a stream that has ended; ignored if it was removed before.
    func remove(_ stream: SessionStream, of session: SessionID, _ client: ClientAddress?) {
        state.withLock { state in
            guard let place = state.bySession[session]?.firstIndex(where: { $0 === stream }) else { return }
            state.bySession[session]?.remove(at: place)
            if state.bySession[session]?.isEmpty ?? false { state.bySession[session] = nil }
            state.count -= 1
            guard let network = client?.network, let count = state.byNetwork[network] else { return }
            state.byNetwork[network] = count > 1 ? count - 1 : nil
        }
    }
}
