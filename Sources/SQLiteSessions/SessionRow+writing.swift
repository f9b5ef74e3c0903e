import Coordination
import GRDB
import Sessions

extension SessionRow {
    /// The writer for the rows of a batch of commits, which share one transaction.
    struct Writer {
        private let insertSession, updateWithinMinute, updateToMinute: PreparedStatement
        private let updateAccount, insertReply, deleteReplies: PreparedStatement
        private let insertHistory, trimHistory, deleteHistory: PreparedStatement

        init(in db: Database) throws {
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
                guard try insert(commit.session) else { return false }
                try addHistory(commit)
                return true
            }
            guard try update(commit.session, expectedGeneration: generation) else { return false }
            if commit.changesAccount {
                try setAccount(of: commit.session)
                // The records show what the user before has done.
                try deleteHistory.bind(1, commit.session.id.description)
                try deleteHistory.run()
            }
            if commit.addsReply { try add(commit.session.replies, to: commit.session.id) }
            try addHistory(commit)
            return true
        }

        private func addHistory(_ commit: SessionCommit) throws {
            guard let record = commit.history else { return }
            try insertHistory.bind(1, commit.session.id.description)
            try insertHistory.bind(2, SessionRow.historyOffset(of: record.revision))
            try insertHistory.bind(3, record.at.milliseconds)
            try insertHistory.bind(4, record.expiresAt.milliseconds)
            try insertHistory.bind(5, record.details)
            switch record.change {
            case .encoded(let change): try insertHistory.run(6, borrowing: change.bytes)
            case .unknown, .live:
                try insertHistory.bind(6, nil as Int64?)
                try insertHistory.run()
            }
            guard commit.historyLimits.areChecked(after: record) else { return }
            try trimHistory.bind(1, commit.session.id.description)
            try trimHistory.bind(2, SessionRow.historyOffset(of: record.revision) - Int64(commit.historyLimits.entries))
            try trimHistory.bind(3, Int64(commit.historyLimits.bytes))
            try trimHistory.run()
        }

        private func insert(_ session: StoredSession) throws -> Bool {
            let bytes = bytes(of: session)
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
            try insertSession.bind(14, checksum(of: bytes))
            try insertSession.bind(16, session.issue?.bytes)
            try insertSession.bind(17, optional: session.account)
            try insertSession.bind(18, session.usedAt?.milliseconds ?? 0)
            try insertSession.bind(19, session.devices.bytes)
            return try insertSession.run(15, borrowing: bytes) == 1
        }

        private func update(_ session: StoredSession, expectedGeneration generation: UInt64) throws -> Bool {
            let bytes = bytes(of: session)
            let checksum = checksum(of: bytes)
            // Each index has pages of its own, so an indexed column is set only if it changes: the first statement matches
            // if the session expires in the same minute as before, the second otherwise.
            for update in [updateWithinMinute, updateToMinute] {
                try update.bind(1, session.id.description)
                try update.bind(2, Int64(bitPattern: generation))
                try update.bind(3, Int64(bitPattern: session.generation))
                try update.bind(4, Int64(bitPattern: session.revision))
                try update.bind(5, session.credential.bytes)
                try update.bind(6, session.expiresAt.milliseconds)
                try update.bind(7, minute(of: session.expiresAt))
                try update.bind(8, session.due?.milliseconds)
                try update.bind(9, Int64(bitPattern: session.replies.count))
                try update.bind(10, checksum)
                try update.bind(12, session.issue?.bytes)
                try update.bind(13, session.usedAt?.milliseconds ?? 0)
                try update.bind(14, session.devices.bytes)
                if try update.run(11, borrowing: bytes) == 1 { return true }
            }
            return false
        }

        /// Sets the account, which most commits leave as it is, and whose index would be written each time.
        private func setAccount(of session: StoredSession) throws {
            try updateAccount.bind(1, session.id.description)
            try updateAccount.bind(2, optional: session.account)
            try updateAccount.run()
        }

        private func add(_ replies: Replies, to id: SessionID) throws {
            guard let reply = replies.latest.last else { return }
            try insertReply.bind(1, id.description)
            try insertReply.bind(2, Int64(bitPattern: replies.count))
            try insertReply.bind(3, reply.key.bytes)
            try insertReply.bind(4, reply.request.bytes)
            try insertReply.bind(5, reply.at.milliseconds)
            try insertReply.run()
            let forgotten = replies.count - UInt64(replies.latest.count)
            guard forgotten > 0 else { return }
            try deleteReplies.bind(1, id.description)
            try deleteReplies.bind(2, Int64(bitPattern: forgotten))
            try deleteReplies.run()
        }

        private func bytes(of session: StoredSession) -> [UInt8] {
            guard case .encoded(let bytes) = session.content else {
                preconditionFailure(
                    "This store requires encoded states (requiresEncoding), but got a state that is not encoded."
                )
            }
            return bytes
        }
    }
}

extension SessionRow.Writer {
    private static let insertSession = """
        INSERT INTO session (id, application, generation, revision, credential, client, created_at, expires_at,
            expiry_minute, creation_key, creation_request, due_at, replies, checksum, state_hash, state,
            credential_issue, account, used_at, devices)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, x'', ?14, ?15, ?16, ?17, ?18, ?19) ON CONFLICT (id) DO NOTHING
        """
    private static let columns = """
        generation = ?3, revision = ?4, credential = ?5, expires_at = ?6, due_at = ?8, replies = ?9, checksum = x'',
        state_hash = ?10, state = ?11, credential_issue = ?12, used_at = ?13, devices = ?14
        """
    private static let updateWithinMinute = """
        UPDATE session SET \(columns)
        WHERE id = ?1 AND generation = ?2 AND quarantine_reason IS NULL AND expiry_minute = ?7
        """
    private static let updateToMinute = """
        UPDATE session SET \(columns), expiry_minute = ?7
        WHERE id = ?1 AND generation = ?2 AND quarantine_reason IS NULL
        """
    private static let updateAccount = "UPDATE session SET account = ?2 WHERE id = ?1"
    private static let insertReply = """
        INSERT INTO reply (session, number, key, request, at) SELECT number, ?2, ?3, ?4, ?5 FROM session WHERE id = ?1
        """
    private static let insertHistory = """
        INSERT OR REPLACE INTO history (place, at, expires_at, details, change)
        SELECT number << 32 | ?2, ?3, ?4, ?5, ?6 FROM session WHERE id = ?1
        """
    /// The first place of the records of a session.
    private static let own = "WITH own AS (SELECT number << 32 AS first FROM session WHERE id = ?1)"
    private static let isOwn = "place BETWEEN (SELECT first FROM own) AND (SELECT first FROM own) + 4294967295"
    private static let size = "LENGTH(details) + COALESCE(LENGTH(change), 0)"
    /// Deletes the records up to a revision (`?2`), and those behind the first that exceeds the limit of bytes (`?3`), that one
    /// included.
    ///
    /// The first is found only if the sum of all exceeds the limit, because few histories ever do.
    private static let trimHistory = """
        \(own) DELETE FROM history WHERE place >= (SELECT first FROM own) AND place <= MAX(
            (SELECT first FROM own) + ?2,
            CASE WHEN (SELECT SUM(\(size)) FROM history WHERE \(isOwn)) > ?3 THEN (
                SELECT MAX(place) FROM (
                    SELECT place, SUM(\(size)) OVER (ORDER BY place DESC) AS total FROM history WHERE \(isOwn)
                ) WHERE total > ?3
            ) ELSE 0 END
        )
        """
    private static let deleteHistory = "\(own) DELETE FROM history WHERE \(isOwn)"
    private static let deleteReplies = """
        DELETE FROM reply WHERE session = (SELECT number FROM session WHERE id = ?1) AND number <= ?2
        """
}
