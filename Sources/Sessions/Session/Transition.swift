import Coordination

/// The result of a submission on a record; only the caller knows of it yet.
enum Transition: Sendable {
    /// The client has had its response before.
    case replay
    /// Nothing has changed that would have to be committed.
    case unchanged
    /// The record that follows, and the step that led there.
    case change(SessionRecord, Step)
}

extension SessionDependencies {
    /// Applies a submission to a session's record.
    ///
    /// - Throws: ``SessionError`` when the record has expired, a condition does not hold, or the application rejects the event.
    func outcome(of submission: Submission, on view: SessionView) throws(SessionError) -> Transition {
        let (record, now) = (view.record, clock.now)
        guard record.expiresAt > now else { throw .expired(application: record.application) }
        if let idempotency = submission.idempotency, let reply = record.replies.reply(to: idempotency.key) {
            guard reply.request == idempotency.request else { throw .keyReused }
            return .replay
        }
        if let revisions = submission.revisions, !revisions.contains(record.revision) { throw .revisionMismatch(view) }
        let step: Step
        do throws(NavigationError) {
            let context = StepContext(now: now, session: record.id.description, client: record.client)
            step = try guarding(record.id) { () throws(NavigationError) in
                try view.application.apply(submission.event, to: record.state, at: context)
            }
            try limits.checkSize(of: step, after: record.state)
        } catch {
            throw .navigation(error, view)
        }
        guard step.isChange || submission.idempotency != nil else { return .unchanged }
        return .change(record.successor(step, submission.idempotency, at: now, limits), step)
    }

    /// A record in the form that the store wants.
    ///
    /// - Parameter last: The encoded state of the last commit; only changed parts are encoded anew.
    /// - Returns: The session, and its encoded state where the store wants that.
    /// - Throws: ``StoreError/Kind/unreadable`` when the state can't be encoded, a bug of the application.
    func stored(
        _ record: SessionRecord,
        _ application: Application,
        after last: EncodedState?
    ) throws(StoreError) -> (session: StoredSession, written: EncodedState?) {
        guard store.requiresEncoding else { return (record.with(.live(record.state)), nil) }
        do {
            let written = try application.encode(record.state, after: last)
            return (record.with(.written(written.bytes)), written)
        } catch {
            throw StoreError(.unreadable, "The session \(record.id) can't be encoded: \(error)")
        }
    }

    /// The record of a session that is in memory, as the store has it.
    func read(_ stored: StoredSession, _ application: Application) throws(StoreError) -> SessionRecord {
        do throws(SnapshotError) {
            return try SessionRecord.takenUp(stored, by: application, at: clock.now).record
        } catch {
            throw StoreError(.unreadable, "The session \(stored.id) can't be decoded: \(error)")
        }
    }
}

extension SessionRecord {
    /// The record that follows a step.
    fileprivate func successor(
        _ step: Step,
        _ idempotency: Idempotency?,
        at now: Timestamp,
        _ limits: SessionLimits
    ) -> SessionRecord {
        var next = self
        next.update { header in
            header.generation += 1
            if let idempotency {
                let reply = Reply(key: idempotency.key, request: idempotency.request, at: now)
                header.replies.append(reply, limit: limits.replies)
            }
            guard step.isChange else { return }
            header.revision += 1
            // Not earlier than it was, even if the clock was put back.
            header.expiresAt = max(header.expiresAt, limits.expiry(createdAt: header.origin.createdAt, usedAt: now))
        }
        if step.isChange { next.state = step.state }
        return next
    }
}

extension SessionLimits {
    /// The time at which a session ends unless something changes it.
    func expiry(createdAt: Timestamp, usedAt: Timestamp) -> Timestamp {
        min(usedAt + idle, createdAt + absolute)
    }

    /// Rejects a step that opens more screens than a session may have; one that closes some is always taken.
    fileprivate func checkSize(of step: Step, after state: NavigationState) throws(NavigationError) {
        let count = step.state.screens.count
        guard count > screens, count > state.screens.count else { return }
        throw .refused(
            Refusal("session.full", "Too many open screens (\(screens)). Go back before opening another.")
        )
    }
}
