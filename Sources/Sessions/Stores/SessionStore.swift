public import Coordination
import Threads

/// A store of sessions.
///
/// A store sees sessions as a whole, and never looks into their states. Each commit names the generation that it follows,
/// so that of two that follow the same one only one is taken. Every call ends in a completion, which a store calls once, from
/// any thread: before it returns if it has nothing to wait for. A store that is easier to write as async code is an
/// ``AsyncSessionStore``. `StoreContract` of the product `SessionsTesting` is the suite that every store must pass.
public protocol SessionStore: Sendable {
    /// Whether the store wants states encoded; otherwise it gets them as they are.
    var requiresEncoding: Bool { get }

    /// Takes or refuses a commit.
    ///
    /// The completion gets ``CommitOutcome/committed`` once the commit is as durable as this store makes anything. It gets a
    /// ``StoreError`` when nothing was taken, or ``StoreError/Kind/unknownOutcome`` when that is in doubt.
    func commit(_ commit: SessionCommit, then completion: StoreCompletion<CommitOutcome>)

    /// Finds a session; the completion gets `nil` when there is none, and ``StoreError/Kind/unreadable`` when there is one
    /// that can't be read.
    func load(_ key: SessionKey, then completion: StoreCompletion<StoredSession?>)

    /// Forgets sessions; the completion gets how many.
    func remove(_ removal: SessionRemoval, then completion: StoreCompletion<Int>)

    /// Finds the sessions that wait for an effect or a timer, soonest first; neither expired nor quarantined ones.
    ///
    /// - Parameters:
    ///   - last: Only those after this one; `nil` for all.
    ///   - now: Sessions that have expired by this time are left out.
    ///   - limit: The most that are found.
    func due(after last: DueSession?, at now: Timestamp, limit: Int, then completion: StoreCompletion<[DueSession]>)

    /// Counts the sessions.
    func count(then completion: StoreCompletion<Int>)

    /// Marks a session; harmless when there is none.
    ///
    /// The completion gets how often the session was marked so. A store that leaves this out keeps no marks: a session that
    /// can't be read is refused each time it is wanted.
    func mark(_ id: SessionID, _ mark: SessionMark, then completion: StoreCompletion<Int>)

    /// Tries whether commits can be taken, and repairs what the store itself can repair; counts the sessions when left out.
    func probe(then completion: StoreCompletion<Void>)

    /// Releases files and connections; later calls fail with ``StoreError/Kind/unavailable``.
    func close(then completion: StoreCompletion<Void>)
}

extension SessionStore {
    /// Keeps no marks.
    public func mark(_ id: SessionID, _ mark: SessionMark, then completion: StoreCompletion<Int>) {
        completion(.success(0))
    }

    /// Succeeds when the sessions can be counted.
    public func probe(then completion: StoreCompletion<Void>) {
        count(then: StoreCompletion(on: InlineQueue.shared) { completion($0.map { _ in }) })
    }

    /// Releases nothing.
    public func close(then completion: StoreCompletion<Void>) { completion(.success(())) }
}

/// The key by which a session is found.
public enum SessionKey: Hashable, Sendable {
    /// Its public name.
    case id(SessionID)
    /// The digest of the idempotency key that it was started with; of several sessions the latest.
    case creation(Digest)
}

/// The sessions to be forgotten.
public enum SessionRemoval: Sendable {
    /// One session; harmless when there is none.
    case session(SessionID)
    /// Sessions that expired before a time, oldest first, and not more than the limit, so that no call takes long.
    case expired(before: Timestamp, limit: Int)
}

/// A mark that a session gets without a commit.
public enum SessionMark: Equatable, Sendable {
    /// The session's bytes stay for operators, but it can't be loaded any more; why, for operators. It expires as any other.
    case quarantined(reason: String)
    /// The process crashed while it worked on the session.
    case crashed
}

/// A session that replaces the one before it.
public struct SessionCommit: Sendable {
    /// The generation that the store must have for the commit to be taken; `nil` when it must have no such session.
    public let follows: UInt64?
    /// The session from now on.
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

/// The result of a commit.
public enum CommitOutcome: Equatable, Sendable {
    /// The store has it.
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

/// A failed call to a store.
public struct StoreError: Error, Equatable, CustomStringConvertible {
    /// The kinds of failure, by what a caller can do.
    public enum Kind: Equatable, Sendable {
        /// Nothing happened; trying again later may help.
        case unavailable
        /// It is in doubt whether it happened; an idempotency key tells.
        case unknownOutcome
        /// A session can't be decoded or encoded; trying again does not help.
        case unreadable
        /// Another process changed the session in between.
        case conflict
    }

    /// The kind of failure.
    public let kind: Kind
    /// A sentence for the log.
    public let description: String

    /// Describes a failure.
    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
