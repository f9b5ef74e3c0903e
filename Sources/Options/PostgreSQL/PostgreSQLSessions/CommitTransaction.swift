import Coordination
import PostgreSQL
import Sessions

/// A batch of commits as one transaction of at most three queries, in which each commit is decided on its own.
///
/// The queries get a list for each column, and a row of each list for each commit (`unnest`).
struct CommitTransaction {
    private struct Entry {
        /// The place in the batch.
        let place: Int
        let commit: SessionCommit

        /// Whether the effects and timers of the session change.
        var hasWork: Bool { commit.work != nil }
    }

    private let creations: [Entry]
    private let updates: [Entry]

    /// Takes the commits of a batch.
    ///
    /// They are sorted, so that two transactions lock the rows that both change in the same order.
    init(_ batch: [SessionCommit]) {
        let sorted = batch.enumerated().map { Entry(place: $0.offset, commit: $0.element) }
            .sorted { $0.commit.session.id.description < $1.commit.session.id.description }
        updates = sorted.filter { $0.commit.expectedGeneration != nil }
        // If a session or a key is created several times, only the first creation can be accepted.
        var ids: Set<SessionID> = []
        var keys: Set<Digest> = []
        creations = sorted.filter { entry in
            entry.commit.expectedGeneration == nil && ids.insert(entry.commit.session.id).inserted
                && entry.commit.session.creation.map { keys.insert($0.key).inserted } ?? true
        }
    }

    /// The queries that write the rows of the batch.
    var transaction: Transaction {
        var transaction = Transaction(.writes)
        let (created, updated) = (creations.contains(where: \.hasWork), updates.contains(where: \.hasWork))
        let keys = creations.compactMap { $0.commit.session.creation?.key.bytes }
        if !keys.isEmpty {
            // This is a statement of its own, so that the next one sees what the last owner of the locks has committed.
            var parameters = Parameters()
            parameters.append(byteas: keys.sorted { $0.lexicographicallyPrecedes($1) })
            transaction.add(Self.lockKeys, parameters)
        }
        if !creations.isEmpty {
            transaction.add(created ? Self.createWithWork : Self.create, creationParameters(withWork: created))
        }
        if !updates.isEmpty {
            transaction.add(updated ? Self.updateWithWork : Self.update, updateParameters(withWork: updated))
        }
        if let parameters = trimParameters { transaction.add(Self.trim, parameters) }
        return transaction
    }

    /// Reads which commits were accepted.
    ///
    /// - Parameter results: The rows of each query.
    /// - Returns: Their places in the batch.
    static func accepted(in results: [Rows]) -> Set<Int> {
        // The other queries return no numbers.
        Set(results.flatMap { rows in rows.compactMap { $0.integer(0).map { Int($0) } } })
    }

    // MARK: Parameters

    /// Adds the columns that a commit may change, and the record of the history.
    private static func append(_ entries: [Entry], to parameters: inout Parameters) {
        let sessions = entries.map(\.commit.session)
        parameters.append(bigints: entries.map { Int64($0.place) })
        parameters.append(texts: sessions.map(\.id.description))
        parameters.append(bigints: sessions.map { Int64(bitPattern: $0.generation) })
        parameters.append(bigints: sessions.map { Int64(bitPattern: $0.revision) })
        parameters.append(byteas: sessions.map(\.credential.bytes))
        parameters.append(byteas: sessions.map { $0.issue?.bytes })
        parameters.append(byteas: sessions.map(\.devices.bytes))
        parameters.append(bigints: sessions.map { $0.usedAt?.milliseconds })
        parameters.append(bigints: sessions.map(\.expiresAt.milliseconds))
        parameters.append(bigints: sessions.map { SessionRow.minute(of: $0.expiresAt) })
        parameters.append(texts: sessions.map(\.account))
        parameters.append(bigints: sessions.map { $0.due?.milliseconds })
        parameters.append(bigints: sessions.map { Int64(bitPattern: $0.replies.count) })
        parameters.append(bigints: sessions.map { Int64($0.replies.latest.count) })
        parameters.append(bigints: sessions.map { SessionRow.untouchedSince($0)?.milliseconds })
        parameters.append(bigints: sessions.map(\.checksum))
        let records = entries.map(\.commit.record)
        parameters.append(bigints: records.map { $0.map { Int64(bitPattern: $0.revision) } })
        parameters.append(bigints: records.map { $0.map { $0.isWhole ? 1 : 0 } })
        parameters.append(byteas: zip(sessions, records).map { $1?.bytes(of: $0.id) })
    }

    private func creationParameters(withWork: Bool) -> Parameters {
        var parameters = Parameters()
        Self.append(creations, to: &parameters)
        let sessions = creations.map(\.commit.session)
        parameters.append(texts: sessions.map(\.application))
        parameters.append(texts: sessions.map(\.client.storedText))
        parameters.append(bigints: sessions.map(\.createdAt.milliseconds))
        parameters.append(byteas: sessions.map { $0.creation?.key.bytes })
        parameters.append(byteas: sessions.map { $0.creation?.request.bytes })
        parameters.append(texts: creations.map { $0.commit.knownCreation?.description })
        if withWork { appendWork(of: creations, to: &parameters) }
        return parameters
    }

    private func updateParameters(withWork: Bool) -> Parameters {
        var parameters = Parameters()
        Self.append(updates, to: &parameters)
        let commits = updates.map(\.commit)
        parameters.append(bigints: commits.map { $0.expectedGeneration.map { Int64(bitPattern: $0) } })
        parameters.append(bigints: commits.map { $0.changesAccount ? 1 : 0 })
        parameters.append(
            byteas: commits.map { commit in
                let session = commit.session
                guard commit.addsReply, let reply = session.replies.latest.last else { return nil }
                return reply.record(session: session.id, number: session.replies.count)
            }
        )
        if withWork {
            parameters.append(bigints: updates.map { $0.hasWork ? 1 : 0 })
            parameters.append(bigints: updates.map { $0.commit.requiredLease?.number })
            appendWork(of: updates, to: &parameters)
        }
        return parameters
    }

    /// Adds the effects and timers of commits, one row for each.
    private func appendWork(of entries: [Entry], to parameters: inout Parameters) {
        let rows = entries.flatMap { entry in
            (entry.commit.work ?? []).map { (place: entry.place, work: $0, lease: entry.commit.lease) }
        }
        parameters.append(bigints: rows.map { Int64($0.place) })
        parameters.append(texts: rows.map(\.work.key.description))
        parameters.append(bigints: rows.map { $0.work.due?.milliseconds })
        parameters.append(bigints: rows.map { $0.work.due == nil ? $0.lease?.number : nil })
    }

    /// The sessions with old records and replies that are due to be removed, or `nil` if there are none.
    private var trimParameters: Parameters? {
        let commits = (creations + updates).map(\.commit).filter { commit in
            commit.record?.isWhole ?? false && commit.expectedGeneration != nil
                || commit.addsReply && commit.session.replies.count.isMultiple(of: Self.replyTrimInterval)
        }
        guard !commits.isEmpty else { return nil }
        var parameters = Parameters()
        parameters.append(texts: commits.map(\.session.id.description))
        // Records are removed only before a whole one.
        parameters.append(
            bigints: commits.map { $0.record?.isWhole ?? false ? Int64(bitPattern: $0.session.revision) : nil }
        )
        parameters.append(bigints: commits.map { Int64($0.historyLimits.entries) })
        parameters.append(bigints: commits.map { Int64($0.historyLimits.bytes) })
        return parameters
    }

    /// The number of replies after which the forgotten ones are removed.
    private static let replyTrimInterval: UInt64 = 8
}

// MARK: Queries

extension CommitTransaction {
    /// The columns of ``append(_:to:)`` with their types.
    private static let commonColumns = [
        ("place", "bigint"), ("id", "text"), ("generation", "bigint"), ("revision", "bigint"), ("credential", "bytea"),
        ("credential_issue", "bytea"), ("devices", "bytea"), ("used_at", "bigint"), ("expires_at", "bigint"),
        ("expiry_minute", "bigint"), ("account", "text"), ("due_at", "bigint"), ("replies", "bigint"),
        ("kept_replies", "bigint"), ("untouched_since", "bigint"), ("hash", "bigint"), ("record_revision", "bigint"),
        ("is_whole", "bigint"), ("record", "bytea"),
    ]

    /// Returns the parameters of a query as a table with the name `input`.
    private static func input(_ columns: [(name: String, type: String)]) -> String {
        let parameters = columns.enumerated().map { "$\($0.offset + 1)::\($0.element.type)[]" }
        let names = columns.map(\.name)
        return "unnest(\(parameters.joined(separator: ", "))) AS input (\(names.joined(separator: ", ")))"
    }

    private static let insertHistory = """
        INSERT INTO history (session, revision, is_whole, record) SELECT id, record_revision, is_whole = 1, record
        """
    private static let replaceHistory = """
        ON CONFLICT (session, revision) DO UPDATE SET is_whole = EXCLUDED.is_whole, record = EXCLUDED.record
        """

    /// The effects and timers of the commits, as a table with the name `work_input`, with parameters that follow `count`
    /// others.
    private static func workInput(after count: Int) -> String {
        """
        work_input AS (
            SELECT * FROM unnest($\(count + 1)::bigint[], $\(count + 2)::text[], $\(count + 3)::bigint[],
                $\(count + 4)::bigint[]) AS work_input (place, key, due_at, owner)
        )
        """
    }

    /// Adds effects, which belong to the lease of their commit, and timers, which belong to none.
    private static let insertWork = """
        INSERT INTO work (session, key, due_at, owner) SELECT id, key, work_input.due_at, owner
        """

    private static let creationColumns =
        commonColumns + [
            ("application", "text"), ("client", "text"), ("created_at", "bigint"),
            ("creation_key", "bytea"), ("creation_request", "bytea"), ("known_creation", "text"),
        ]

    /// Locks the keys of creations until the transaction ends, so that the second of two creations with one key sees the first
    /// (https://www.postgresql.org/docs/15/explicit-locking.html#ADVISORY-LOCKS).
    private static let lockKeys = PreparedQuery(
        "lock_keys",
        """
        SELECT pg_advisory_xact_lock(hashtextextended(encode(key, 'hex'), 0)) FROM unnest($1::bytea[]) AS input (key)
        """
    )

    private static let create = PreparedQuery("create", creation(with: ""))
    private static let createWithWork = PreparedQuery(
        "create_with_work",
        creation(
            with: """
                , \(workInput(after: creationColumns.count)), begun AS (
                    \(insertWork)
                    FROM work_input JOIN input USING (place) WHERE id IN (SELECT id FROM created)
                    ON CONFLICT (session, key) DO NOTHING
                )
                """
        )
    )

    /// Returns the query that creates sessions, with further tables.
    private static func creation(with work: String) -> String {
        """
        WITH input AS (
            SELECT * FROM \(input(creationColumns))
        ), created AS (
            INSERT INTO session (\(sessionColumns.joined(separator: ", ")),
                application, client, created_at, creation_key, creation_request)
            SELECT \(sessionColumns.joined(separator: ", ")),
                application, client, created_at, creation_key, creation_request
            FROM input
            WHERE creation_key IS NULL OR known_creation IS NOT DISTINCT FROM (
                SELECT known.id FROM session AS known WHERE known.creation_key = input.creation_key
                ORDER BY known.created_at DESC, known.id DESC LIMIT 1
            )
            ON CONFLICT (id) DO NOTHING
            RETURNING id
        ), recorded AS (
            \(insertHistory) FROM input WHERE record IS NOT NULL AND id IN (SELECT id FROM created)
            \(replaceHistory)
        )\(work)
        SELECT place FROM input WHERE id IN (SELECT id FROM created)
        """
    }

    private static let updateColumns =
        commonColumns + [
            ("expected", "bigint"), ("changes_account", "bigint"), ("reply", "bytea"),
        ]

    private static let updateWithWorkColumns =
        updateColumns + [("changes_work", "bigint"), ("required_lease", "bigint")]

    private static let update = PreparedQuery("update", replacement(updateColumns, where: "", with: ""))
    private static let updateWithWork = PreparedQuery(
        "update_with_work",
        replacement(
            updateWithWorkColumns,
            // Locks the row of the lease, so that no other server can end the lease before this transaction has ended.
            where: """
                AND (
                    required_lease IS NULL
                    OR EXISTS (SELECT FROM server WHERE server.id = required_lease FOR KEY SHARE)
                )
                """,
            with: """
                , \(workInput(after: updateWithWorkColumns.count)), ended AS (
                    DELETE FROM work USING updated
                    WHERE changes_work = 1 AND work.session = updated.id AND NOT EXISTS (
                        SELECT FROM work_input WHERE work_input.place = updated.place AND work_input.key = work.key
                    )
                ), begun AS (
                    \(insertWork)
                    FROM work_input JOIN updated USING (place)
                    ON CONFLICT (session, key) DO NOTHING
                )
                """
        )
    )

    /// Returns the query that replaces sessions, with a further condition and further tables.
    private static func replacement(
        _ columns: [(name: String, type: String)],
        where condition: String,
        with work: String
    ) -> String {
        """
        WITH updated AS (
            UPDATE session SET \(sessionColumns.dropFirst().map { "\($0) = input.\($0)" }.joined(separator: ", "))
            FROM \(input(columns))
            WHERE session.id = input.id AND session.generation = input.expected AND session.quarantine_reason IS NULL
                \(condition)
            RETURNING input.*
        ), replied AS (
            INSERT INTO reply (session, number, record) SELECT id, replies, reply FROM updated WHERE reply IS NOT NULL
        ), forgotten AS (
            DELETE FROM history USING updated
            WHERE updated.changes_account = 1 AND history.session = updated.id
                AND history.revision IS DISTINCT FROM updated.record_revision
        ), recorded AS (
            \(insertHistory) FROM updated WHERE record IS NOT NULL
            \(replaceHistory)
        )\(work)
        SELECT place FROM updated
        """
    }

    /// The columns of ``commonColumns`` that belong to a session.
    private static let sessionColumns = commonColumns.map(\.0).dropFirst().prefix { $0 != "record_revision" }

    /// Removes the records before a whole one, and the replies that were forgotten.
    ///
    /// It is the last whole record from which a history reaches its limit of entries, or a later one if the records from there
    /// on exceed its limit of bytes.
    private static let trim = PreparedQuery(
        "trim",
        """
        WITH input AS (
            SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) AS input (id, latest, entries, bytes)
        ), replied AS (
            DELETE FROM reply USING input JOIN session ON session.id = input.id
            WHERE reply.session = input.id AND reply.number <= session.replies - session.kept_replies
        )
        DELETE FROM history USING input
        WHERE history.session = input.id AND input.latest IS NOT NULL AND history.revision < greatest(
            (
                SELECT max(revision) FROM history
                WHERE session = input.id AND is_whole AND revision <= input.latest - input.entries
            ),
            CASE WHEN (SELECT sum(length(record)) FROM history WHERE session = input.id) > input.bytes THEN coalesce((
                SELECT min(revision) FROM (
                    SELECT revision, is_whole, sum(length(record)) OVER (ORDER BY revision DESC) AS total
                    FROM history WHERE session = input.id
                ) AS own WHERE is_whole AND total <= input.bytes
            ), input.latest) END
        )
        """
    )
}
