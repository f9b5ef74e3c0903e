import Coordination
import GRDB
import Sessions

extension SessionRow {
    /// The writer for the rows of a batch of commits, which share one transaction.
    struct Writer {
        private let findNumber, isKnownCreation, insertSession, updateSession, lowerExpiry: PreparedStatement
        private let updateAccount, insertReply, deleteReplies: PreparedStatement
        private let appendHistory, insertHistory, trimHistory, deleteHistory: PreparedStatement

        init(in db: Database) throws {
            findNumber = try PreparedStatement(Self.findNumber, in: db)
            isKnownCreation = try PreparedStatement(Self.isKnownCreation, in: db)
            insertSession = try PreparedStatement(Self.insertSession, in: db)
            updateSession = try PreparedStatement(Self.updateSession, in: db)
            lowerExpiry = try PreparedStatement(Self.lowerExpiry, in: db)
            updateAccount = try PreparedStatement(Self.updateAccount, in: db)
            insertReply = try PreparedStatement(Self.insertReply, in: db)
            deleteReplies = try PreparedStatement(Self.deleteReplies, in: db)
            appendHistory = try PreparedStatement(Self.appendHistory, in: db)
            insertHistory = try PreparedStatement(Self.insertHistory, in: db)
            trimHistory = try PreparedStatement(Self.trimHistory, in: db)
            deleteHistory = try PreparedStatement(Self.deleteHistory, in: db)
        }

        /// Writes the rows of a commit.
        ///
        /// - Returns: Whether the store had the generation that the commit follows, or no such session for a first commit.
        func write(_ commit: SessionCommit) throws -> Bool {
            let session = commit.session
            guard let generation = commit.expectedGeneration else {
                guard try isExpected(commit), try insert(session) else { return false }
                if let record = commit.record { try insert(record, of: session, in: insertSession.lastRow) }
                return true
            }
            let row: Int64
            if let record = commit.record, commit.isPlainStep {
                guard try append(record, of: session, after: generation) else { return false }
                row = appendHistory.lastRow >> 32
            } else {
                guard let number = try number(of: session.id), try update(number, to: session, after: generation) else {
                    return false
                }
                row = number
                if commit.changesAccount {
                    try setAccount(of: row, session.account)
                    // The records show what the user before has done.
                    try deleteHistory(of: row, before: session.revision)
                }
                if let record = commit.record { try insert(record, of: session, in: row) }
            }
            if commit.addsReply { try add(session.replies, of: session.id, to: row) }
            if let record = commit.record, record.isWhole {
                try trimHistory(of: row, at: record.revision, commit.historyLimits)
            }
            return true
        }

        /// Writes the rows of a copy, or returns `false` if there is such a session.
        func add(_ copy: CopiedSession) throws -> Bool {
            let session = copy.session.with(()), replies = session.replies
            guard try insert(session) else { return false }
            let row = insertSession.lastRow
            for (place, reply) in replies.latest.enumerated() {
                let number = replies.count - UInt64(replies.latest.count - 1 - place)
                try insert(reply, number: number, of: session.id, in: row)
            }
            for record in copy.history { try insert(record, of: session, in: row) }
            return true
        }

        /// Returns whether the key of a creation finds the session that the commit expects.
        private func isExpected(_ commit: SessionCommit) throws -> Bool {
            guard let key = commit.session.creation?.key else { return true }
            try isKnownCreation.bind(1, key.bytes)
            try isKnownCreation.bind(2, optional: commit.knownCreation?.description)
            return try isKnownCreation.fetchInteger() == 1
        }

        private func number(of id: SessionID) throws -> Int64? {
            try findNumber.bind(1, id.description)
            return try findNumber.fetchInteger()
        }

        /// Adds the record of a plain step, or returns `false` if the session has another generation.
        private func append(
            _ record: HistoryRecord,
            of session: CommittedSession,
            after generation: UInt64
        ) throws -> Bool {
            try appendHistory.bind(6, session.id.description)
            try appendHistory.bind(7, Int64(bitPattern: generation))
            return try run(appendHistory, at: SessionRow.place(of: record.revision, in: 0), record, of: session) == 1
        }

        /// Adds a record to a session with a row that is as of the same generation.
        private func insert(_ record: HistoryRecord, of session: CommittedSession, in row: Int64) throws {
            try run(insertHistory, at: SessionRow.place(of: record.revision, in: row), record, of: session)
        }

        @discardableResult
        private func run(
            _ statement: PreparedStatement,
            at place: Int64,
            _ record: HistoryRecord,
            of session: CommittedSession
        ) throws -> Int {
            let generation = Int64(bitPattern: session.generation), usedAt = session.usedAt?.milliseconds ?? 0
            try statement.bind(1, place)
            try statement.bind(2, record.isWhole ? 1 : 0)
            try statement.bind(3, generation)
            try statement.bind(4, usedAt)
            try statement.bind(5, record.expiresAt.milliseconds)
            return try statement.run(8, borrowing: record.bytes(of: session.id, beside: (generation, usedAt)))
        }

        /// Deletes the records of a session that exceed the limits of its history, before a record with a whole state.
        private func trimHistory(of row: Int64, at revision: UInt64, _ limits: HistoryLimits) throws {
            try trimHistory.bind(1, SessionRow.place(of: 0, in: row))
            try trimHistory.bind(2, SessionRow.place(of: revision, in: row))
            try trimHistory.bind(3, SessionRow.place(of: revision, in: row) - Int64(clamping: limits.entries))
            try trimHistory.bind(4, Int64(limits.bytes))
            try trimHistory.run()
        }

        /// Deletes the records of a session before a revision.
        private func deleteHistory(of row: Int64, before revision: UInt64) throws {
            try deleteHistory.bind(1, SessionRow.place(of: 0, in: row))
            try deleteHistory.bind(2, SessionRow.place(of: revision, in: row))
            try deleteHistory.run()
        }

        /// Adds the row of a session, or returns `false` if there is such a session.
        private func insert(_ session: CommittedSession) throws -> Bool {
            try insertSession.bind(1, session.id.description)
            try insertSession.bind(2, session.application)
            try insertSession.bind(3, Int64(bitPattern: session.generation))
            try insertSession.bind(4, Int64(bitPattern: session.revision))
            try insertSession.bind(5, session.credential.bytes)
            try insertSession.bind(6, session.client.storedText)
            try insertSession.bind(7, session.createdAt.milliseconds)
            try insertSession.bind(8, session.expiresAt.milliseconds)
            try insertSession.bind(9, minute(of: session.expiresAt))
            try insertSession.bind(10, session.creation?.key.bytes)
            try insertSession.bind(11, session.creation?.request.bytes)
            try insertSession.bind(12, session.due?.milliseconds)
            try insertSession.bind(13, session.issue?.bytes)
            try insertSession.bind(14, optional: session.account)
            try insertSession.bind(15, session.usedAt?.milliseconds ?? 0)
            try insertSession.bind(16, session.devices.bytes)
            try insertSession.bind(17, session.checksumWithoutReplies)
            return try insertSession.run() == 1
        }

        /// Replaces the row of a session, or returns `false` if it has another generation.
        private func update(_ row: Int64, to session: CommittedSession, after generation: UInt64) throws -> Bool {
            try updateSession.bind(1, row)
            try updateSession.bind(2, Int64(bitPattern: generation))
            try updateSession.bind(3, Int64(bitPattern: session.generation))
            try updateSession.bind(4, Int64(bitPattern: session.revision))
            try updateSession.bind(5, session.credential.bytes)
            try updateSession.bind(6, session.expiresAt.milliseconds)
            try updateSession.bind(7, session.due?.milliseconds)
            try updateSession.bind(8, session.issue?.bytes)
            try updateSession.bind(9, session.usedAt?.milliseconds ?? 0)
            try updateSession.bind(10, session.devices.bytes)
            try updateSession.bind(11, session.checksumWithoutReplies)
            guard try updateSession.run() == 1 else { return false }
            try lowerExpiry.bind(1, row)
            try lowerExpiry.bind(2, minute(of: session.expiresAt))
            try lowerExpiry.run()
            return true
        }

        /// Sets the account.
        ///
        /// It is a statement of its own, because most commits leave the account as it is, and the index of accounts would be
        /// written each time.
        private func setAccount(of row: Int64, _ account: String?) throws {
            try updateAccount.bind(1, row)
            try updateAccount.bind(2, optional: account)
            try updateAccount.run()
        }

        private func add(_ replies: Replies, of id: SessionID, to row: Int64) throws {
            guard let reply = replies.latest.last else { return }
            try insert(reply, number: replies.count, of: id, in: row)
            let forgotten = replies.count - UInt64(replies.latest.count)
            guard forgotten > 0 else { return }
            try deleteReplies.bind(1, row)
            try deleteReplies.bind(2, Int64(bitPattern: forgotten))
            try deleteReplies.run()
        }

        private func insert(_ reply: Reply, number: UInt64, of id: SessionID, in row: Int64) throws {
            try insertReply.bind(1, row)
            try insertReply.bind(2, Int64(bitPattern: number))
            try insertReply.bind(3, reply.key.bytes)
            try insertReply.bind(4, reply.request.bytes)
            try insertReply.bind(5, reply.at.milliseconds)
            try insertReply.bind(6, reply.checksum(session: id, number: number))
            try insertReply.run()
        }
    }
}

extension SessionRow.Writer {
    private static let insertSession = """
        INSERT INTO session (id, application, generation, revision, credential, client, created_at, expires_at,
            expiry_minute, creation_key, creation_request, due_at, credential_issue, account, used_at, devices, hash)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
        ON CONFLICT (id) DO NOTHING
        """
    /// The condition for a commit to follow a generation of a session.
    private static func follows(_ generation: String) -> String {
        """
        quarantine_reason IS NULL
            AND \(generation) = MAX(generation, IFNULL(\(SessionRow.ofLastRecord("generation")), 0))
        """
    }
    private static let updateSession = """
        UPDATE session SET generation = ?3, revision = ?4, credential = ?5, expires_at = ?6, due_at = ?7,
            credential_issue = ?8, used_at = ?9, devices = ?10, hash = ?11
        WHERE number = ?1 AND \(follows("?2"))
        """
    /// Keeps the indexed minute from being later than the expiry, while one that is earlier is corrected once it has passed.
    private static let lowerExpiry = "UPDATE session SET expiry_minute = ?2 WHERE number = ?1 AND expiry_minute > ?2"
    private static let findNumber = "SELECT number FROM session WHERE id = ?1"
    private static let isKnownCreation = """
        SELECT (SELECT id FROM session WHERE creation_key = ?1 ORDER BY number DESC LIMIT 1) IS ?2
        """
    private static let updateAccount = "UPDATE session SET account = ?2 WHERE number = ?1"
    private static let insertReply = """
        INSERT INTO reply (session, number, key, request, at, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        """
    private static let deleteReplies = "DELETE FROM reply WHERE session = ?1 AND number <= ?2"
    /// Adds a record to a session, or nothing if the session has another generation, or the record is there.
    ///
    /// The values contain queries, because SQLite would copy the rows of a query that reads the same table.
    private static let appendHistory = """
        INSERT OR IGNORE INTO history (place, is_whole, generation, used_at, expires_at, record) VALUES (
            IFNULL((SELECT number << 32 | ?1 FROM session WHERE id = ?6 AND \(follows("?7"))), 0), ?2, ?3, ?4, ?5, ?8
        )
        """
    private static let insertHistory = """
        INSERT OR REPLACE INTO history (place, is_whole, generation, used_at, expires_at, record)
        VALUES (?1, ?2, ?3, ?4, ?5, ?8)
        """
    private static let deleteHistory = "DELETE FROM history WHERE place >= ?1 AND place < ?2"
    /// Deletes the records of a session, with the places `?1` to `?2`, before a whole one.
    ///
    /// It is the last whole record from which the history reaches back to the place `?3`, or a later one if the records from
    /// there on exceed the limit of bytes (`?4`). The later one is looked for only if the sum of all records exceeds the limit,
    /// because few histories ever do.
    private static let trimHistory = """
        DELETE FROM history WHERE place >= ?1 AND place < MAX(
            COALESCE((SELECT MAX(place) FROM history WHERE place BETWEEN ?1 AND ?3 AND is_whole), ?1),
            CASE WHEN (SELECT SUM(LENGTH(record)) FROM history WHERE place BETWEEN ?1 AND ?2) > ?4 THEN COALESCE((
                SELECT MIN(place) FROM (
                    SELECT place, is_whole, SUM(LENGTH(record)) OVER (ORDER BY place DESC) AS total
                    FROM history WHERE place BETWEEN ?1 AND ?2
                ) WHERE is_whole AND total <= ?4
            ), ?2) ELSE ?1 END
        )
        """
}
