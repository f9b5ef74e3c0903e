import Coordination

/// A record to be committed, with the data for its log line.
///
/// It is a class, so that closures copy one reference.
final class SessionChange: Sendable {
    let record: LiveRecord
    /// The step that led to the record, or `nil` if only the first use of the credential is recorded.
    let step: Step?
    /// The credential that the step has issued, or `nil` if it has issued none.
    let credential: Credential?
    /// The record of the step, or `nil` if the state stays as it is.
    ///
    /// The state of the record is still to be encoded.
    let history: HistoryRecord?
    /// The lease to which the effects of the step belong, or `nil` if the store is not shared.
    let lease: Lease?
    let began: ContinuousClock.Instant
    let trace: String?

    /// Whether a client gets the document of the step at once, so that it is drawn before the commit.
    let isSeen: Bool

    /// The changes of the session's state by the commit.
    ///
    /// There are none without a step.
    var stateChanges: StateChanges? { step.map(\.changes) ?? StateChanges() }

    init(
        record: LiveRecord,
        step: Step? = nil,
        credential: Credential? = nil,
        history: HistoryRecord? = nil,
        lease: Lease? = nil,
        began: ContinuousClock.Instant = .now,
        trace: String? = nil,
        isSeen: Bool = false
    ) {
        self.record = record
        self.step = step
        self.credential = credential
        self.history = history
        self.lease = lease
        self.began = began
        self.trace = trace
        self.isSeen = isSeen
    }
}
