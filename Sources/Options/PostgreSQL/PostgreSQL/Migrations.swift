/// The tables of a part of the program, as migrations that run once each in a schema.
package struct Migrations: Sendable {
    /// A later version of the program has written the tables.
    package struct LaterVersionError: Error, CustomStringConvertible {
        let schema: String

        /// A sentence for operators.
        package var description: String {
            "The tables in the schema \(schema) were written by a later version of Usher; use that version."
        }
    }

    /// An earlier version of the program has written the tables, and no server has migrated them since.
    package struct EarlierVersionError: Error, CustomStringConvertible {
        let schema: String

        /// A sentence for operators.
        package var description: String {
            "The tables in the schema \(schema) were written by an earlier version of Usher; start a server of this "
                + "version to migrate them, or use the commands of that version."
        }
    }

    /// The key of the lock that a server holds while it migrates, so that only one of several servers that start at once does.
    ///
    /// It is "USHR" twice (https://www.postgresql.org/docs/15/explicit-locking.html#ADVISORY-LOCKS).
    private static let lock = 0x5553_4852_5553_4852

    /// The name of the table that has the numbers of the migrations that have run.
    private let table: String
    /// The commands of each migration, in order.
    ///
    /// A released migration is never edited.
    private let commands: [String]

    /// Describes migrations.
    ///
    /// - Parameters:
    ///   - table: The name of the table that has the numbers of the migrations that have run.
    ///   - commands: The commands of each migration, in order.
    package init(recordedIn table: String, _ commands: [String]) {
        self.table = table
        self.commands = commands
    }

    /// Checks that exactly these migrations have run, for a program that only reads, and blocks meanwhile.
    ///
    /// - Throws: ``DatabaseError``, ``LaterVersionError`` or ``EarlierVersionError``.
    package func check(on connection: Connection, schema: String) throws {
        guard try completedCount(on: connection, schema: schema) == commands.count else {
            throw EarlierVersionError(schema: schema)
        }
    }

    /// Returns the number of migrations that have run.
    private func completedCount(on connection: Connection, schema: String) throws -> Int {
        let rows = try connection.query("SELECT coalesce(max(number), 0)::bigint FROM \(table)")
        let count = Int(rows.first?.integer(0) ?? 0)
        guard count <= commands.count else { throw LaterVersionError(schema: schema) }
        return count
    }

    /// Makes the schema if there is none, runs the migrations that have not run, and blocks meanwhile.
    ///
    /// - Throws: ``DatabaseError``, or ``LaterVersionError``. Nothing has changed then.
    package func run(on connection: Connection, schema: String) throws {
        try connection.execute("BEGIN; SELECT pg_advisory_xact_lock(\(Self.lock))")
        do {
            try connection.execute(
                """
                CREATE SCHEMA IF NOT EXISTS \(ConnectionSettings.quoted(schema));
                CREATE TABLE IF NOT EXISTS \(table) (number bigint PRIMARY KEY)
                """
            )
            for number in try completedCount(on: connection, schema: schema)..<commands.count {
                try connection.execute(commands[number])
                try connection.execute("INSERT INTO \(table) VALUES (\(number + 1))")
            }
            try connection.execute("COMMIT")
        } catch {
            try? connection.execute("ROLLBACK")
            throw error
        }
    }
}
