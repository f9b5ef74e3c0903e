public import Coordination
public import Sessions
import Threads

/// Keeps sessions in an SQLite file: a commit outlives the process and a power cut.
///
/// ```swift
/// let store = try SQLiteStore(path: "/var/lib/usher/usher.db")
/// ```
///
/// Commits go through the write-ahead log with `synchronous=FULL`, so that a batch is on disk before its completions are
/// called (https://www.sqlite.org/pragma.html#pragma_synchronous). Everything happens on one connection and one thread of
/// the store's own; all commits that wait while it is busy make the next batch.
///
/// After an I/O error nothing is done until another commit has gone through, and the file is closed and opened again if
/// it takes that, so that the store recovers once the disk does.
public final class SQLiteStore: SessionStore {
    /// The path of the file.
    public let path: String
    /// States are encoded.
    public var requiresEncoding: Bool { true }

    private let connection: ConfinedState<StoreConnection>
    private let batches = CommitBatches()

    /// Opens a store, and makes it when there is none; blocks.
    ///
    /// - Parameter path: The file; its folder must be there. SQLite keeps two more beside it, with `-wal` and `-shm`
    ///   added to its name, and the store one with `.lock`.
    /// - Throws: ``Sessions/StoreError`` with a sentence for operators: another server has the file, it can't be opened
    ///   or written, is no store or of a later version, or SQLite can't promise that commits are durable.
    public init(path: String) throws(StoreError) {
        self.path = path
        let opened = try StoreConnection(path: path)
        do throws(ThreadError) {
            connection = ConfinedState(opened, thread: try WorkerThreads(count: 1, name: "store"))
        } catch {
            throw StoreError(.unavailable, "The store can't start its thread: \(error)")
        }
    }

    /// Takes or refuses a commit, in one transaction with others that wait.
    public func commit(_ commit: SessionCommit, then completion: StoreCompletion<CommitOutcome>) {
        guard batches.add(commit, completion) else { return }
        connection.submit { [batches] connection in
            let batch = batches.take()
            do throws(StoreError) {
                let outcomes = try connection.commit(batch.map(\.commit))
                StoreCompletion.deliver(zip(batch, outcomes).map { ($0.completion, .success($1)) })
            } catch {
                StoreCompletion.deliver(batch.map { ($0.completion, .failure(error)) })
            }
            // After the results are on their way, as this may take a while.
            connection.checkpointIfDue()
        }
    }

    /// Finds a session.
    public func load(_ key: SessionKey, then completion: StoreCompletion<StoredSession?>) {
        call(completion) { connection throws(StoreError) in
            switch key {
            case .id(let id): try connection.load(id)
            case .creation(let key): try connection.load(createdWith: key)
            }
        }
    }

    /// Forgets sessions.
    public func remove(_ removal: SessionRemoval, then completion: StoreCompletion<Int>) {
        call(completion) { connection throws(StoreError) in
            switch removal {
            case .session(let id): try connection.remove(id)
            case .expired(let time, let limit): try connection.removeExpired(before: time, limit: limit)
            }
        }
    }

    /// Finds the sessions that wait for an effect or a timer.
    public func due(
        after last: DueSession?,
        at now: Timestamp,
        limit: Int,
        then completion: StoreCompletion<[DueSession]>
    ) {
        call(completion) { connection throws(StoreError) in try connection.due(after: last, at: now, limit: limit) }
    }

    /// Tells the number of sessions, without counting them.
    public func count(then completion: StoreCompletion<Int>) {
        call(completion) { connection throws(StoreError) in try connection.count() }
    }

    /// Quarantines a session, whose bytes stay as they are, or counts a crash with it.
    public func mark(_ id: SessionID, _ mark: SessionMark, then completion: StoreCompletion<Int>) {
        call(completion) { connection throws(StoreError) in
            switch mark {
            case .quarantined(let reason): try connection.quarantine(id, because: reason)
            case .crashed: try connection.recordCrash(of: id)
            }
        }
    }

    /// Commits a change of one number in the file.
    public func probe(then completion: StoreCompletion<Void>) {
        call(completion) { connection throws(StoreError) in try connection.probe() }
    }

    /// Writes the log to the file, closes it, and lets other servers have it.
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
