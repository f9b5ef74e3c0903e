import Coordination

/// The result of applying a submission to a record, before it is committed.
enum SubmissionOutcome: Sendable {
    /// The request is a repetition of an applied one, which may have renewed the credential.
    case replay(Credential?)
    /// Nothing has changed that needs a commit.
    case unchanged
    /// The next record, the step that led to it, the new credential if the step renews it, and the record for the log.
    case change(LiveRecord, Step, Credential?, HistoryRecord?)
}

extension SessionDependencies {
    /// Applies a submission to a session's record.
    ///
    /// - Throws: ``SessionError`` when the record has expired, a condition does not hold, or the application rejects the event.
    func outcome(of submission: Submission, on view: SessionView) throws(SessionError) -> SubmissionOutcome {
        let (record, now) = (view.record, clock.now)
        guard record.expiresAt > now else { throw record.expiry }
        if let credential = submission.credential, !view.session.opens(record, credential) {
            return .replay(try repeated(submission, with: credential, on: view, at: now))
        }
        if let idempotency = submission.idempotency, let reply = record.replies.reply(to: idempotency.key) {
            guard reply.request == idempotency.request else { throw .idempotencyKeyReused }
            return .replay(nil)
        }
        if !submission.conditionsHold(for: record) {
            // The user has left that screen by a step that can't be undone, so the gesture has nothing left to do.
            guard submission.event.isGesture, record.state.hasPassedBarrier(since: submission.seenRevisions) else {
                throw .revisionMismatch(view)
            }
            return .unchanged
        }
        let step: Step
        do throws(NavigationError) {
            let context = StepContext(
                now: now,
                session: record.id.description,
                client: record.client,
                revision: record.revision + 1
            )
            step = try withCrashAttribution(record.id) { () throws(NavigationError) in
                try view.application.apply(submission.event, to: record.state, at: context)
            }
            try limits.checkCounts(of: step, after: record.state)
        } catch {
            throw .navigation(error, view)
        }
        // The new credential is the user's, and a device must be there to get it.
        if step.renewsCredential, submission.credential?.holder == .agent {
            let rejection = Rejection("agent.identity", "Only the user can sign in or out.")
            throw .navigation(.rejected(rejection), view)
        }
        guard step.isChange || submission.idempotency != nil else { return .unchanged }
        var next = record.successor(step, submission, of: view.application, at: now, limits)
        let credential = next.renewCredential(for: step, submission, at: now)
        let history = history(of: step, submission, on: view, to: next, at: now)
        return .change(next, step, credential, history)
    }

    /// Returns the current credential to a client that repeats the request by which it got that credential.
    ///
    /// - Throws: ``SessionError/credentialReplaced`` for any other request, and once the current credential was used.
    private func repeated(
        _ submission: Submission,
        with credential: Credential,
        on view: SessionView,
        at now: Timestamp
    ) throws(SessionError) -> Credential {
        guard let issue = view.record.issue,
            issue.mayBeRepeated(with: credential, at: now, within: limits.credentialReplay)
        else { throw .unauthorized }
        guard let idempotency = submission.idempotency, idempotency.key == issue.key,
            idempotency.request == issue.request, !view.session.wasUsed(view.record.credential)
        else { throw .credentialReplaced }
        return issue.credential(for: idempotency, replacing: credential)
    }
}

extension Submission {
    /// Returns whether the session is as the client has seen it, as far as that matters to the client.
    fileprivate func conditionsHold(for record: LiveRecord) -> Bool {
        if let revisions, !revisions.contains(record.revision) { return false }
        return screen?.holds(for: record.state) ?? true
    }

    /// The revisions that the client says it has seen.
    fileprivate var seenRevisions: [UInt64] { (revisions ?? []) + (screen?.revision.map { [$0] } ?? []) }
}

extension LiveRecord {
    /// Returns the record that follows a step, with the idempotency key of the submission.
    fileprivate func successor(
        _ step: Step,
        _ submission: Submission,
        of application: Application,
        at now: Timestamp,
        _ limits: SessionLimits
    ) -> LiveRecord {
        var next = self
        next.update { header in
            header.generation += 1
            if !submission.event.isInternal { header.usedAt = now }
            if let credential = submission.credential { header.recordUse(by: credential, at: now) }
            if let idempotency = submission.idempotency {
                let reply = Reply(key: idempotency.key, request: idempotency.request, at: now)
                header.replies.append(reply, limit: limits.replies)
            }
            guard step.isChange else { return }
            header.revision += 1
            guard submission.event.prolongsSession(in: state) else { return }
            // Effects and timers do not prolong a session that its client has never used.
            let changedAt = header.usedAt == nil ? nil : now
            let expiry = limits.expiry(createdAt: header.origin.createdAt, changedAt: changedAt, of: application)
            // The expiry never moves back, even if the system time was set back.
            header.expiresAt = max(header.expiresAt, expiry)
        }
        if step.isChange { next.take(step.state, changes: step.changes) }
        return next
    }
}

extension LiveRecord {
    /// Replaces the credential if a client's step requires it, and returns the new one.
    ///
    /// A session that a user signs in to may have been started by another party, who knows its credential (session fixation).
    /// So the credential changes when a user proves an identity, and when the user of the session changes.
    ///
    /// The new credential belongs to the client that has proved the identity, and only the response to the request with the
    /// proof reaches it and no other holder of the credential. An effect checks the proof after that request was committed, and
    /// its outcome reaches every holder alike. So the credential does not wait for the outcome. It is replaced in the commit of
    /// the request itself, as soon as that request performs an effect with a secret, whether the secret turns out to be right
    /// or wrong. When the outcome signs the user in, no other party has a credential any more.
    ///
    /// A step of the server itself, such as the outcome of an effect, renews nothing, because it has no response that could
    /// carry a new credential. If its effect had a secret, the credential was renewed by the request.
    fileprivate mutating func renewCredential(
        for step: Step,
        _ submission: Submission,
        at now: Timestamp
    ) -> Credential? {
        guard let last = submission.credential else { return nil }
        guard step.isChange, step.requiresRenewal else {
            // The client has used its credential, so it has received it.
            if issue != nil { update { $0.issue = nil } }
            return nil
        }
        let (credential, issue) = CredentialIssue.make(for: submission.idempotency, replacing: last, at: now)
        update { header in
            header.replaceCredentials(by: credential.digest, of: last, at: now)
            header.issue = issue
            // A repetition with the new credential has another digest than a repetition with the old one.
            if let idempotency = submission.idempotency {
                header.replies.replaceLast(request: idempotency.request(under: credential))
            }
        }
        return credential
    }
}

extension Step {
    /// Whether the client that caused the step must get a new credential.
    fileprivate var requiresRenewal: Bool {
        renewsCredential || effects.contains { $0.effect.map { type(of: $0).isSecret } ?? false }
    }
}
