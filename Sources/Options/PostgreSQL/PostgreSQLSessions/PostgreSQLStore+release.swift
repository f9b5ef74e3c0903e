import Coordination
package import PostgreSQL
public import Sessions

extension PostgreSQLStore {
    /// Ends the quarantine of a session and forgets its crashes, so that it can be loaded again.
    ///
    /// It blocks. Servers may use the store meanwhile. A session that still can't be read is quarantined again when it is
    /// loaded.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - connection: A connection string of libpq.
    ///   - schema: The schema of the tables.
    /// - Returns: Whether the session was quarantined.
    /// - Throws: ``Sessions/StoreError`` with a sentence for operators.
    public static func release(
        _ id: SessionID,
        in connection: String,
        schema: String = "usher"
    ) throws(StoreError) -> Bool {
        try release(id, in: ConnectionSettings(connection, schema: schema, count: 1))
    }

    /// Ends the quarantine of a session with other settings (``release(_:in:schema:)``).
    package static func release(
        _ id: SessionID,
        in settings: ConnectionSettings
    ) throws(StoreError) -> Bool {
        guard id.canBeStored else { return false }
        do {
            let connection = try Connection(settings)
            try connection.execute("BEGIN")
            let isReleased = try release(id, on: connection)
            // Without a commit the connection ends, and the transaction with it.
            try connection.execute("COMMIT")
            return isReleased
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(.unavailable, "\(error)")
        }
    }

    private static func release(
        _ id: SessionID,
        on connection: Connection
    ) throws -> Bool {
        var parameters = Parameters()
        parameters.append(text: id.description)
        guard let row = try connection.query(SessionQueries.release, parameters).first else { return false }
        let session = try SessionRow.session(of: row)
        // The quarantine has removed the effects and timers from their table.
        let rows = try session.work()
        var added = Parameters()
        added.append(texts: rows.map { _ in id.description })
        added.append(texts: rows.map(\.key.description))
        added.append(bigints: rows.map { $0.due?.milliseconds })
        try connection.query(SessionQueries.insertWork, added)
        return true
    }
}
