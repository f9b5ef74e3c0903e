import GRDB
import Sessions

/// The tables and their migrations; `Documentation/store.md` describes them for operators.
enum Schema {
    /// The mark of a file as a store of sessions: "USHR" (https://www.sqlite.org/pragma.html#pragma_application_id).
    static let applicationID = 0x5553_4852

    /// The migrations, in order; one that has been released is never edited.
    static var migrations: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 sessions and replies") { db in
            try db.execute(
                sql: """
                    CREATE TABLE session (
                        number INTEGER PRIMARY KEY,
                        id TEXT NOT NULL UNIQUE,
                        application TEXT NOT NULL,
                        generation INTEGER NOT NULL,
                        revision INTEGER NOT NULL,
                        credential BLOB NOT NULL,
                        client TEXT NOT NULL,
                        created_at INTEGER NOT NULL,
                        expires_at INTEGER NOT NULL,
                        creation_key BLOB,
                        creation_request BLOB,
                        due_at INTEGER,
                        replies INTEGER NOT NULL,
                        crashes INTEGER NOT NULL DEFAULT 0,
                        set_aside TEXT,
                        checksum BLOB NOT NULL,
                        state BLOB NOT NULL
                    ) STRICT;
                    CREATE INDEX session_by_expiry ON session (expires_at);
                    CREATE INDEX session_by_due ON session (due_at, id) WHERE due_at IS NOT NULL;
                    CREATE INDEX session_by_creation ON session (creation_key) WHERE creation_key IS NOT NULL;
                    CREATE TABLE reply (
                        session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
                        number INTEGER NOT NULL,
                        key BLOB NOT NULL,
                        request BLOB NOT NULL,
                        at INTEGER NOT NULL,
                        PRIMARY KEY (session, number)
                    ) STRICT, WITHOUT ROWID;
                    """
            )
        }
        // Most commits move a session's expiry within the same minute, so the index by minute need not be written.
        migrator.registerMigration("2 expiry by the minute") { db in
            try db.execute(
                sql: """
                    ALTER TABLE session ADD COLUMN expiry_minute INTEGER NOT NULL DEFAULT 0;
                    UPDATE session SET expiry_minute = expires_at / 60000;
                    DROP INDEX session_by_expiry;
                    CREATE INDEX session_by_expiry ON session (expiry_minute);
                    """
            )
        }
        // Takes a millisecond for any number of rows: none is rewritten, and no foreign key is checked. A row without a hash
        // has the checksum of the first version.
        migrator.registerMigration("3 hash of the state", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: "ALTER TABLE session ADD COLUMN state_hash INTEGER")
        }
        // Changes the schema only; no row is rewritten.
        migrator.registerMigration("4 reason of a quarantine", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: "ALTER TABLE session RENAME COLUMN set_aside TO quarantine_reason")
        }
        // The digests of requests were plain hashes, with which a guess at a password in a request can be tested. They are
        // deleted, so the idempotency keys of earlier versions count as forgotten.
        migrator.registerMigration("5 keyed digests of requests", foreignKeyChecks: .immediate) { db in
            try db.execute(
                sql: """
                    DELETE FROM reply;
                    UPDATE session SET creation_key = NULL, creation_request = NULL WHERE creation_key IS NOT NULL;
                    ALTER TABLE session ADD COLUMN credential_issue BLOB;
                    """
            )
        }
        // Rewrites no row. In rows of earlier versions `used_at` is NULL, which stands for the time of their start.
        migrator.registerMigration("6 accounts and use", foreignKeyChecks: .immediate) { db in
            try db.execute(
                sql: """
                    ALTER TABLE session ADD COLUMN account TEXT;
                    ALTER TABLE session ADD COLUMN used_at INTEGER;
                    CREATE INDEX session_by_account ON session (account, created_at) WHERE account IS NOT NULL;
                    CREATE INDEX session_untouched ON session (number) WHERE used_at = 0 AND account IS NULL;
                    """
            )
        }
        // The key is the row of the session in the upper 32 bits and the revision in the lower ones. So the records of a
        // session are neighbors without an index of their own, which each commit would have to write, too; and they are
        // found by their range, for which a trigger stands in for a foreign key.
        migrator.registerMigration("7 history", foreignKeyChecks: .immediate) { db in
            try db.execute(
                sql: """
                    CREATE TABLE history (
                        place INTEGER PRIMARY KEY,
                        at INTEGER NOT NULL,
                        expires_at INTEGER NOT NULL,
                        details BLOB NOT NULL,
                        change BLOB
                    ) STRICT;
                    CREATE TRIGGER history_of_removed_session AFTER DELETE ON session BEGIN
                        DELETE FROM history WHERE place BETWEEN OLD.number << 32 AND (OLD.number << 32) + 4294967295;
                    END;
                    """
            )
        }
        // Rewrites no row.
        migrator.registerMigration("8 devices", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: "ALTER TABLE session ADD COLUMN devices BLOB")
        }
        // Rewrites no row. A row of an earlier version has no checksum until it is written again.
        migrator.registerMigration("9 checksums of rows", foreignKeyChecks: .immediate) { db in
            try db.execute(
                sql: """
                    ALTER TABLE session ADD COLUMN header_hash INTEGER;
                    ALTER TABLE reply ADD COLUMN hash INTEGER;
                    ALTER TABLE history ADD COLUMN hash INTEGER;
                    """
            )
        }
        return migrator
    }

    /// Brings the tables up to date; values that a migration deletes are overwritten with zeros in the file.
    ///
    /// Afterwards the connection overwrites removed rows only in pages that are written anyway (``StoreFile``).
    static func migrate(_ queue: DatabaseQueue) throws {
        guard try queue.read({ db in try !migrations.hasCompletedMigrations(db) }) else { return }
        try queue.inDatabase { db in try db.execute(sql: "PRAGMA secure_delete = ON") }
        try migrations.migrate(queue)
        try queue.inDatabase { db in try db.execute(sql: "PRAGMA secure_delete = FAST") }
    }

    /// Rejects a file whose tables an earlier release has written, because only a server migrates them.
    static func checkIsCurrent(_ db: Database, at path: String) throws {
        guard try !migrations.hasCompletedMigrations(db) else { return }
        throw StoreError(
            .unavailable,
            "The tables of the store \(path) were written by an earlier release; start a server of this release to "
                + "migrate them, or use the commands of that release."
        )
    }

    /// Rejects a file of another program, and one that a later version of Usher has written.
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
