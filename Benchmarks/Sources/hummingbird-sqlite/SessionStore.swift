import Crypto
import Foundation
import GRDB
import Hummingbird

/// The part of a session that is stored, as JSON.
///
/// Its document is made of it.
struct SessionState: Codable {
    var revision: Int
    var expiresAt: Date
    var nextKey: Int
    var list: String
    var detail: Detail?

    struct Detail: Codable {
        var key: String
        var item: Int
    }

    mutating func select(_ item: Int, on key: String) throws {
        guard detail == nil, key == list else { throw HTTPError(.conflict) }
        detail = Detail(key: "k\(nextKey)", item: item)
        nextKey += 1
        revision += 1
    }

    mutating func goBack() {
        // At the list there is nothing to change, as in Usher.
        revision += detail == nil ? 0 : 1
        detail = nil
    }
}

/// Sessions in a file of SQLite, each in a row with its state and the digest of its token.
struct SessionStore: Sendable {
    private let pool: DatabasePool

    /// Makes a store with sessions of a list, each in a line with id, token, key of its list and revision.
    init(path: String, sessions lines: [Substring]) throws {
        pool = try DatabasePool(path: path)
        // GRDB sets NORMAL, with which a power cut loses the last commits.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try pool.write { database in
            let columns = "id TEXT PRIMARY KEY, token BLOB NOT NULL, state BLOB NOT NULL"
            try database.execute(sql: "CREATE TABLE session (\(columns)) WITHOUT ROWID")
            for parts in lines.map({ $0.split(separator: " ").map(String.init) }) {
                let (revision, number) = (Int(parts[3]) ?? 1, Int(parts[2].dropFirst()) ?? 1)
                let state = SessionState(revision: revision, expiresAt: expiry(), nextKey: number + 1, list: parts[2])
                try database.execute(
                    sql: "INSERT INTO session (id, token, state) VALUES (?, ?, ?)",
                    arguments: [parts[0], Data(SHA256.hash(data: Data(parts[1].utf8))), JSONEncoder().encode(state)]
                )
            }
        }
    }

    func state(of id: String, token: SHA256.Digest) async throws -> SessionState {
        try await pool.read { try load(id, token, from: $0) }
    }

    /// Changes a state in a transaction, which is on the disk when this returns.
    func change(
        _ id: String,
        token: SHA256.Digest,
        by transition: @escaping @Sendable (inout SessionState) throws -> Void
    ) async throws -> SessionState {
        try await pool.write { database in
            var state = try load(id, token, from: database)
            try transition(&state)
            state.expiresAt = expiry()
            try database.cachedStatement(sql: "UPDATE session SET state = ? WHERE id = ?")
                .execute(arguments: [JSONEncoder().encode(state), id])
            return state
        }
    }

    private func load(_ id: String, _ token: SHA256.Digest, from database: Database) throws -> SessionState {
        let statement = try database.cachedStatement(sql: "SELECT token, state FROM session WHERE id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [id]), token == row["token"] as Data else {
            throw HTTPError(.unauthorized)
        }
        let state = try JSONDecoder().decode(SessionState.self, from: row["state"])
        guard state.expiresAt > Date() else { throw HTTPError(.unauthorized) }
        return state
    }
}

private func expiry() -> Date { Date(timeIntervalSinceNow: 86_400) }
