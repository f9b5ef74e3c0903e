import Coordination
import JSON

extension SessionDependencies {
    /// Returns the record of a step, or `nil` for a step that changes nothing.
    ///
    /// The state of the record is still to be encoded.
    func history(
        of step: Step,
        _ submission: Submission,
        on view: SessionView,
        to next: LiveRecord,
        at now: Timestamp
    ) -> HistoryRecord? {
        guard step.isChange else { return nil }
        let isShown = limits.history.entries > 0
        return HistoryRecord(
            revision: next.revision,
            at: now,
            expiresAt: next.expiresAt,
            details: isShown ? details(of: step, submission, on: view, to: next) : [],
            state: .live(next.state)
        )
    }

    private func details(
        of step: Step,
        _ submission: Submission,
        on view: SessionView,
        to next: LiveRecord
    ) -> [UInt8] {
        let record = view.record
        var writer = JSONWriter(capacity: 384)
        writer.beginObject()
        writer.key("event")
        submission.event.record(
            of: view.application,
            in: record.state,
            isPersonal: next.account != record.account,
            to: &writer
        )
        writer.member("credential", submission.credential.map { view.session.name(of: $0) })
        if submission.credential?.holder == .agent { writer.member("holder", "agent") }
        writer.member("handledBy", step.handledBy)
        writer.key("effects")
        writer.beginArray()
        if case .effect(let key, _) = submission.event {
            let answered = record.state.pending.first { $0.key == key }
            if let answered, !answered.isAbandoned { answered.write("answered", to: &writer) }
        }
        for effect in step.cancelled where !effect.isAbandoned { effect.write("cancelled", to: &writer) }
        if next.account == record.account {
            for effect in step.effects { effect.write("asked", to: &writer) }
        }
        writer.endArray()
        writer.endObject()
        return writer.finish()
    }

    /// Returns the record of the first step of a session.
    ///
    /// The state of the record is still to be encoded.
    ///
    /// - Parameters:
    ///   - record: The session.
    ///   - launch: The values that the client has passed to the application.
    ///   - forked: The revision of another session that it continues from, or `nil` for the start of its application.
    ///   - application: The application of the session.
    /// - Returns: The record, which has empty details if there is no history.
    func history(
        starting record: LiveRecord,
        launch: SessionLaunch,
        forked: UInt64?,
        in application: Application
    ) -> HistoryRecord {
        HistoryRecord(
            revision: record.revision,
            at: record.createdAt,
            expiresAt: record.expiresAt,
            details: limits.history.entries > 0
                ? details(starting: record, launch: launch, forked: forked, in: application) : [],
            state: .live(record.state)
        )
    }

    private func details(
        starting record: LiveRecord,
        launch: SessionLaunch,
        forked: UInt64?,
        in application: Application
    ) -> [UInt8] {
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
                application.recordStart(launch, to: &writer)
            }
            writer.member("credential", record.credential.credentialName)
            writer.key("effects")
            writer.array(record.state.pending) { $0.write("asked", to: &$1) }
        }
        return writer.finish()
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
