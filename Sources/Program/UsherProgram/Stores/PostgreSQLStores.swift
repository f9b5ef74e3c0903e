import Coordination
import ServiceDatabase
import Sessions

#if PostgreSQL
import PostgreSQLServices
import PostgreSQLSessions

/// The operations of the program on a store in PostgreSQL.
///
/// They are in one file, so no other file depends on the trait `PostgreSQL`.
enum PostgreSQLStores {
    /// Opens a store for a server.
    static func open(_ url: String, connections: Int) throws(StoreError) -> any SessionStore {
        try PostgreSQLStore(url, connectionCount: connections)
    }

    /// Returns whether the connection has no TLS, so that others on its way can read and change the stored data.
    static func isExposed(_ store: any SessionStore) -> Bool { (store as? PostgreSQLStore)?.isExposed == true }

    /// Opens the database beside the sessions for a server.
    static func services(_ url: String, key: [UInt8]) throws -> ServiceDatabase {
        try ServiceDatabase(postgreSQL: url, key: key)
    }

    /// Opens the database beside the sessions for a command, also while servers use it.
    static func joinedServices(_ url: String) throws -> ServiceDatabase { .joining(postgreSQL: url) }

    /// Opens the sessions for a copy.
    static func source(_ url: String) throws(StoreError) -> any StoreSource { try PostgreSQLInspection(url) }

    /// Opens an empty store for a copy.
    static func target(_ url: String) throws(StoreError) -> any StoreTarget { try NewPostgreSQLStore(url) }

    /// Measures the store.
    static func statistics(_ url: String, at now: Timestamp) throws(StoreError) -> StoreStatistics {
        try PostgreSQLInspection(url).statistics(at: now)
    }

    /// Reads all sessions, and returns a line for each that is damaged.
    static func check(_ url: String, _ verify: (StoredSession) -> String?) throws(StoreError) -> [String] {
        try PostgreSQLInspection(url).check(verify)
    }

    /// Ends the quarantine of a session.
    static func release(_ id: SessionID, in url: String) throws(StoreError) -> Bool {
        try PostgreSQLStore.release(id, in: url)
    }
}
#else
/// The same operations in a program that was built without the trait `PostgreSQL`, in which every access to a store throws an error.
enum PostgreSQLStores {
    private static let missing = StoreError(
        .unavailable,
        "This program knows no PostgreSQL. Build it with the trait PostgreSQL of the package usher, or use a store in a file."
    )

    static func open(_ url: String, connections: Int) throws(StoreError) -> any SessionStore { throw missing }
    static func isExposed(_ store: any SessionStore) -> Bool { false }
    static func services(_ url: String, key: [UInt8]) throws -> ServiceDatabase { throw missing }
    static func joinedServices(_ url: String) throws -> ServiceDatabase { throw missing }
    static func source(_ url: String) throws(StoreError) -> any StoreSource { throw missing }
    static func target(_ url: String) throws(StoreError) -> any StoreTarget { throw missing }
    static func statistics(_ url: String, at now: Timestamp) throws(StoreError) -> StoreStatistics { throw missing }
    static func check(_ url: String, _ verify: (StoredSession) -> String?) throws(StoreError) -> [String] {
        throw missing
    }
    static func release(_ id: SessionID, in url: String) throws(StoreError) -> Bool { throw missing }
}
#endif
