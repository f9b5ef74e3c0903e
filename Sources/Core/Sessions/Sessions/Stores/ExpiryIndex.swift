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

    /// Returns the end of the minute in which the first session expires, or `nil` if there is none.
    ///
    /// - Parameter expiry: A function with the expiry of a session, or `nil` if the session was removed.
    /// - Returns: The end of the minute.
    mutating func firstExpiry(_ expiry: (SessionID) -> Timestamp?) -> Timestamp? {
        while let minute = sessions.keys.min() {
            // Sessions that have been prolonged are filed again.
            for id in sessions.removeValue(forKey: minute) ?? [] {
                if let expiresAt = expiry(id) { insert(id, expiresAt: expiresAt) }
            }
            if sessions[minute] != nil { return Timestamp(milliseconds: (minute + 1) * Self.width) }
        }
        return nil
    }

    /// Removes and returns the sessions that may have expired by a time.
    mutating func take(until time: Timestamp) -> [SessionID] {
        let last = Self.minute(time)
        let due = sessions.keys.filter { $0 <= last }
        return due.flatMap { sessions.removeValue(forKey: $0) ?? [] }
    }

    private static func minute(_ time: Timestamp) -> Int64 { time.milliseconds / width }
}
