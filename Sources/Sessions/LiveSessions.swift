import Coordination
import Threads

/// The sessions that are in memory: one object for each.
final class LiveSessions: Sendable {
    private struct State {
        var sessions: [SessionID: Session] = [:]
        var expiries = ExpiryIndex()
        /// Those that were ended lately: whoever was reading one meanwhile must not bring it back.
        var ended: [SessionID: Timestamp] = [:]
    }

    private let state = Lock(State())

    var count: Int { state.withLock { $0.sessions.count } }

    var all: [Session] { state.withLock { Array($0.sessions.values) } }

    subscript(id: SessionID) -> Session? { state.withLock { $0.sessions[id] } }

    /// Puts a session into memory.
    ///
    /// - Returns: The session, or the one that was there before, since several requests may have read it at the same
    ///   time; and whether it is the first. `nil` when it was ended meanwhile.
    func seat(_ session: Session) -> (session: Session, isFirst: Bool)? {
        let expiry = session.record.expiresAt
        return state.withLock { state in
            guard state.ended[session.id] == nil else { return nil }
            if let known = state.sessions[session.id] { return (known, false) }
            state.sessions[session.id] = session
            state.expiries.note(session.id, expiresAt: expiry)
            return (session, true)
        }
    }

    /// Takes a session out that has gone.
    func remove(_ session: Session, at now: Timestamp) {
        state.withLock { state in
            guard state.sessions[session.id] === session else { return }
            state.sessions[session.id] = nil
            state.ended[session.id] = now
        }
    }

    /// Takes out the sessions that have expired and are not being changed; returns how many.
    func removeExpired(at now: Timestamp) -> Int {
        let due = state.withLock { state in
            // Nobody reads a record for as long as a minute.
            state.ended = state.ended.filter { now - $0.value < .seconds(60) }
            return state.expiries.take(until: now).compactMap { state.sessions[$0] }
        }
        var count = 0
        for session in due {
            if session.removeIfExpired(at: now) {
                count += 1
                state.withLock { state in
                    if state.sessions[session.id] === session { state.sessions[session.id] = nil }
                }
            } else {
                let expiry = session.record.expiresAt
                state.withLock { $0.expiries.note(session.id, expiresAt: expiry) }
            }
        }
        return count
    }
}
