import Coordination

/// The result of applying a submission to a record, before it is committed.
enum SubmissionOutcome: Sendable {
    /// The request is a repetition of one that was applied.
    case replay
    /// Nothing has changed that needs a commit.
    case unchanged
    /// The next record, and the step that led to it.
    case change(LiveRecord, Step)
}

extension SessionDependencies {
    /// Applies a submission to a session's record.
    ///
    /// - Throws: ``SessionError`` when the record has expired, a condition does not hold, or the application rejects the event.
    func outcome(of submission: Submission, on view: SessionView) throws(SessionError) -> SubmissionOutcome {
        let (record, now) = (view.record, clock.now)
        guard record.expiresAt > now else { throw .expired(application: record.application) }
        if let idempotency = submission.idempotency, let reply = record.replies.reply(to: idempotency.key) {
            guard reply.request == idempotency.request else { throw .idempotencyKeyReused }
            return .replay
        }
        if let revisions = submission.revisions, !revisions.contains(record.revision) { throw .revisionMismatch(view) }
        let step: Step
        do throws(NavigationError) {
            let context = StepContext(now: now, session: record.id.description, client: record.client)
            step = try withCrashAttribution(record.id) { () throws(NavigationError) in
                try view.application.apply(submission.event, to: record.state, at: context)
            }
            try limits.checkCounts(of: step, after: record.state)
        } catch {
            throw .navigation(error, view)
        }
        guard step.isChange || submission.idempotency != nil else { return .unchanged }
        return .change(record.successor(step, submission, at: now, limits), step)
    }
}

extension LiveRecord {
    /// Returns the record that follows a step, with the idempotency key of the submission.
    fileprivate func successor(
        _ step: Step,
        _ submission: Submission,
        at now: Timestamp,
        _ limits: SessionLimits
    ) -> LiveRecord {
        var next = self
        next.update { header in
            header.generation += 1
            if !submission.event.isInternal { header.usedAt = now }
            if let idempotency = submission.idempotency {
                let reply = Reply(key: idempotency.key, request: idempotency.request, at: now)
                header.replies.append(reply, limit: limits.replies)
            }
            guard step.isChange else { return }
            header.revision += 1
            // Effects and timers do not prolong a session that its client has never used.
            let expiry = limits.expiry(createdAt: header.origin.createdAt, changedAt: header.usedAt == nil ? nil : now)
            // Not earlier than before, even if the system time was set back.
            header.expiresAt = max(header.expiresAt, expiry)
        }
        if step.isChange { next.state = step.state }
        return next
    }
}
