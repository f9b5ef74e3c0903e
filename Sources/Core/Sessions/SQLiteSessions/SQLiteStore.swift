import Concurrency
public import Coordination
import DatabaseFiles
public import Sessions

/// A store in an SQLite file, with commits that outlive the process and a power cut.
///
/// ```swift
/// let store = try SQLiteStore(path: "/var/lib/usher/usher.db")
/// ```
///
/// All work runs on one connection and one thread of the store. A second connection, on a thread of its own, only writes the
/// write-ahead log to the file (a checkpoint), so that commits need not wait for that. Commits go through the write-ahead log
/// with `synchronous=FULL`, so that a transaction is on disk before its completions are called
/// (https://www.sqlite.org/pragma.html#pragma_synchronous).
///
/// A commit costs one sync (fsync(2)), which takes far longer than writing a row. So the commits that arrive while the thread
/// is busy form a batch, which shares one transaction and one sync. A commit that conflicts is rejected alone. An error fails
/// the whole batch, because its transaction is rolled back or in doubt.
///
/// After an I/O error the log may or may not end with the failed transaction. The next call first commits a probe, which
/// replaces that transaction in the log. If the probe fails, the call closes the file and opens it again. Until one of the two
/// succeeds, every call fails with ``Sessions/StoreError/Kind/unavailable``, so the store recovers when the disk does.
public final class SQLiteStore: SessionStore {
    /// The path of the file.
    public let path: String
    /// Always true, because rows contain bytes.
    public var requiresEncoding: Bool { true }

    /// Commits are on disk, and only one server uses the file.
    public var promises: StorePromises { StorePromises(durability: .disk) }

    private let connection: ConfinedState<StoreConnection>
    private let batches = CommitBatches()
    private let batchMetrics = CommitBatchMetrics()

    /// Returns the path without symbolic links that the store uses.
    ///
    /// A path at which there is nothing stays as it is.
    public static func resolvedPath(_ path: String) -> String {
        StoreLock.resolvedPath(path)
    }

    /// Opens a store, and creates it if there is none.
    ///
    /// It blocks.
    ///
    /// - Parameter path: The file in a folder that must exist. SQLite keeps two more files beside it, with `-wal` and `-shm`
    ///   added to its name, and the store one with `.lock`.
    /// - Throws: ``Sessions/StoreError`` with a sentence for operators: another server has the file, it can't be opened
    ///   or written, it is not a store or of a later version, or SQLite can't guarantee that commits are durable.
    public convenience init(path: String) throws(StoreError) {
        try self.init(path: path, checkpointBytes: StoreConnection.checkpointBytes)
    }

    /// Opens a store that writes its log to the file after another growth than usual, in bytes, for tests.
    package init(path: String, checkpointBytes: Int) throws(StoreError) {
        self.path = path
        let opened = try StoreConnection(path: path, checkpointBytes: checkpointBytes)
        do throws(ThreadError) {
            connection = ConfinedState(opened, thread: try WorkerThreads(count: 1, name: "store"))
        } catch {
            throw StoreError(.unavailable, "The store can't start its thread: \(error)")
        }
    }

    /// Commits a session in one transaction with the other commits that wait, or rejects it as a conflict.
    public func commit(_ commit: SessionCommit, then completion: StoreCompletion<CommitOutcome>) {
        // Only the first commit of a batch schedules work, and commits that arrive before the work runs join the batch. So a
        // commit may run before a load or a removal that was submitted earlier. That is safe because the commits of one session
        // come one after the other, as ``Sessions/Session`` waits for each result.
        guard batches.add(commit, completion) else { return }
        connection.submit { [batches, batchMetrics] connection in
            let batch = batches.take()
            batchMetrics.record(batch.count)
            do throws(StoreError) {
                let outcomes = try connection.commit(batch.map(\.request))
                StoreCompletion.deliver(zip(batch, outcomes).map { ($0.completion, .success($1)) })
            } catch {
                StoreCompletion.deliver(batch.map { ($0.completion, .failure(error)) })
            }
            // The results are delivered first, because none depends on the checkpoint.
            connection.checkpointIfDue()
        }
    }

    /// Loads a session.
    public func load(_ key: SessionLookup, then completion: StoreCompletion<StoredSession?>) {
        call(completion) { connection throws(StoreError) in
            switch key {
            case .id(let id): try connection.load(id)
            case .creation(let key): try connection.load(createdWith: key)
            }
        }
    }

    /// Loads a session with its history.
    public func history(of id: SessionID, then completion: StoreCompletion<StoredHistory?>) {
        call(completion) { connection throws(StoreError) in try connection.history(of: id) }
    }

    /// Removes one session, or expired or untouched ones up to a limit.
    public func remove(_ removal: SessionRemoval, then completion: StoreCompletion<Int>) {
        call(completion) { connection throws(StoreError) in
            switch removal {
            case .session(let id): return try connection.remove(id)
            case .expired(let time, let limit):
                try connection.removeExpiredPublications(before: time)
                return try connection.removeExpired(before: time, limit: limit)
            case .untouched(let limit): return try connection.removeUntouched(limit: limit)
            }
        }
    }

    /// Finds the sessions with a pending effect or timer.
    public func due(
        after last: DueSession?,
        at now: Timestamp,
        limit: Int,
        then completion: StoreCompletion<[DueSession]>
    ) {
        call(completion) { connection throws(StoreError) in try connection.due(after: last, at: now, limit: limit) }
    }

    /// Returns the number of sessions, which the store keeps up to date in memory.
    public func count(then completion: StoreCompletion<Int>) {
        call(completion) { connection throws(StoreError) in try connection.count() }
    }

    /// Counts the sessions by kind.
    public func tally(then completion: StoreCompletion<SessionTally>) {
        call(completion) { connection throws(StoreError) in try connection.tally() }
    }

    /// Finds the sessions of an account.
    public func sessions(
        of account: String,
        at now: Timestamp,
        limit: Int,
        then completion: StoreCompletion<[AccountSession]>
    ) {
        call(completion) { connection throws(StoreError) in
            try connection.sessions(of: account, at: now, limit: limit)
        }
    }

    /// Quarantines a session without changing its state, or counts a crash of the process over it.
    public func mark(_ id: SessionID, _ mark: SessionMark, then completion: StoreCompletion<Int>) {
        call(completion) { connection throws(StoreError) in
            switch mark {
            case .quarantined(let reason): try connection.quarantine(id, because: reason)
            case .crashed: try connection.recordCrash(of: id)
            }
        }
    }

    /// Ends the quarantine of a session and forgets its crashes, so that it can be loaded again.
    ///
    /// It blocks. A session that still can't be read is quarantined again when it is loaded.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - path: The file of a store that no server uses.
    /// - Returns: Whether the session was quarantined.
    /// - Throws: ``Sessions/StoreError`` with a sentence for operators: a server has the file, or it can't be used.
    public static func release(_ id: SessionID, in path: String) throws(StoreError) -> Bool {
        var connection = try StoreConnection(path: path)
        defer { connection.close() }
        return try connection.release(id)
    }

    /// Stores a value of a topic.
    public func publish(_ publication: Publication, then completion: StoreCompletion<Void>) {
        call(completion) { connection throws(StoreError) in try connection.publish(publication) }
    }

    /// Loads the values of a topic.
    public func publications(of topic: TopicID, at now: Timestamp, then completion: StoreCompletion<[Publication]>) {
        call(completion) { connection throws(StoreError) in try connection.publications(of: topic, at: now) }
    }

    /// Commits a change of the file's `user_version`, which shows whether commits succeed.
    public func probe(then completion: StoreCompletion<Void>) {
        call(completion) { connection throws(StoreError) in try connection.probe() }
    }

    /// Writes the log to the file, closes the file, and releases the lock that keeps other servers out.
    public func close(then completion: StoreCompletion<Void>) {
        call(completion) { connection throws(StoreError) in connection.close() }
    }

    private func call<Value: Sendable>(
        _ completion: StoreCompletion<Value>,
        _ body: @escaping @Sendable (inout StoreConnection) throws(StoreError) -> Value
    ) {
        connection.submit { connection in
            do throws(StoreError) {
                completion(.success(try body(&connection)))
            } catch {
                completion(.failure(error))
            }
        }
    }
}
