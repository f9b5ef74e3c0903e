import Concurrency
public import Coordination
package import PostgreSQL
public import Sessions

/// A store in a PostgreSQL database, which several servers can share.
///
/// ```swift
/// let store = try PostgreSQLStore("postgres://usher@db.example/usher")
/// ```
///
/// A commit is conditional on the generation that it follows, so only one of two servers that change a session at once
/// succeeds. The commits that arrive while all connections are busy form a batch, which shares one transaction. A commit that
/// conflicts is rejected alone.
///
/// A commit is acknowledged when the server has acknowledged its transaction, so it is as durable as the server's settings
/// `fsync` and `synchronous_commit` make it. Connections with `synchronous_commit = off` set it to `on`.
public final class PostgreSQLStore: SessionStore {
    /// The way in which a server learns of changes by others.
    public enum Hints: String, CaseIterable, Sendable {
        /// By `LISTEN`, at once, or by polling if the engine has no `LISTEN`.
        case listen
        /// By looking for changes in intervals.
        case poll
    }

    /// The number of times that a transaction is repeated which the server has ended in favor of another.
    private static let repetitionLimit = 5
    /// The number of requests that wait for each transaction that runs before another connection is used.
    private static let requestsPerTransaction = 8

    /// Always true, because rows contain bytes.
    public var requiresEncoding: Bool { true }

    /// The guarantees by the settings of the database server, as they were read last (``checkReading(then:)``).
    public var promises: StorePromises {
        StorePromises(durability: durability.withLock { $0 }, sharing: sharing)
    }

    /// Whether the connections leave this machine without TLS, so that others on their way can read and change what is stored.
    public let isExposed: Bool

    private let sharing: StorePromises.Sharing
    private let durability: Lock<StorePromises.Durability>
    private let pool: ConnectionPool
    private let commits = CommitBatches(requestsPerTransaction: requestsPerTransaction)
    private let batchMetrics = CommitBatchMetrics()
    private let comparisons = StoreBatches<SessionComparison, SessionUpdate>(
        requestsPerTransaction: requestsPerTransaction
    )
    private let confirmations = StoreBatches<Void, Void>(requestsPerTransaction: requestsPerTransaction)
    private let clock: DatabaseClock
    private let serverLease: ServerLease
    let changes: ChangeChannel
    private let exhaustion = ResourceExhaustion()

    /// Connects to a server, makes or migrates the tables, and blocks meanwhile.
    ///
    /// - Parameters:
    ///   - connection: A connection string of libpq
    ///     (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING): a URI or `keyword=value` pairs.
    ///   - schema: The schema for the tables, which is made if it does not exist.
    ///   - connectionCount: The number of connections.
    ///   - hints: The way in which this server learns of changes by others.
    /// - Throws: ``Sessions/StoreError`` with a sentence for operators: the string is malformed, the server can't be
    ///   reached or does not let this user in, or a later version of Usher has written the tables.
    public convenience init(
        _ connection: String,
        schema: String = "usher",
        connectionCount: Int = 8,
        hints: Hints = .listen
    ) throws(StoreError) {
        try self.init(ConnectionSettings(connection, schema: schema, count: connectionCount), hints: hints)
    }

    /// Connects to a server with other settings, as ``init(_:schema:connectionCount:hints:)`` describes.
    package init(
        _ settings: ConnectionSettings,
        hints: Hints = .listen,
        leaseDuration: Duration = ServerLease.defaultDuration,
        timeOfDay: @escaping @Sendable () -> Timestamp = { SystemClock.timeOfDay }
    ) throws(StoreError) {
        clock = DatabaseClock(timeOfDay: timeOfDay)
        do {
            let connection = try Connection(settings)
            try connection.checkBackend(settings)
            try Schema.migrate(connection, schema: settings.schema)
            let hasListen = try hints == .listen && connection.hasListen()
            sharing = hasListen ? .hints : .polling
            durability = Lock(try StorePromises.durability(in: connection.query(StorePromises.settings.text)))
            isExposed = connection.isExposed
            let begin = clock.now
            clock.observe(try connection.query("SELECT \(DatabaseClock.reading)").first?.integer(0), since: begin)
            let metrics = StoreMetrics()
            pool = try ConnectionPool(settings) { metrics.pool(connections: $0, waiting: $1) }
            serverLease = ServerLease(pool, duration: leaseDuration, clock: clock, metrics: metrics)
            changes = ChangeChannel(settings)
        } catch {
            throw StoreError(.unavailable, "\(error)")
        }
    }

    /// Commits a session in one transaction with the other commits that wait, or rejects it as a conflict.
    public func commit(_ commit: SessionCommit, then completion: StoreCompletion<CommitOutcome>) {
        guard commits.add(commit, completion) else { return }
        run(commits, { CommitTransaction($0).transaction }) { [self] batch, outcome in
            finish(batch, outcome, repetitions: 0)
        }
    }

    /// Runs the transaction of the next batch, and further ones as long as requests wait for them.
    ///
    /// The batch is taken when a connection is free, so it has all requests that arrived by then.
    private func run<Request, Outcome>(
        _ batches: StoreBatches<Request, Outcome>,
        _ transaction: @escaping @Sendable ([Request]) -> Transaction,
        then finish: @escaping @Sendable (StoreBatches<Request, Outcome>.Batch, ConnectionPool.Outcome) -> Void
    ) {
        let taken = Lock<StoreBatches<Request, Outcome>.Batch?>(nil)
        pool.run(
            when: {
                let batch = batches.take()
                taken.withLock { $0 = batch }
                return transaction(batch.map(\.request))
            },
            // If no connection was free in time, the batch still waits.
            then: { [self] outcome in
                let batch = taken.withLock { $0 } ?? batches.take()
                if batches.ended() { run(batches, transaction, then: finish) }
                finish(batch, outcome)
            }
        )
    }

    /// Delivers the outcomes of a batch, or repeats its transaction.
    private func finish(_ batch: CommitBatches.Batch, _ outcome: ConnectionPool.Outcome, repetitions: Int) {
        if repetitions == 0 { batchMetrics.record(batch.count) }
        switch outcome {
        case .success(let results):
            exhaustion.clear()
            let accepted = CommitTransaction.accepted(in: results)
            // A session that was just created is known to no other server.
            changes.announce(
                batch.enumerated().compactMap { place, entry in
                    guard accepted.contains(place), entry.request.expectedGeneration != nil else { return nil }
                    return ChangeHint.Change(
                        session: entry.request.session.id,
                        generation: entry.request.session.generation
                    )
                }
            )
            StoreCompletion.deliver(
                batch.enumerated().map { place, entry in
                    (entry.completion, .success(accepted.contains(place) ? .committed : .conflict))
                }
            )
        case .failure(let error) where error.isRepeatable && repetitions < Self.repetitionLimit:
            run(batch, repetitions: repetitions + 1)
        case .failure(let error):
            if error.isExhausted { exhaustion.record(error) }
            // A value that the server rejects must not keep the other commits of its batch from succeeding.
            if case .rejected = error.kind, batch.count > 1 {
                for entry in batch { run([entry], repetitions: 0) }
            } else {
                StoreCompletion.deliver(batch.map { ($0.completion, .failure(StoreError(error))) })
            }
        }
    }

    private func run(_ batch: CommitBatches.Batch, repetitions: Int) {
        pool.run(CommitTransaction(batch.map(\.request)).transaction) { [self] outcome in
            finish(batch, outcome, repetitions: repetitions)
        }
    }

    /// Loads a session.
    public func load(_ key: SessionLookup, then completion: StoreCompletion<StoredSession?>) {
        var parameters = Parameters()
        let query: PreparedQuery
        switch key {
        case .id(let id):
            guard id.canBeStored else { return completion(.success(nil)) }
            parameters.append(text: id.description)
            query = SessionQueries.load
        case .creation(let key):
            parameters.append(bytea: key.bytes)
            query = SessionQueries.loadCreated
        }
        run(Transaction(.reads, query, parameters), completion) { rows throws(StoreError) in
            try rows.last?.first.map { (row) throws(StoreError) in try SessionRow.session(of: row) }
        }
    }

    /// Loads a session unless it has a known generation, in one query with the other sessions that wait for that.
    public func load(_ id: SessionID, unless generation: UInt64, then completion: StoreCompletion<SessionUpdate>) {
        guard id.canBeStored else { return completion(.success(.missing)) }
        guard comparisons.add(SessionComparison(id: id, generation: generation), completion) else { return }
        run(comparisons, SessionComparison.transaction) { batch, outcome in
            let updates: [Result<SessionUpdate, StoreError>] =
                switch outcome {
                case .success(let results): SessionComparison.updates(of: batch.count, in: results)
                case .failure(let error): batch.map { _ in .failure(StoreError(error)) }
                }
            StoreCompletion.deliver(zip(batch, updates).map { ($0.completion, $1) })
        }
    }

    /// Completes once the standby that commits wait for has everything that was read so far.
    ///
    /// It completes at once if commits wait for no standby. PostgreSQL shows a commit to others only after the standby has it,
    /// unless the wait was interrupted by an operator, by the end of the connection, or by a restart of the server. A commit
    /// that follows waits for all commits before it, too, so this waits for a commit of its own.
    public func confirmReads(then completion: StoreCompletion<Void>) {
        guard promises.survivesFailover else { return completion(.success(())) }
        guard confirmations.add((), completion) else { return }
        run(confirmations, { _ in Transaction(.writes, SessionQueries.probe) }) { batch, outcome in
            StoreCompletion.deliver(
                batch.map { ($0.completion, outcome.map { _ in }.mapError { StoreError($0) }) }
            )
        }
    }

    /// Loads a session with its history.
    public func history(of id: SessionID, then completion: StoreCompletion<StoredHistory?>) {
        guard id.canBeStored else { return completion(.success(nil)) }
        var parameters = Parameters()
        parameters.append(text: id.description)
        var transaction = Transaction(.reads, SessionQueries.load, parameters)
        transaction.add(SessionQueries.history, parameters)
        run(transaction, completion) { rows throws(StoreError) in
            guard let row = rows.first?.first else { return nil }
            let session = try SessionRow.session(of: row)
            // The second query may see commits that the first one has not seen.
            let records = try HistoryRecord.list(of: rows.last?.map { $0 } ?? [], id)
            return StoredHistory(
                session: session,
                records: records.filter { $0.revision <= session.revision }
            )
        }
    }

    /// Removes one session, or expired or untouched ones up to a limit.
    public func remove(_ removal: SessionRemoval, then completion: StoreCompletion<Int>) {
        var found = Parameters()
        switch removal {
        case .session(let id):
            guard id.canBeStored else { return completion(.success(0)) }
            var parameters = Parameters()
            parameters.append(text: id.description)
            let announced = completion.observed { [changes] result in
                guard case .success(1...) = result else { return }
                changes.announce([ChangeHint.Change(session: id, generation: .max)])
            }
            remove([id.description], SessionQueries.removeSession, parameters, announced)
        case .expired(let time, let limit):
            var expired = Parameters()
            expired.append(bigint: time.milliseconds)
            let ignored = StoreCompletion<Void>(on: InlineQueue.shared) { _ in }
            run(Transaction(.writes, SessionQueries.removeExpiredPublications, expired), ignored) { _ in }
            found.append(bigint: time.milliseconds / 60_000)
            found.append(bigint: time.milliseconds)
            found.append(bigint: Int64(limit))
            remove(foundBy: SessionQueries.findExpired, found, completion) { [self] ids in
                var parameters = Parameters()
                parameters.append(texts: ids)
                parameters.append(bigint: time.milliseconds)
                remove(ids, SessionQueries.removeExpired, parameters, completion)
            }
        case .untouched(let limit):
            found.append(bigint: Int64(limit))
            remove(foundBy: SessionQueries.findUntouched, found, completion) { [self] ids in
                var parameters = Parameters()
                parameters.append(texts: ids)
                remove(ids, SessionQueries.removeUntouched, parameters, completion)
            }
        }
    }

    /// Finds sessions that may be removed.
    ///
    /// Usually there are none, and then nothing is written.
    private func remove(
        foundBy query: PreparedQuery,
        _ parameters: Parameters,
        _ completion: StoreCompletion<Int>,
        then remove: @escaping @Sendable ([String]) -> Void
    ) {
        pool.run(Transaction(.reads, query, parameters)) { outcome in
            switch outcome {
            case .success(let results):
                let ids = results.first?.map { $0.text(0) ?? "" } ?? []
                if ids.isEmpty { completion(.success(0)) } else { remove(ids) }
            case .failure(let error): completion(.failure(StoreError(error)))
            }
        }
    }

    private func remove(
        _ ids: [String],
        _ query: PreparedQuery,
        _ parameters: Parameters,
        _ completion: StoreCompletion<Int>
    ) {
        var removed = Parameters()
        removed.append(texts: ids)
        var transaction = Transaction(.writes, query, parameters)
        transaction.add(SessionQueries.removeReplies, removed)
        transaction.add(SessionQueries.removeHistories, removed)
        transaction.add(SessionQueries.removeWork, removed)
        run(transaction, completion) { rows throws(StoreError) in rows.first?.affectedCount ?? 0 }
    }

    /// The time by which the clock of the database is ahead of the clock of this machine.
    ///
    /// It is read with each claim.
    public var clockDifference: Duration { clock.difference }

    /// The lease of this server.
    public var lease: Lease? { serverLease.current }

    /// Renews the lease of this server, and claims effects and timers for it.
    public func claimWork(
        at now: Timestamp,
        limit: Int,
        declining declined: [SessionID],
        then completion: StoreCompletion<ClaimedWork>
    ) {
        serverLease.claimWork(at: now, limit: limit, declining: declined) {
            completion($0.mapError { StoreError($0) })
        }
    }

    /// Begins to pass on hints, which reach this server by notifications of the database.
    ///
    /// Without a thread for them, there are none.
    public func onChange(_ receive: @escaping @Sendable (ChangeHint) -> Void) {
        guard sharing == .hints else { return }
        try? changes.open(receive)
    }

    /// Finds the sessions with a pending effect or timer.
    public func due(
        after last: DueSession?,
        at now: Timestamp,
        limit: Int,
        then completion: StoreCompletion<[DueSession]>
    ) {
        var parameters = Parameters()
        parameters.append(bigint: last?.at.milliseconds ?? .min)
        parameters.append(text: last?.id.description ?? "")
        parameters.append(bigint: now.milliseconds)
        parameters.append(bigint: Int64(limit))
        run(Transaction(.reads, SessionQueries.due, parameters), completion) { rows throws(StoreError) in
            rows.last?.map { row in
                DueSession(at: Timestamp(milliseconds: row.integer(0) ?? 0), id: SessionID(row.text(1) ?? ""))
            } ?? []
        }
    }

    /// Counts the sessions.
    ///
    /// If there are more than a hundred thousand, the number is an estimate.
    public func count(then completion: StoreCompletion<Int>) {
        tally(then: StoreCompletion(on: InlineQueue.shared) { completion($0.map(\.all)) })
    }

    /// Counts the sessions by kind.
    ///
    /// If there are more than a hundred thousand, the number is an estimate.
    public func tally(then completion: StoreCompletion<SessionTally>) {
        run(Transaction(.reads, SessionQueries.tally), completion) { rows throws(StoreError) in
            let row = rows.last?.first
            return SessionTally(
                all: Int(row?.integer(0) ?? 0),
                withAccount: Int(row?.integer(1) ?? 0),
                firstExpiry: row?.integer(2).map { Timestamp(milliseconds: ($0 + 1) * 60_000) }
            )
        }
    }

    /// Finds the sessions of an account.
    public func sessions(
        of account: String,
        at now: Timestamp,
        limit: Int,
        then completion: StoreCompletion<[AccountSession]>
    ) {
        guard !account.utf8.contains(0) else { return completion(.success([])) }
        var parameters = Parameters()
        parameters.append(text: account)
        parameters.append(bigint: now.milliseconds)
        parameters.append(bigint: Int64(limit))
        run(Transaction(.reads, SessionQueries.ofAccount, parameters), completion) { rows throws(StoreError) in
            // The account of a damaged row may be another one.
            rows.last?.compactMap { row in (try? SessionRow.session(of: row)).map { AccountSession($0) } } ?? []
        }
    }

    /// Quarantines a session without changing its state, or counts a crash of a server over it.
    public func mark(_ id: SessionID, _ mark: SessionMark, then completion: StoreCompletion<Int>) {
        guard id.canBeStored else { return completion(.success(0)) }
        var parameters = Parameters()
        parameters.append(text: id.description)
        switch mark {
        case .quarantined(let reason):
            parameters.append(text: String(reason.unicodeScalars.filter { $0 != "\0" }))
            var removed = Parameters()
            removed.append(texts: [id.description])
            var transaction = Transaction(.writes, SessionQueries.quarantine, parameters)
            transaction.add(SessionQueries.removeWork, removed)
            run(transaction, completion) { rows throws(StoreError) in rows.first?.affectedCount ?? 0 }
        case .crashed:
            run(Transaction(.writes, SessionQueries.recordCrash, parameters), completion) { rows throws(StoreError) in
                Int(rows.last?.first?.integer(0) ?? 0)
            }
        }
    }

    /// Commits a change of a row of its own, which shows whether commits succeed.
    ///
    /// That row has room when the disk is full, so for five seconds after a commit that found no room this fails, too.
    public func probe(then completion: StoreCompletion<Void>) {
        run(Transaction(.writes, SessionQueries.probe), completion) { [exhaustion] _ throws(StoreError) in
            if let error = exhaustion.current { throw StoreError(error) }
        }
    }

    /// Reads the settings of the server that determine ``promises``, because a failover or a reload may have changed them.
    public func checkReading(then completion: StoreCompletion<Void>) {
        run(Transaction(.reads, StorePromises.settings), completion) { [self] rows throws(StoreError) in
            let current = rows.last.map(StorePromises.durability)
            if let current { durability.withLock { $0 = current } }
        }
    }

    /// Gives back the lease, so that other servers run what is left, and ends the connections.
    public func close(then completion: StoreCompletion<Void>) {
        changes.close()
        serverLease.end { [pool] in pool.close { completion(.success(())) } }
    }

    func run<Value: Sendable>(
        _ transaction: Transaction,
        _ completion: StoreCompletion<Value>,
        _ read: @escaping @Sendable ([Rows]) throws(StoreError) -> Value
    ) {
        pool.run(transaction) { outcome in
            do throws(StoreError) {
                switch outcome {
                case .success(let rows): completion(.success(try read(rows)))
                case .failure(let error): throw StoreError(error)
                }
            } catch {
                completion(.failure(error))
            }
        }
    }
}

extension StoreError {
    init(_ error: DatabaseError) {
        switch error.kind {
        case .unavailable: self.init(.unavailable, error.description)
        case .unknownOutcome: self.init(.unknownOutcome, error.description)
        // A value that the server does not take, such as a text with a NUL (class 22), or one that is too large (class 54).
        case .rejected(let code) where code.hasPrefix("22") || code.hasPrefix("54"):
            self.init(.unreadable, error.description)
        case .rejected: self.init(.unavailable, error.description)
        }
    }
}

extension SessionID {
    /// Whether PostgreSQL can have a session with this identifier, which must not contain a NUL.
    var canBeStored: Bool { !description.utf8.contains(0) }
}

extension HistoryRecord {
    /// Reads the records of a session.
    ///
    /// - Throws: ``Sessions/StoreError`` of the kind ``Sessions/StoreError/Kind/unreadable`` if one is damaged.
    static func list(of rows: [ResultRow], _ session: SessionID) throws(StoreError) -> [HistoryRecord] {
        try rows.map { (row) throws(StoreError) in
            guard let record = HistoryRecord(row, of: session) else {
                throw StoreError(.unreadable, "The history of the session \(session) is damaged.")
            }
            return record
        }
    }

    /// Reads a row, or `nil` if it has another value than was written.
    private init?(_ row: ResultRow, of session: SessionID) {
        guard let bytes = row.bytes(2) else { return nil }
        self.init(bytes: bytes, of: session)
        guard row.integer(0) == Int64(bitPattern: revision), row.integer(1) == (isWhole ? 1 : 0) else { return nil }
    }
}
