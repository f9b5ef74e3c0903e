public import Coordination

/// Where sessions are kept.
///
/// A store sees records as a whole. Each commit says which revision it follows, so that of two that follow the same one
/// only one is taken. All stores pass the same contract suite.
public protocol SessionStore: Sendable {
    /// Whether commits gain from being handed over together, as they do when each batch waits for a disk.
    var groupsCommits: Bool { get }

    /// Takes or refuses each of several commits; those that are taken are kept as well as this store keeps anything
    /// when the call returns.
    ///
    /// - Parameter batch: At most one commit for each session.
    /// - Returns: What became of each, in order.
    /// - Throws: ``StoreError`` when nothing was taken, or ``StoreError/Kind/unknownOutcome`` when nobody knows.
    func commit(_ batch: [SessionCommit]) async throws(StoreError) -> [CommitOutcome]

    /// The record of a session; `nil` when there is none.
    ///
    /// - Throws: ``StoreError``; ``StoreError/Kind/unreadable`` when there is one that can't be read.
    func load(_ id: SessionID) async throws(StoreError) -> SessionRecord?

    /// The record of the session that was started with an idempotency key; `nil` when there is none.
    ///
    /// - Throws: ``StoreError``.
    func load(createdWith key: Digest) async throws(StoreError) -> SessionRecord?

    /// Forgets a session; harmless when there is none.
    ///
    /// - Throws: ``StoreError``; the session may be there still.
    func remove(_ id: SessionID) async throws(StoreError)

    /// Forgets sessions that expired before a time, oldest first.
    ///
    /// - Parameters:
    ///   - time: Sessions that expired later stay.
    ///   - limit: How many to forget at the most, so that nobody waits long.
    /// - Returns: How many were forgotten.
    /// - Throws: ``StoreError``; some may be forgotten.
    func removeExpired(before time: Timestamp, limit: Int) async throws(StoreError) -> Int

    /// The sessions that wait for an effect or a timer, in the order of their names.
    ///
    /// - Parameters:
    ///   - id: Only those after this one; `nil` for all.
    ///   - limit: How many at the most.
    /// - Throws: ``StoreError``.
    func pending(after id: SessionID?, limit: Int) async throws(StoreError) -> [SessionID]

    /// How many sessions there are.
    ///
    /// - Throws: ``StoreError``.
    func count() async throws(StoreError) -> Int
}

/// A record that is to replace the one before it.
public struct SessionCommit: Sendable {
    /// The revision that the store must have for the commit to be taken; `nil` when it must have no such session.
    public let follows: UInt64?
    /// What is to be kept.
    public let record: SessionRecord

    /// Describes a commit.
    public init(follows: UInt64?, record: SessionRecord) {
        self.follows = follows
        self.record = record
    }
}

/// What became of a commit.
public enum CommitOutcome: Equatable, Sendable {
    /// It is kept.
    case committed
    /// The store has another revision, or none.
    case conflict
}

/// Why a store could not do what it was asked.
public struct StoreError: Error, Equatable, CustomStringConvertible {
    /// What the caller can do about it.
    public enum Kind: Equatable, Sendable {
        /// Nothing happened; trying again later may help.
        case unavailable
        /// Nobody knows whether it happened; an idempotency key tells.
        case unknownOutcome
        /// A record can't be read or written down; trying again does not help.
        case unreadable
        /// Another process changed the session in between.
        case conflict
    }

    /// What the caller can do about it.
    public let kind: Kind
    /// What went wrong, for the log.
    public let description: String

    /// Describes a failure.
    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
