import Coordination

/// An index of sessions by their expiry, so that a sweep does not look at every session.
///
/// A session is filed under the minute in which it expires. An entry may be too early: a session that has been prolonged is
/// filed again when its entry is taken, so a commit that only prolongs it does not change the index.
struct ExpiryIndex: Sendable {
    private static let width: Int64 = 60_000

    private var sessions: [Int64: Set<SessionID>] = [:]

    /// Files a session under the earliest time at which it can expire.
    mutating func insert(_ id: SessionID, expiresAt: Timestamp) {
        sessions[Self.minute(expiresAt), default: []].insert(id)
    }

    /// Removes a session that was filed under a time.
    mutating func remove(_ id: SessionID, expiresAt: Timestamp) {
        let minute = Self.minute(expiresAt)
        sessions[minute]?.remove(id)
        if sessions[minute]?.isEmpty ?? false { sessions[minute] = nil }
    }

    /// The time by which the first session expires; `nil` if there is none.
    var first: Timestamp? { sessions.keys.min().map { Timestamp(milliseconds: ($0 + 1) * Self.width) } }

    /// Returns the sessions that expire first, up to a limit.
    func first(_ limit: Int) -> [SessionID] {
        var found: [SessionID] = []
        for minute in sessions.keys.sorted() {
            guard found.count < limit else { break }
            found += (sessions[minute] ?? []).prefix(limit - found.count)
        }
        return found
    }

    /// Removes and returns the sessions that may have expired by a time.
    mutating func take(until time: Timestamp) -> [SessionID] {
        let last = Self.minute(time)
        let due = sessions.keys.filter { $0 <= last }
        return due.flatMap { sessions.removeValue(forKey: $0) ?? [] }
    }

    private static func minute(_ time: Timestamp) -> Int64 { time.milliseconds / width }
}
