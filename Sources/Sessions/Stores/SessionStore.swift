public import Coordination

/// Where sessions are kept.
///
/// A store sees sessions as a whole, and never looks into their states. Each commit says which one it follows, so that
/// of two that follow the same one only one is taken. All stores pass the same contract suite.
public protocol SessionStore: Sendable {
    /// Whether commits gain from being handed over together, as they do when each batch waits for a disk.
    var groupsCommits: Bool { get }

    /// Where whoever does nothing but commit should run; `nil` for anywhere.
    var executor: (any TaskExecutor)? { get }

    /// Whether the store wants states in writing; otherwise it gets them as they are.
    var wantsWriting: Bool { get }

    /// Takes or refuses each of several commits; those that are taken are kept as well as this store keeps anything
    /// when the call returns.
    ///
    /// - Parameter batch: At most one commit for each session.
    /// - Returns: What became of each, in order.
    /// - Throws: ``StoreError`` when nothing was taken, or ``StoreError/Kind/unknownOutcome`` when nobody knows.
    func commit(_ batch: [SessionCommit]) async throws(StoreError) -> [CommitOutcome]

    /// Whether ``commitAtOnce(_:)`` takes commits.
    var commitsAtOnce: Bool { get }

    /// Takes or refuses a commit as ``commit(_:)`` does, without waiting for anything.
    ///
    /// - Returns: What became of it; `nil` when nothing was done, because this store has to wait.
    /// - Throws: ``StoreError`` when it was not taken.
    func commitAtOnce(_ commit: SessionCommit) throws(StoreError) -> CommitOutcome?

    /// A session; `nil` when there is none.
    ///
    /// - Throws: ``StoreError``; ``StoreError/Kind/unreadable`` when there is one that can't be read.
    func load(_ id: SessionID) async throws(StoreError) -> StoredSession?

    /// The session that was started with an idempotency key last; `nil` when there is none.
    ///
    /// - Throws: ``StoreError``.
    func load(createdWith key: Digest) async throws(StoreError) -> StoredSession?

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

    /// The sessions that wait for an effect or a timer, soonest first; neither the expired nor those set aside.
    ///
    /// - Parameters:
    ///   - last: Only those after this one; `nil` for all.
    ///   - now: Sessions that have expired by this time are left out.
    ///   - limit: How many at the most.
    /// - Throws: ``StoreError``.
    func due(after last: DueSession?, at now: Timestamp, limit: Int) async throws(StoreError) -> [DueSession]

    /// How many sessions there are.
    ///
    /// - Throws: ``StoreError``.
    func count() async throws(StoreError) -> Int

    /// Keeps a session's bytes for the operators, but gives them to nobody any more; harmless when there is no such
    /// session. It expires as any other.
    ///
    /// - Throws: ``StoreError``; the session may be as it was.
    func setAside(_ id: SessionID, because reason: String) async throws(StoreError)

    /// Notes that the program came to its end while it was working on a session.
    ///
    /// - Returns: How often that has happened with this session.
    /// - Throws: ``StoreError``.
    func noteCrash(of id: SessionID) async throws(StoreError) -> Int

    /// Tries whether commits can be taken, and mends what the store itself can mend.
    ///
    /// - Throws: ``StoreError`` with what stands in the way.
    func probe() async throws(StoreError)

    /// Lets go of files and connections; whatever is asked after that fails with ``StoreError/Kind/unavailable``.
    func close() async
}

extension SessionStore {
    /// Anywhere.
    public var executor: (any TaskExecutor)? { nil }

    /// It doesn't.
    public var commitsAtOnce: Bool { false }

    /// Has to wait.
    public func commitAtOnce(_ commit: SessionCommit) throws(StoreError) -> CommitOutcome? { nil }
}

/// A session that is to replace the one before it.
public struct SessionCommit: Sendable {
    /// The generation that the store must have for the commit to be taken; `nil` when it must have no such session.
    public let follows: UInt64?
    /// What is to be kept.
    public let session: StoredSession
    /// Whether the last of the session's replies is a new one; the others are kept already.
    public let addsReply: Bool

    /// Describes a commit.
    public init(follows: UInt64?, session: StoredSession, addsReply: Bool) {
        self.follows = follows
        self.session = session
        self.addsReply = addsReply
    }
}

/// What became of a commit.
public enum CommitOutcome: Equatable, Sendable {
    /// It is kept.
    case committed
    /// The store has another generation, or none.
    case conflict
}

/// A session that waits for an effect or a timer.
public struct DueSession: Equatable, Sendable {
    /// When there is something to do.
    public let at: Timestamp
    /// The session.
    public let id: SessionID

    /// Describes a session that waits.
    public init(at: Timestamp, id: SessionID) {
        self.at = at
        self.id = id
    }
}

/// Why a store could not do what it was asked.
public struct StoreError: Error, Equatable, CustomStringConvertible {
    /// What the caller can do about it.
    public enum Kind: Equatable, Sendable {
        /// Nothing happened; trying again later may help.
        case unavailable
        /// Nobody knows whether it happened; an idempotency key tells.
        case unknownOutcome
        /// A session can't be read or written down; trying again does not help.
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
