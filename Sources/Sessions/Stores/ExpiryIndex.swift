import Coordination

/// Which sessions may have expired, without looking at all of them.
///
/// Sessions are kept by the minute in which they expire. The index may be early: a session that lives longer than it was
/// noted for is noted again when it comes up, so nothing has to be done at each change of a session.
struct ExpiryIndex: Sendable {
    private static let width: Int64 = 60_000

    private var sessions: [Int64: Set<SessionID>] = [:]

    /// Notes when a session expires at the earliest.
    mutating func note(_ id: SessionID, expiresAt: Timestamp) {
        sessions[Self.minute(expiresAt), default: []].insert(id)
    }

    /// Takes out the sessions that may have expired by a time.
    mutating func take(until time: Timestamp) -> [SessionID] {
        let last = Self.minute(time)
        let due = sessions.keys.filter { $0 <= last }
        return due.flatMap { sessions.removeValue(forKey: $0) ?? [] }
    }

    private static func minute(_ time: Timestamp) -> Int64 { time.milliseconds / width }
}
