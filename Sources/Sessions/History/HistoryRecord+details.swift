import Coordination
import JSON

extension SessionDependencies {
    /// Returns the record of a step, whose change is not known yet; `nil` without a history, and for a step that changes
    /// nothing.
    func history(
        of step: Step,
        _ submission: Submission,
        from record: LiveRecord,
        to next: LiveRecord,
        in application: Application,
        at now: Timestamp
    ) -> HistoryRecord? {
        guard limits.history.entries > 0, step.isChange else { return nil }
        var writer = JSONWriter(capacity: 384)
        writer.beginObject()
        writer.key("event")
        application.record(
            submission.event,
            in: record.state,
            isPersonal: next.account != record.account,
            to: &writer
        )
        writer.member("credential", submission.credential.map { record.name(of: $0) })
        writer.member("handledBy", step.handledBy)
        writer.key("effects")
        writer.beginArray()
        if case .effect(let key, _) = submission.event {
            let answered = record.state.pending.first { $0.key == key }
            if let answered, !answered.isAbandoned { answered.write("answered", to: &writer) }
        }
        if next.account == record.account {
            for effect in step.effects { effect.write("asked", to: &writer) }
        }
        writer.endArray()
        writer.endObject()
        return HistoryRecord(
            revision: next.revision,
            at: now,
            expiresAt: next.expiresAt,
            details: writer.finish(),
            change: .unknown
        )
    }

    /// Returns the record of the first step of a session; `nil` without a history.
    ///
    /// - Parameters:
    ///   - record: The session.
    ///   - link: The link that it was started with.
    ///   - forked: The revision of another session that it continues from; `nil` for the start of its application.
    ///   - application: The application of the session.
    /// - Returns: A record without a state before it.
    func history(
        starting record: LiveRecord,
        link: String?,
        forked: UInt64?,
        in application: Application
    ) -> HistoryRecord? {
        guard limits.history.entries > 0 else { return nil }
        var writer = JSONWriter(capacity: 256)
        writer.object { writer in
            writer.key("event")
            if let forked {
                writer.object { writer in
                    writer.member("type", "start")
                    writer.member("name", "fork")
                    writer.member("payload", object: { $0.member("revision", Int64(clamping: forked)) })
                    writer.member("withheld", true)
                }
            } else {
                application.recordStart(link: link, to: &writer)
            }
            writer.member("credential", record.credential.credentialName)
            writer.key("effects")
            writer.array(record.state.pending) { $0.write("asked", to: &$1) }
        }
        return HistoryRecord(
            revision: record.revision,
            at: record.createdAt,
            expiresAt: record.expiresAt,
            details: writer.finish(),
            change: .unknown
        )
    }

    /// Returns the change from the state of a commit back to the one before it.
    func change(
        from record: LiveRecord,
        _ encoded: EncodedState?,
        backTo base: Session.Machine.Committed,
        changes: StateChanges?,
        in application: Application
    ) -> HistoryRecord.Change {
        // The state before belongs to another user.
        guard record.account == base.record.account else { return .unknown }
        guard let encoded else { return .live(base.record.state) }
        if let last = base.encoded { return .encoded(EncodedChange(from: encoded, to: last, changes: changes)) }
        // The session was loaded, and another release may have encoded it with other bytes.
        guard let last = try? application.encode(base.record.state, after: encoded, changes: changes),
            last.bytes.count == base.bytes
        else {
            return .unknown
        }
        return .encoded(EncodedChange(from: encoded, to: last, changes: changes))
    }
}

extension PendingEffect {
    fileprivate func write(_ status: String, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("key", key)
            writer.member("name", name)
            writer.member("status", status)
            writer.member("due", due)
        }
    }
}
