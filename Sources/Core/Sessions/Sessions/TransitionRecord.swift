import Coordination
public import Logging

/// A committed transition as it is logged, with names and numbers, and nothing that the user sent.
public struct TransitionRecord: Sendable {
    /// The session that has changed.
    public let session: SessionID
    /// The name of the session's application.
    public let application: String
    /// The revision after the transition.
    public let revision: UInt64
    /// The name of the screen that reported the output, or of another source of the event.
    public let source: String
    /// The name of the output, gesture or effect.
    public let output: String
    /// The name of the screen in focus afterwards.
    public let destination: String
    /// The time from the start of the transition to its commit, which is zero for the first one of a session.
    public let duration: Duration
    /// The trace that the request belongs to (W3C Trace Context), or `nil` for none.
    public let trace: String?

    /// Describes a transition.
    package init(
        session: SessionID,
        application: String,
        revision: UInt64,
        source: String,
        output: String,
        destination: String,
        duration: Duration,
        trace: String? = nil
    ) {
        self.session = session
        self.application = application
        self.revision = revision
        self.source = source
        self.output = output
        self.destination = destination
        self.duration = duration
        self.trace = trace
    }

    init(_ step: Step, of record: LiveRecord, took duration: Duration, trace: String?) {
        self.init(
            session: record.id,
            application: record.application,
            revision: record.revision,
            source: step.cause.source,
            output: step.cause.name,
            destination: step.state.focus?.name ?? "nothing",
            duration: duration,
            trace: trace
        )
    }

    /// The duration in whole microseconds.
    public var microseconds: Int64 { duration.microseconds }

    /// The fields of its log line.
    public var metadata: Logger.Metadata {
        var metadata: Logger.Metadata = [
            "session": "\(session)", "app": "\(application)", "revision": .stringConvertible(revision),
            "from": "\(source)",
            "output": "\(output)", "to": "\(destination)", "duration_us": .stringConvertible(microseconds),
        ]
        if let trace { metadata["trace"] = "\(trace)" }
        return metadata
    }
}
