import Coordination
import GRDB
import Sessions

extension SessionRow {
    /// The writer for the rows of a batch of commits, which share one transaction.
    struct Writer {
        private let findNumber, isKnownCreation, insertSession, updateWithinMinute, updateToMinute: PreparedStatement
        private let updateAccount, insertReply, deleteReplies: PreparedStatement
        private let insertHistory, trimHistory, deleteHistory: PreparedStatement

        init(in db: Database) throws {
            findNumber = try PreparedStatement(Self.findNumber, in: db)
            isKnownCreation = try PreparedStatement(Self.isKnownCreation, in: db)
            insertSession = try PreparedStatement(Self.insertSession, in: db)
            updateWithinMinute = try PreparedStatement(Self.updateWithinMinute, in: db)
            updateToMinute = try PreparedStatement(Self.updateToMinute, in: db)
            updateAccount = try PreparedStatement(Self.updateAccount, in: db)
            insertReply = try PreparedStatement(Self.insertReply, in: db)
            deleteReplies = try PreparedStatement(Self.deleteReplies, in: db)
            insertHistory = try PreparedStatement(Self.insertHistory, in: db)
            trimHistory = try PreparedStatement(Self.trimHistory, in: db)
            deleteHistory = try PreparedStatement(Self.deleteHistory, in: db)
        }

        /// Writes the rows of a commit.
        ///
        /// - Returns: Whether the store had the generation that the commit follows, or no such session for a first commit.
        func write(_ commit: SessionCommit) throws -> Bool {
            guard let generation = commit.expectedGeneration else {
                guard try isExpected(commit), try insert(commit.session) else { return false }
                if let record = commit.record, let row = try number(of: commit.session.id) {
                    try insert(record, of: commit.session.id, in: row)
                }
                return true
            }
            // The rows of a session are written by its number, so its id is looked up once.
            guard let row = try number(of: commit.session.id),
                try update(row, to: commit.session, expectedGeneration: generation)
            else { return false }
            if commit.changesAccount {
                try setAccount(of: row, commit.session.account)
                // The records show what the user before has done.
                try deleteHistory(of: row, before: commit.session.revision)
            }
            if commit.addsReply { try add(commit.session.replies, of: commit.session.id, to: row) }
            if let record = commit.record {
                try insert(record, of: commit.session.id, in: row)
                if record.isWhole { try trimHistory(of: row, at: record.revision, commit.historyLimits) }
            }
            return true
        }

        /// Writes the rows of a copy; returns `false` if there is such a session.
        func add(_ copy: CopiedSession) throws -> Bool {
            guard try insert(copy.session.with(())), let row = try number(of: copy.session.id) else { return false }
            let replies = copy.session.replies
            for (place, reply) in replies.latest.enumerated() {
                let number = replies.count - UInt64(replies.latest.count - 1 - place)
                try insert(reply, number: number, of: copy.session.id, in: row)
            }
            for record in copy.history { try insert(record, of: copy.session.id, in: row) }
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

        private func insert(_ record: HistoryRecord, of id: SessionID, in row: Int64) throws {
            try insertHistory.bind(1, SessionRow.place(of: record.revision, in: row))
            try insertHistory.bind(2, record.isWhole ? 1 : 0)
            try insertHistory.run(3, borrowing: record.bytes(of: id))
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
            try insertSession.bind(13, Int64(bitPattern: session.replies.count))
            try insertSession.bind(14, session.issue?.bytes)
            try insertSession.bind(15, optional: session.account)
            try insertSession.bind(16, session.usedAt?.milliseconds ?? 0)
            try insertSession.bind(17, session.devices.bytes)
            try insertSession.bind(18, session.checksum)
            return try insertSession.run() == 1
        }

        /// Replaces the row of a session, or returns `false` if it has another generation.
        private func update(
            _ row: Int64,
            to session: CommittedSession,
            expectedGeneration generation: UInt64
        ) throws -> Bool {
            let checksum = session.checksum
            // Each index has pages of its own, so an indexed column is set only if it changes: the first statement matches
            // if the session expires in the same minute as before, the second otherwise.
            for update in [updateWithinMinute, updateToMinute] {
                try update.bind(1, row)
                try update.bind(2, Int64(bitPattern: generation))
                try update.bind(3, Int64(bitPattern: session.generation))
                try update.bind(4, Int64(bitPattern: session.revision))
                try update.bind(5, session.credential.bytes)
                try update.bind(6, session.expiresAt.milliseconds)
                try update.bind(7, minute(of: session.expiresAt))
                try update.bind(8, session.due?.milliseconds)
                try update.bind(9, Int64(bitPattern: session.replies.count))
                try update.bind(10, session.issue?.bytes)
                try update.bind(11, session.usedAt?.milliseconds ?? 0)
                try update.bind(12, session.devices.bytes)
                try update.bind(13, checksum)
                if try update.run() == 1 { return true }
            }
            return false
        }

        /// Sets the account, which most commits leave as it is, and whose index would be written each time.
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
            expiry_minute, creation_key, creation_request, due_at, replies, credential_issue, account, used_at, devices, hash)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)
        ON CONFLICT (id) DO NOTHING
        """
    private static let columns = """
        generation = ?3, revision = ?4, credential = ?5, expires_at = ?6, due_at = ?8, replies = ?9,
        credential_issue = ?10, used_at = ?11, devices = ?12, hash = ?13
        """
    private static let updateWithinMinute = """
        UPDATE session SET \(columns)
        WHERE number = ?1 AND generation = ?2 AND quarantine_reason IS NULL AND expiry_minute = ?7
        """
    private static let updateToMinute = """
        UPDATE session SET \(columns), expiry_minute = ?7
        WHERE number = ?1 AND generation = ?2 AND quarantine_reason IS NULL
        """
    private static let findNumber = "SELECT number FROM session WHERE id = ?1"
    private static let isKnownCreation = """
        SELECT (SELECT id FROM session WHERE creation_key = ?1 ORDER BY number DESC LIMIT 1) IS ?2
        """
    private static let updateAccount = "UPDATE session SET account = ?2 WHERE number = ?1"
    private static let insertReply = """
        INSERT INTO reply (session, number, key, request, at, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        """
    private static let deleteReplies = "DELETE FROM reply WHERE session = ?1 AND number <= ?2"
    private static let insertHistory = "INSERT OR REPLACE INTO history (place, is_whole, record) VALUES (?1, ?2, ?3)"
    private static let deleteHistory = "DELETE FROM history WHERE place >= ?1 AND place < ?2"
    /// Deletes the records of a session (its places are `?1` to `?2`) before a whole one.
    ///
    /// That is the last one from which the history reaches a place (`?3`), or a later one if the records from there on exceed the
    /// limit of bytes (`?4`). That one is looked for only if the sum of all exceeds the limit, because few histories ever do.
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
