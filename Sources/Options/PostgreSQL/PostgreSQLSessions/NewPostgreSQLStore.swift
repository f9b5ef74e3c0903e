import Coordination
package import PostgreSQL
public import Sessions

/// A new store in a PostgreSQL database, for a copy.
///
/// ```swift
/// try StoreCopy.run(from: StoreInspection(path: "usher.db"), to: NewPostgreSQLStore("postgres://usher@db.example/usher"))
/// ```
public final class NewPostgreSQLStore: StoreTarget {
    private let connection: Connection

    /// Connects to a server, makes or migrates the tables, and blocks meanwhile.
    ///
    /// - Parameters:
    ///   - connection: A connection string of libpq.
    ///   - schema: The schema of the tables.
    /// - Throws: ``Sessions/StoreError`` with a sentence for operators.
    public convenience init(_ connection: String, schema: String = "usher") throws(StoreError) {
        // A group of sessions may take longer to write than a commit.
        try self.init(ConnectionSettings(connection, schema: schema, count: 1, timeout: .seconds(60)))
    }

    /// Connects to a server with other settings (``init(_:schema:)``).
    package init(_ settings: ConnectionSettings) throws(StoreError) {
        do {
            connection = try Connection(settings)
            try Schema.migrate(connection, schema: settings.schema)
        } catch {
            throw StoreError(.unavailable, "\(error)")
        }
    }

    /// Whether the store has no sessions.
    public func isEmpty() throws -> Bool { try connection.query("SELECT 1 FROM session LIMIT 1").count == 0 }

    /// Adds sessions, their replies, histories, effects and timers in one transaction.
    public func add(_ sessions: [CopiedSession]) throws {
        do throws(DatabaseError) {
            try connection.execute("BEGIN")
            try connection.query(Self.insertSessions, Self.parameters(sessions))
            try connection.query(Self.insertReplies, Self.replyParameters(sessions))
            try connection.query(Self.insertHistories, Self.historyParameters(sessions))
            try connection.query(SessionQueries.insertWork, Self.workParameters(sessions))
            try connection.execute("COMMIT")
        } catch {
            try? connection.execute("ROLLBACK")
            throw StoreError(error)
        }
    }
}

// MARK: Parameters

extension NewPostgreSQLStore {
    private static func parameters(_ copies: [CopiedSession]) -> Parameters {
        let sessions = copies.map(\.session)
        var parameters = Parameters()
        parameters.append(texts: sessions.map(\.id.description))
        parameters.append(texts: sessions.map(\.application))
        parameters.append(bigints: sessions.map { Int64(bitPattern: $0.generation) })
        parameters.append(bigints: sessions.map { Int64(bitPattern: $0.revision) })
        parameters.append(byteas: sessions.map(\.credential.bytes))
        parameters.append(byteas: sessions.map { $0.issue?.bytes })
        parameters.append(byteas: sessions.map(\.devices.bytes))
        parameters.append(texts: sessions.map(\.client.storedText))
        parameters.append(bigints: sessions.map(\.createdAt.milliseconds))
        parameters.append(bigints: sessions.map { $0.usedAt?.milliseconds })
        parameters.append(bigints: sessions.map(\.expiresAt.milliseconds))
        parameters.append(bigints: sessions.map { SessionRow.minute(of: $0.expiresAt) })
        parameters.append(texts: sessions.map(\.account))
        parameters.append(byteas: sessions.map { $0.creation?.key.bytes })
        parameters.append(byteas: sessions.map { $0.creation?.request.bytes })
        parameters.append(bigints: sessions.map { $0.due?.milliseconds })
        parameters.append(bigints: sessions.map { Int64(bitPattern: $0.replies.count) })
        parameters.append(bigints: sessions.map { Int64($0.replies.latest.count) })
        parameters.append(bigints: copies.map { Int64($0.crashes) })
        parameters.append(texts: copies.map(\.quarantineReason))
        parameters.append(bigints: sessions.map { SessionRow.untouchedSince($0)?.milliseconds })
        parameters.append(bigints: sessions.map(\.checksum))
        return parameters
    }

    private static func replyParameters(_ copies: [CopiedSession]) -> Parameters {
        let rows = copies.flatMap { copy in
            let replies = copy.session.replies
            return replies.latest.enumerated().map { place, reply in
                (copy.session.id, replies.count - UInt64(replies.latest.count - 1 - place), reply)
            }
        }
        var parameters = Parameters()
        parameters.append(texts: rows.map(\.0.description))
        parameters.append(bigints: rows.map { Int64(bitPattern: $0.1) })
        parameters.append(byteas: rows.map { id, number, reply in reply.record(session: id, number: number) })
        return parameters
    }

    private static func historyParameters(_ copies: [CopiedSession]) -> Parameters {
        let rows = copies.flatMap { copy in copy.history.map { (copy.session.id, $0) } }
        var parameters = Parameters()
        parameters.append(texts: rows.map(\.0.description))
        parameters.append(bigints: rows.map { Int64(bitPattern: $0.1.revision) })
        parameters.append(bigints: rows.map { $0.1.isWhole ? 1 : 0 })
        parameters.append(byteas: rows.map { id, record in record.bytes(of: id) })
        return parameters
    }

    private static func workParameters(_ copies: [CopiedSession]) -> Parameters {
        // A quarantined session runs nothing.
        let rows = copies.filter { $0.quarantineReason == nil }
            .flatMap { copy in copy.work.map { (copy.session.id, $0) } }
        var parameters = Parameters()
        parameters.append(texts: rows.map(\.0.description))
        parameters.append(texts: rows.map(\.1.key.description))
        parameters.append(bigints: rows.map { $0.1.due?.milliseconds })
        return parameters
    }
}

// MARK: Queries

extension NewPostgreSQLStore {
    private static let insertSessions = """
        INSERT INTO session (id, application, generation, revision, credential, credential_issue, devices, client,
            created_at, used_at, expires_at, expiry_minute, account, creation_key, creation_request, due_at, replies,
            kept_replies, crashes, quarantine_reason, untouched_since, hash)
        SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bytea[], $6::bytea[], $7::bytea[],
            $8::text[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::text[], $14::bytea[],
            $15::bytea[], $16::bigint[], $17::bigint[], $18::bigint[], $19::bigint[], $20::text[], $21::bigint[],
            $22::bigint[])
        """

    private static let insertReplies = """
        INSERT INTO reply (session, number, record) SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[])
        """

    private static let insertHistories = """
        INSERT INTO history (session, revision, is_whole, record)
        SELECT session, revision, is_whole = 1, record
        FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bytea[]) AS input (session, revision, is_whole, record)
        """
}
