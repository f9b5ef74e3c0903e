public import Coordination

/// A transition in the history of a session, as a store keeps it.
///
/// The history leads backwards from the session's current state: each record has what is needed to make the state before its
/// transition from the state after it. So the oldest records can be removed at any time.
public struct HistoryRecord: Sendable {
    /// The state before a transition.
    public enum Change: Sendable {
        /// The state before is not known, or must not be known any more because it belonged to another user.
        case unknown
        /// The state itself, in a store of this process.
        case live(NavigationState)
        /// The change that turns the encoded state after the transition into the one before it.
        case encoded(EncodedChange)
    }

    /// The revision that the transition led to.
    public let revision: UInt64
    /// The time of the transition.
    public let at: Timestamp
    /// The time at which the session expired from then on, unless it changed.
    public let expiresAt: Timestamp
    /// A JSON object with the event, the credential, the flow that handled the event, and the effects; without secrets.
    public let details: [UInt8]
    /// The state before the transition.
    public internal(set) var change: Change

    /// Describes a transition.
    public init(revision: UInt64, at: Timestamp, expiresAt: Timestamp, details: [UInt8], change: Change) {
        self.revision = revision
        self.at = at
        self.expiresAt = expiresAt
        self.details = details
        self.change = change
    }

    /// The size that counts for ``HistoryLimits/bytes``; an estimate for a live state, which shares most of its parts.
    public var byteCount: Int {
        switch change {
        case .unknown: details.count
        case .live(let state): details.count + 1_024 + 64 * (state.screens.count + state.coordinators.count)
        case .encoded(let change): details.count + change.bytes.count
        }
    }
}

/// The limits of a session's history; beyond them the oldest records are removed.
public struct HistoryLimits: Equatable, Sendable {
    /// The number of records that are kept; 0 for no history.
    public var entries: Int
    /// The size of all records in bytes.
    public var bytes: Int

    /// The interval of revisions after which a store removes the records beyond ``entries``.
    ///
    /// A removal writes other pages than an addition, so it is cheaper now and then.
    package static let trimInterval: UInt64 = 8

    /// Describes limits; 100 records and 256 KiB by default.
    public init(entries: Int = 100, bytes: Int = 256 << 10) {
        self.entries = entries
        self.bytes = bytes
    }

    /// Returns whether a store should remove the records beyond ``entries`` when it adds the record of a revision.
    package func areEntriesChecked(at revision: UInt64) -> Bool { revision % Self.trimInterval == 0 }

    /// The size of new records in bytes from which a store should compare the size of all with ``bytes``.
    ///
    /// A store reads all records of a session for their size, so it does that only when an eighth of the limit is new.
    package var bytesBetweenChecks: Int { bytes / 8 }
}

/// A session with its history, as of one instant.
public struct StoredHistory: Sendable {
    /// The session with its current state.
    public let session: StoredSession
    /// The records, newest first; the first one led to the session's revision if the history is complete.
    public let records: [HistoryRecord]

    /// Describes a history.
    public init(session: StoredSession, records: [HistoryRecord]) {
        self.session = session
        self.records = records
    }
}
