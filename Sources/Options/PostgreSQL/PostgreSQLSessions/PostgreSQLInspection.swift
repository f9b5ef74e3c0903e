public import Coordination
package import PostgreSQL
public import Sessions

/// A view of the sessions in a PostgreSQL database, which changes nothing, whether servers use them or not.
///
/// ```swift
/// let problems = try PostgreSQLInspection("postgres://usher@db.example/usher").check()
/// ```
public final class PostgreSQLInspection: StoreSource {
    /// The number of sessions that are read at once.
    private static let pageSize = 200

    private let connection: Connection

    /// Connects to a server.
    ///
    /// It blocks.
    ///
    /// - Parameters:
    ///   - connection: A connection string of libpq.
    ///   - schema: The schema of the tables.
    /// - Throws: ``Sessions/StoreError`` with a sentence for operators, such as that another release has written the tables.
    public convenience init(_ connection: String, schema: String = "usher") throws(StoreError) {
        // Reading a group of sessions may take longer than loading one.
        try self.init(ConnectionSettings(connection, schema: schema, count: 1, timeout: .seconds(60)))
    }

    /// Connects to a server with other settings (``init(_:schema:)``).
    package init(_ settings: ConnectionSettings) throws(StoreError) {
        do {
            connection = try Connection(settings)
            try Schema.migrations().check(on: connection, schema: settings.schema)
        } catch {
            throw StoreError(.unavailable, "\(error)")
        }
    }

    /// Reads all sessions as of one instant, in the order of their identifiers.
    ///
    /// Servers can use the store meanwhile.
    public func forEachSession(_ body: (Result<CopiedSession, StoreError>) throws -> Void) throws {
        try asOfOneInstant { try readSessions(body) }
    }

    /// Runs queries that see the database as of one instant.
    private func asOfOneInstant<Value>(_ body: () throws -> Value) throws -> Value {
        try connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        defer { try? connection.execute("ROLLBACK") }
        return try body()
    }

    private func readSessions(_ body: (Result<CopiedSession, StoreError>) throws -> Void) throws {
        var last = ""
        while true {
            var parameters = Parameters()
            parameters.append(text: last)
            parameters.append(bigint: Int64(Self.pageSize))
            let rows = try connection.query(Self.page, parameters)
            let ids = rows.compactMap { $0.text(0) }
            guard let end = ids.last else { return }
            last = end
            var histories: [String: [ResultRow]] = [:]
            var keys = Parameters()
            keys.append(texts: ids)
            for row in try connection.query(Self.histories, keys).map({ $0 }) {
                histories[row.text(3) ?? "", default: []].append(row)
            }
            for place in 0..<rows.count {
                let row = rows[place]
                try body(Self.copy(of: row, history: histories[row.text(0) ?? ""] ?? []))
            }
        }
    }

    private static func copy(of row: ResultRow, history: [ResultRow]) -> Result<CopiedSession, StoreError> {
        Result { () throws(StoreError) in
            var session = try SessionRow.session(of: row)
            var reason: String?
            switch session.content {
            case .quarantined(let text):
                reason = text
                guard let log = SessionRow.log(of: row) else {
                    throw StoreError(.unreadable, "The session \(session.id): Its state is damaged.")
                }
                session = session.with(StoredContent.encoded(log))
            case .damaged(let reason): throw StoreError(.unreadable, "The session \(session.id): \(reason)")
            case .encoded, .live: break
            }
            return CopiedSession(
                session,
                history: try HistoryRecord.list(of: history, session.id),
                crashes: Int(row.integer(SessionRow.columnCount) ?? 0),
                quarantineReason: reason
            )
        }
    }

    /// Reads everything, and looks for damage.
    ///
    /// It compares each row with its checksum, the columns that follow from others, and the table of effects and timers with
    /// the states of the sessions, and calls `verify`. The other tables of the schema, such as the tables of accounts, are read
    /// to their ends, which finds damaged pages if the server has checksums for them. `pg_amcheck` checks the indexes.
    ///
    /// - Parameter verify: Returns the problem of a session in a sentence, or `nil` if it has none.
    /// - Returns: A sentence for each problem.
    /// - Throws: ``Sessions/StoreError`` if the database can't be read.
    public func check(_ verify: (StoredSession) -> String? = { _ in nil }) throws(StoreError) -> [String] {
        do {
            // The table and the states are compared, so servers must not change one of them in between.
            let problems = try asOfOneInstant {
                let work = try storedWork()
                var problems = try orphanProblems()
                try readSessions { result in
                    switch result {
                    case .failure(let error): problems.append(error.description)
                    case .success(let copy):
                        let found = work[copy.session.id.description] ?? [:]
                        if let problem = Self.problem(of: copy, with: found, verify) {
                            problems.append("Session \(copy.session.id): \(problem)")
                        }
                    }
                }
                return problems
            }
            return try problems + tables().flatMap { try self.problems(ofTable: $0) }
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(.unavailable, "\(error)")
        }
    }

    /// The times at which effects and timers are due, by their keys.
    ///
    /// An effect has no time.
    private typealias Work = [String: Int64?]

    private static func problem(
        of copy: CopiedSession,
        with work: Work,
        _ verify: (StoredSession) -> String?
    ) -> String? {
        if let reason = copy.quarantineReason { return "Quarantined: \(reason)" }
        if let problem = verify(copy.session) { return problem }
        // The pending effects and timers of a session that a later release has written are not known.
        guard let expected = try? copy.session.work() else { return nil }
        let times = Work(expected.map { ($0.key.description, $0.due?.milliseconds) }) { first, _ in first }
        return times == work ? nil : "The table of effects and timers does not match its state."
    }

    /// The effects and timers in their table, by the identifier of their session.
    private func storedWork() throws(DatabaseError) -> [String: Work] {
        var work: [String: Work] = [:]
        for row in try connection.query("SELECT session, key, due_at FROM work").map({ $0 }) {
            work[row.text(0) ?? "", default: [:]][row.text(1) ?? ""] = .some(row.integer(2))
        }
        return work
    }

    private func orphanProblems() throws(DatabaseError) -> [String] {
        var problems: [String] = []
        for (table, name) in [
            ("reply", "replies"), ("history", "records of histories"), ("work", "effects or timers"),
        ] {
            let rows = try connection.query(
                "SELECT count(*) FROM \(table) WHERE session NOT IN (SELECT id FROM session)"
            )
            let count = rows.first?.integer(0) ?? 0
            if count > 0 { problems.append("\(count) \(name) belong to no session.") }
        }
        return problems
    }

    /// The tables of the schema.
    private func tables() throws(DatabaseError) -> [String] {
        try connection.query(
            """
            SELECT table_name::text FROM information_schema.tables
            WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY table_name
            """
        ).compactMap { $0.text(0) }
    }

    /// Reads a table to its end, with the values that are stored outside of its rows.
    private func problems(ofTable table: String) throws(DatabaseError) -> [String] {
        do throws(DatabaseError) {
            let name = ConnectionSettings.quoted(table)
            try connection.query("SELECT sum(length(entry::text)) FROM \(name) AS entry")
            return []
        } catch {
            guard case .rejected = error.kind else { throw error }
            return ["The table \(table) can't be read to its end: \(error)"]
        }
    }
}

// MARK: Statistics

extension PostgreSQLInspection {
    /// Returns the statistics of the store.
    ///
    /// - Parameter now: The time that decides which sessions have expired.
    /// - Returns: The numbers and sizes. Expired sessions also count in ``Sessions/StoreStatistics/sessions``.
    /// - Throws: ``Sessions/StoreError`` if the database can't be read.
    public func statistics(at now: Timestamp) throws(StoreError) -> StoreStatistics {
        do throws(DatabaseError) {
            var sessions: [String: Int] = [:]
            for row in try connection.query("SELECT application, count(*) FROM session GROUP BY application").map({ $0 }
            ) {
                sessions[row.text(0) ?? "?"] = Int(row.integer(1) ?? 0)
            }
            var parameters = Parameters()
            parameters.append(bigint: now.milliseconds)
            let row = try connection.query(Self.numbers, parameters).first
            func number(_ column: Int) -> Int { Int(row?.integer(column) ?? 0) }
            return StoreStatistics(
                sessions: sessions,
                expired: number(0),
                waiting: number(1),
                quarantined: number(2),
                replies: number(3),
                averageStateBytes: number(4),
                largestStateBytes: number(5),
                fileBytes: number(6),
                schema: "\(number(7))",
                database: "PostgreSQL \(row?.text(8) ?? "")"
            )
        } catch {
            throw StoreError(error)
        }
    }

    private static let numbers = """
        SELECT count(*) FILTER (WHERE expires_at <= $1::bigint),
            count(*) FILTER (WHERE due_at IS NOT NULL AND quarantine_reason IS NULL),
            count(quarantine_reason), (SELECT count(*) FROM reply),
            (SELECT coalesce(avg(length(record)), 0)::bigint FROM history WHERE is_whole),
            (SELECT coalesce(max(length(record)), 0)::bigint FROM history WHERE is_whole),
            (
                SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class
                WHERE relkind = 'r'
                    AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
            ),
            (SELECT max(number) FROM migration), current_setting('server_version')
        FROM session
        """

    private static let page = """
        SELECT \(SessionRow.columns), crashes FROM session WHERE id > $1::text ORDER BY id LIMIT $2::bigint
        """

    private static let histories = """
        SELECT revision, is_whole::int::bigint, record, session FROM history WHERE session = ANY ($1::text[])
        ORDER BY session, revision DESC
        """
}
