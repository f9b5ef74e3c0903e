public import Coordination

/// A transition of a session with the state after it, as a store keeps it.
///
/// The records of a session are its log. The current state is the state of the last whole record with the changes of the
/// records behind it, so a store writes a state once and finds the earlier ones in the same place. The records before a whole
/// one are there for the history alone, and can be removed at any time.
public struct HistoryRecord: Sendable {
    /// The state after a transition.
    public enum State: Sendable {
        /// The state itself, in a store of this process.
        case live(NavigationState)
        /// The encoded state.
        case whole([UInt8])
        /// The changes of the transition to the state of the record before, as in ``Coordination/StateLog``.
        case change([UInt8])
    }

    /// The revision that the transition led to.
    public let revision: UInt64
    /// The time of the transition.
    public let at: Timestamp
    /// The time at which the session expired from then on, unless it changed.
    public let expiresAt: Timestamp
    /// A JSON object with the event, the credential, the flow that handled the event, and the effects, without secrets.
    ///
    /// It is empty if the history does not show the transition.
    public let details: [UInt8]
    /// The state after the transition.
    public internal(set) var state: State

    /// Describes a transition.
    public init(revision: UInt64, at: Timestamp, expiresAt: Timestamp, details: [UInt8], state: State) {
        self.revision = revision
        self.at = at
        self.expiresAt = expiresAt
        self.details = details
        self.state = state
    }

    /// Whether the state is known without the record before.
    public var isWhole: Bool {
        if case .change = state { false } else { true }
    }

    /// The size that counts for ``HistoryLimits/bytes``.
    ///
    /// It is an estimate for a live state, which shares most of its parts.
    public var byteCount: Int {
        switch state {
        case .live(let state): details.count + 1_024 + 64 * (state.screens.count + state.coordinators.count)
        case .whole(let bytes), .change(let bytes): details.count + bytes.count
        }
    }
}

/// The limits of a session's history.
///
/// A store removes records beyond the limits when it adds a whole record, and only those before another whole one, so a history
/// may be somewhat larger. A record with a change as its state is of no use without the records before it, back to a whole one.
public struct HistoryLimits: Equatable, Sendable {
    /// The number of records that are kept, or 0 for no history.
    public var entries: Int
    /// The size of all records in bytes.
    public var bytes: Int

    /// Describes limits, by default 100 records and 256 KiB.
    public init(entries: Int = 100, bytes: Int = 256 << 10) {
        self.entries = entries
        self.bytes = bytes
    }
}

/// A session with its history, as of one instant.
public struct StoredHistory: Sendable {
    /// The session with its current state.
    public let session: StoredSession
    /// The records, newest first.
    ///
    /// The first one has the session's state.
    public let records: [HistoryRecord]

    /// Describes a history.
    public init(session: StoredSession, records: [HistoryRecord]) {
        self.session = session
        self.records = records
    }
}
