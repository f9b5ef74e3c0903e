/// All that a store has of a session, for a copy of the store.
public struct CopiedSession: Sendable {
    /// The session, with its encoded content even if it is quarantined.
    public var session: StoredSession
    /// The records of its history, in any order.
    public var history: [HistoryRecord]
    /// The number of crashes of a process over it.
    public var crashes: Int
    /// The reason of its quarantine, or `nil` if it is not quarantined.
    public var quarantineReason: String?
    /// Its pending effects and timers, for a store that keeps them apart from the state (``StorePromises/sharing``).
    public var work: [CommittedWork]

    /// Describes a session.
    public init(
        _ session: StoredSession,
        history: [HistoryRecord] = [],
        crashes: Int = 0,
        quarantineReason: String? = nil,
        work: [CommittedWork] = []
    ) {
        self.session = session
        self.history = history
        self.crashes = crashes
        self.quarantineReason = quarantineReason
        self.work = work
    }
}

/// A store that can be read as a whole.
public protocol StoreSource {
    /// Reads all sessions as of one instant.
    ///
    /// It blocks.
    ///
    /// - Parameter body: Called with each session, or with the error of one that can't be read. If it throws, the reading ends.
    /// - Throws: ``StoreError`` if the store fails, and the errors of the body.
    func forEachSession(_ body: (Result<CopiedSession, StoreError>) throws -> Void) throws
}

/// A new store that takes copies of sessions.
public protocol StoreTarget {
    /// Whether the store has no sessions.
    ///
    /// Reading it blocks.
    func isEmpty() throws -> Bool

    /// Adds sessions, which are as durable as any commit when this returns.
    ///
    /// It blocks.
    ///
    /// - Throws: ``StoreError``. None of the sessions was added, unless the outcome is unknown.
    func add(_ sessions: [CopiedSession]) throws
}

/// The outcome of copying a store into another one.
public struct StoreCopy {
    /// The number of sessions that are added at once.
    private static let groupSize = 200

    /// The number of sessions that were copied.
    public let count: Int
    /// A sentence for each session that can't be read and was left out.
    public let problems: [String]

    /// Copies all sessions.
    ///
    /// The call blocks until they are copied.
    ///
    /// - Parameters:
    ///   - source: The store that is read.
    ///   - target: The store that gets the sessions. It must be empty.
    ///   - report: Called with the number of sessions so far, now and then.
    /// - Returns: The number of copied sessions, and the problems of the sessions that can't be read.
    /// - Throws: ``StoreError`` if the target is not empty, one of the stores fails, or a later release has written a session
    ///   in a format that this program can't read. Sessions copied so far stay in the target.
    @discardableResult
    public static func run(
        from source: any StoreSource,
        to target: any StoreTarget,
        report: (Int) -> Void = { _ in }
    ) throws -> StoreCopy {
        guard try target.isEmpty() else {
            throw StoreError(.conflict, "The target has sessions; copy to a store that has none.")
        }
        var group: [CopiedSession] = [], copied = 0, unreadable: [String] = []
        try source.forEachSession { result in
            switch result {
            case .failure(let error): unreadable.append(error.description)
            case .success(var session):
                // A session that this program can't restore has effects and timers, too.
                if session.quarantineReason == nil { session.work = try session.session.work() }
                group.append(session)
                guard group.count == groupSize else { return }
                try target.add(group)
                copied += group.count
                group = []
                report(copied)
            }
        }
        if !group.isEmpty { try target.add(group) }
        return StoreCopy(count: copied + group.count, problems: unreadable)
    }
}
