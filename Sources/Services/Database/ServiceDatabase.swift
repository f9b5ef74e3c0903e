import GRDB
import SystemPackage

/// The file in which the services that come with the program keep accounts, and what lives with them.
///
/// Every change is synced before it is answered: SQLite's rollback journal with `synchronous=FULL`, its default
/// (https://www.sqlite.org/pragma.html#pragma_synchronous).
public struct ServiceDatabase: Sendable {
    let queue: DatabaseQueue

    /// Opens a file, which is made for nobody but its user when there is none, and brings its tables up to date.
    ///
    /// - Parameter path: Where the file is; its folder must be there.
    /// - Throws: `DatabaseError` when it can't be used; it is as it was then.
    public init(path: String) throws {
        // Only for its permissions; SQLite reports why it can't be opened.
        try? FileDescriptor.open(
            FilePath(path),
            .readWrite,
            options: [.create, .closeOnExec],
            permissions: .ownerReadWrite
        )
        .close()
        try self.init(DatabaseQueue(path: path))
    }

    /// Makes a database that ends with the process.
    ///
    /// - Throws: `DatabaseError`.
    public static func inMemory() throws -> Self {
        try Self(DatabaseQueue())
    }

    private init(_ queue: DatabaseQueue) throws {
        self.queue = queue
        try Self.migrations.migrate(queue)
    }

    /// Each change of the tables in the order in which they were made; what was released is never edited.
    private static var migrations: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 accounts, customers, orders and purchases") { db in
            try db.execute(
                sql: """
                    CREATE TABLE account (
                        login BLOB PRIMARY KEY NOT NULL,
                        document TEXT NOT NULL,
                        salt BLOB NOT NULL,
                        password BLOB NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE customer (
                        account TEXT PRIMARY KEY NOT NULL,
                        profile TEXT NOT NULL,
                        favourites TEXT NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE placed_order (
                        number INTEGER PRIMARY KEY AUTOINCREMENT,
                        key TEXT NOT NULL UNIQUE,
                        account TEXT NOT NULL,
                        document TEXT NOT NULL
                    ) STRICT;
                    CREATE TABLE purchase (
                        number INTEGER PRIMARY KEY AUTOINCREMENT,
                        key TEXT NOT NULL UNIQUE,
                        account TEXT NOT NULL,
                        document TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX order_by_account ON placed_order (account, number);
                    """
            )
        }
        return migrator
    }
}
