import PostgreSQL
import PostgreSQLServers

/// The sessions in a database that the second release of the ledger has written, which the first one must not change.
struct NewerSessions {
    /// The parts of a session that are the same as long as no server has changed it.
    struct Row: Equatable {
        let records: [UInt8]?
        let generation: Int64?
        let revision: Int64?
        let due: Int64?
    }

    /// The sessions by their IDs.
    private(set) var rows: [String: Row] = [:]

    init(in server: PostgreSQLServer) throws {
        let found = try Connection(server.settings(schema: "usher")).query(
            """
            SELECT id, (SELECT string_agg(record, ''::bytea ORDER BY revision) FROM history WHERE session = id),
                generation, revision, due_at
            FROM session WHERE EXISTS (
                SELECT FROM history WHERE history.session = id AND history.revision = (
                    SELECT max(revision) FROM history AS own WHERE own.session = id AND is_whole
                ) AND position('"flows":{"Ledger":2}'::bytea in record) > 0
            )
            """
        )
        for row in found.map({ $0 }) {
            guard let id = row.text(0) else { continue }
            rows[id] = Row(
                records: row.bytes(1),
                generation: row.integer(2),
                revision: row.integer(3),
                due: row.integer(4)
            )
        }
    }
}
