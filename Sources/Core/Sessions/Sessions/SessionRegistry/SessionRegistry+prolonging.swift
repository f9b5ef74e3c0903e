import Coordination

extension SessionRegistry {
    /// Prolongs a session as an event of its client does, without a revision.
    ///
    /// A use of the session that is no event, such as the beginning of an upload, must not end with the time of a session that was never
    /// used.
    ///
    /// - Throws: ``SessionError/store(_:)``, or the error of a session that is gone.
    package func prolong(_ session: Session) async throws(SessionError) {
        let (now, limits, application) = (dependencies.clock.now, limits, session.application)
        let result = await AsyncCaller.result { caller, completion in
            session.amend(for: caller) { record throws(SessionError) in
                var next = record
                next.update { header in
                    header.usedAt = now
                    let expiry = limits.expiry(createdAt: header.origin.createdAt, changedAt: now, of: application)
                    header.expiresAt = max(header.expiresAt, expiry)
                }
                return next
            } then: {
                completion($0)
            }
        }
        _ = try result.get()
    }
}
