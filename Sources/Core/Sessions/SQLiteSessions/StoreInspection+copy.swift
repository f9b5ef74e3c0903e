import GRDB
public import Sessions

extension StoreInspection: StoreSource {
    /// Reads all sessions as of one instant, in the order of their starts.
    ///
    /// A server can use the store meanwhile.
    public func forEachSession(_ body: (Result<CopiedSession, StoreError>) throws -> Void) throws {
        var failure: (any Error)?
        try reading { db in
            let rows = try GRDB.Row.fetchCursor(db, sql: "SELECT * FROM session ORDER BY number")
            while let row = try rows.next() {
                let session: Result<CopiedSession, StoreError>
                do {
                    session = .success(try SessionRow.copy(of: row, in: db))
                } catch let error as DamagedRow {
                    session = .failure(
                        StoreError(.unreadable, "The \(error.part) of the session \(error.id) is damaged.")
                    )
                }
                do {
                    try body(session)
                } catch {
                    // Kept apart from the errors of this store.
                    failure = error
                    return
                }
            }
        }
        if let failure { throw failure }
    }
}

extension SessionRow {
    /// Reads all that the store has of a session.
    ///
    /// - Throws: ``DamagedRow`` if a part is damaged, or `DatabaseError` if it can't be read.
    fileprivate static func copy(of row: GRDB.Row, in db: Database) throws -> CopiedSession {
        var session = try session(of: row, in: db)
        let reason: String?
        switch session.content {
        case .quarantined(let text):
            reason = text
            guard let log = try log(of: row, session.with(()), in: db) else {
                throw DamagedRow(id: session.id.description, part: "state")
            }
            session = session.with(StoredContent.encoded(log))
        case .damaged: throw DamagedRow(id: session.id.description, part: "state")
        case .encoded, .live: reason = nil
        }
        return CopiedSession(
            session,
            history: try history(of: row, in: db),
            crashes: row["crashes"],
            quarantineReason: reason
        )
    }
}

/// A new store in a file, for a copy.
public final class NewSQLiteStore: StoreTarget {
    private var connection: StoreConnection

    /// Makes the file, and blocks meanwhile.
    ///
    /// - Throws: ``Sessions/StoreError`` with a sentence for operators.
    public init(path: String) throws(StoreError) {
        connection = try StoreConnection(path: path)
    }

    deinit { connection.close() }

    /// Whether the store has no sessions.
    public func isEmpty() throws -> Bool { try connection.count() == 0 }

    /// Adds sessions in one transaction.
    public func add(_ sessions: [CopiedSession]) throws { try connection.add(sessions) }
}
