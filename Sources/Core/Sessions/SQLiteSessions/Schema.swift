import GRDB
import Sessions

/// The tables and their migrations, which `Documentation/store.md` describes for operators.
enum Schema {
    /// The mark of a file as a store of sessions: "USHR" (https://www.sqlite.org/pragma.html#pragma_application_id).
    static let applicationID = 0x5553_4852

    /// The migrations, in order.
    ///
    /// A released migration is never edited.
    static var migrations: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        // The state of a session is in its records (``Sessions/HistoryRecord``), and so is what most commits change besides.
        // Such a commit adds a record and nothing else, and the row of the session stays as of an earlier generation. The key
        // of a record is the row of the session in the upper 32 bits and the revision in the lower ones. So the records of a
        // session are neighbors without an index of their own, which each commit would have to write, too. They are found by
        // their range, to which a foreign key can't refer, so a trigger removes them with their session. No record has the
        // place 0. A commit that finds another generation would add its record there, but the constraint skips it, so the
        // commit adds nothing and is rejected.
        //
        // A record moves the expiry without the index by minute, which is corrected when the minute has passed.
        migrator.registerMigration("1") { db in
            try db.execute(
                sql: """
                    CREATE TABLE session (
                        number INTEGER PRIMARY KEY,
                        id TEXT NOT NULL UNIQUE,
                        application TEXT NOT NULL,
                        generation INTEGER NOT NULL,
                        revision INTEGER NOT NULL,
                        credential BLOB NOT NULL,
                        credential_issue BLOB,
                        devices BLOB,
                        client TEXT NOT NULL,
                        account TEXT,
                        created_at INTEGER NOT NULL,
                        used_at INTEGER NOT NULL,
                        expires_at INTEGER NOT NULL,
                        expiry_minute INTEGER NOT NULL,
                        creation_key BLOB,
                        creation_request BLOB,
                        due_at INTEGER,
                        crashes INTEGER NOT NULL DEFAULT 0,
                        quarantine_reason TEXT,
                        hash INTEGER NOT NULL
                    ) STRICT;
                    CREATE INDEX session_by_expiry ON session (expiry_minute);
                    CREATE INDEX session_by_due ON session (due_at, id) WHERE due_at IS NOT NULL;
                    CREATE INDEX session_by_creation ON session (creation_key) WHERE creation_key IS NOT NULL;
                    CREATE INDEX session_by_account ON session (account, created_at) WHERE account IS NOT NULL;
                    CREATE INDEX session_untouched ON session (number) WHERE used_at = 0 AND account IS NULL;
                    CREATE TABLE reply (
                        session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
                        number INTEGER NOT NULL,
                        key BLOB NOT NULL,
                        request BLOB NOT NULL,
                        at INTEGER NOT NULL,
                        hash INTEGER NOT NULL,
                        PRIMARY KEY (session, number)
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE history (
                        place INTEGER PRIMARY KEY CHECK (place > 0),
                        is_whole INTEGER NOT NULL,
                        generation INTEGER NOT NULL,
                        used_at INTEGER NOT NULL,
                        expires_at INTEGER NOT NULL,
                        record BLOB NOT NULL
                    ) STRICT;
                    CREATE TABLE topic (
                        name TEXT NOT NULL,
                        key TEXT NOT NULL,
                        publisher TEXT NOT NULL,
                        value BLOB NOT NULL,
                        expires_at INTEGER NOT NULL,
                        PRIMARY KEY (name, key, publisher)
                    ) STRICT, WITHOUT ROWID;
                    CREATE TRIGGER history_of_removed_session AFTER DELETE ON session BEGIN
                        DELETE FROM history WHERE place BETWEEN OLD.number << 32 AND (OLD.number << 32) + 4294967295;
                    END;
                    """
            )
        }
        return migrator
    }

    /// Makes the tables, or brings them up to date.
    ///
    /// Values that a migration deletes are overwritten with zeros in the file. Afterwards the connection overwrites removed
    /// rows only in pages that are written anyway (``StoreFile``).
    static func migrate(_ queue: DatabaseQueue) throws {
        guard try queue.read({ db in try !migrations.hasCompletedMigrations(db) }) else { return }
        try queue.inDatabase { db in try db.execute(sql: "PRAGMA secure_delete = ON") }
        try migrations.migrate(queue)
        try queue.inDatabase { db in try db.execute(sql: "PRAGMA secure_delete = FAST") }
    }

    /// Rejects a file with tables that an earlier release has written, because only a server migrates them.
    static func checkIsCurrent(_ db: Database, at path: String) throws {
        guard try !migrations.hasCompletedMigrations(db) else { return }
        throw StoreError(
            .unavailable,
            "The tables of the store \(path) were written by an earlier release; start a server of this release to "
                + "migrate them, or use the commands of that release."
        )
    }

    /// Rejects a file of another program, and a file that a later version of Usher has written.
    static func checkOwner(of db: Database, at path: String) throws {
        let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let isEmpty = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_schema") == 0
        guard application == applicationID || isEmpty else {
            throw StoreError(.unavailable, "\(path) is a database, but not a store of Usher; choose another file.")
        }
        guard try !migrations.hasBeenSuperseded(db) else {
            throw StoreError(
                .unavailable,
                "The store \(path) was written by a later version of Usher; use that version."
            )
        }
    }
}
