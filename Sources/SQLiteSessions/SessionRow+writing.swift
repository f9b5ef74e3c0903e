import Coordination
import GRDB
import Sessions

extension SessionRow {
    /// The writer for the rows of a batch of commits, which share one transaction.
    struct Writer {
        private let findNumber, isKnownCreation, insertSession, updateWithinMinute, updateToMinute: PreparedStatement
        private let updateAccount, insertReply, deleteReplies: PreparedStatement
        private let insertHistory, trimHistory, trimHistoryBytes: PreparedStatement

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
            trimHistoryBytes = try PreparedStatement(Self.trimHistoryBytes, in: db)
        }

        /// Writes the rows of a commit.
        ///
        /// - Returns: Whether the store had the generation that the commit follows, or no such session for a first commit.
        func write(_ commit: SessionCommit) throws -> Bool {
            let id = commit.session.id.description
            guard let generation = commit.expectedGeneration else {
                guard try isExpected(commit), try insert(commit.session) else { return false }
                if commit.history != nil, let row = try number(of: id) { try addHistory(commit, to: row) }
                return true
            }
            // The rows of a session are written by its number, so its id is looked up once.
            guard let row = try number(of: id),
                try update(row, to: commit.session, expectedGeneration: generation)
            else { return false }
            if commit.changesAccount {
                try setAccount(of: row, commit.session.account)
                // The records show what the user before has done.
                try trimHistory(of: row, upTo: Int64(UInt32.max))
            }
            if commit.addsReply { try add(commit.session.replies, of: commit.session.id, to: row) }
            try addHistory(commit, to: row)
            return true
        }

        /// Writes the rows of a copy; returns `false` if there is such a session.
        func add(_ copy: CopiedSession) throws -> Bool {
            guard try insert(copy.session), let row = try number(of: copy.session.id.description) else { return false }
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

        private func number(of id: String) throws -> Int64? {
            try findNumber.bind(1, id)
            return try findNumber.fetchInteger()
        }

        private func addHistory(_ commit: SessionCommit, to row: Int64) throws {
            guard let record = commit.history else { return }
            let offset = SessionRow.historyOffset(of: record.revision)
            try insert(record, of: commit.session.id, in: row)
            let limits = commit.historyLimits
            if limits.areEntriesChecked(at: record.revision) {
                try trimHistory(of: row, upTo: offset - Int64(limits.entries))
            }
            guard commit.checksHistoryBytes else { return }
            try trimHistoryBytes.bind(1, row << 32)
            try trimHistoryBytes.bind(2, row << 32 | Int64(UInt32.max))
            try trimHistoryBytes.bind(3, Int64(limits.bytes))
            try trimHistoryBytes.run()
        }

        private func insert(_ record: HistoryRecord, of id: SessionID, in row: Int64) throws {
            try insertHistory.bind(1, row << 32 | SessionRow.historyOffset(of: record.revision))
            try insertHistory.bind(2, record.at.milliseconds)
            try insertHistory.bind(3, record.expiresAt.milliseconds)
            try insertHistory.bind(4, record.details)
            try insertHistory.bind(6, record.checksum(session: id))
            switch record.change {
            case .encoded(let change): try insertHistory.run(5, borrowing: change.bytes)
            case .unknown, .live:
                try insertHistory.bind(5, nil as Int64?)
                try insertHistory.run()
            }
        }

        /// Deletes the records of a session up to a revision.
        private func trimHistory(of row: Int64, upTo offset: Int64) throws {
            guard offset >= 0 else { return }
            try trimHistory.bind(1, row << 32)
            try trimHistory.bind(2, row << 32 | offset)
            try trimHistory.run()
        }

        private func insert(_ session: StoredSession) throws -> Bool {
            let bytes = bytes(of: session), checksum = RowChecksum.of(bytes)
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
            try insertSession.bind(14, checksum)
            try insertSession.bind(16, session.issue?.bytes)
            try insertSession.bind(17, optional: session.account)
            try insertSession.bind(18, session.usedAt?.milliseconds ?? 0)
            try insertSession.bind(19, session.devices.bytes)
            try insertSession.bind(20, session.checksum(state: checksum))
            return try insertSession.run(15, borrowing: bytes) == 1
        }

        private func update(
            _ row: Int64,
            to session: StoredSession,
            expectedGeneration generation: UInt64
        ) throws -> Bool {
            let bytes = bytes(of: session), checksum = RowChecksum.of(bytes)
            let headerChecksum = session.checksum(state: checksum)
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
                try update.bind(10, checksum)
                try update.bind(12, session.issue?.bytes)
                try update.bind(13, session.usedAt?.milliseconds ?? 0)
                try update.bind(14, session.devices.bytes)
                try update.bind(15, headerChecksum)
                if try update.run(11, borrowing: bytes) == 1 { return true }
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
            expiry_minute, creation_key, creation_request, due_at, replies, state_hash, state,
            credential_issue, account, used_at, devices, header_hash)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)
        ON CONFLICT (id) DO NOTHING
        """
    private static let columns = """
        generation = ?3, revision = ?4, credential = ?5, expires_at = ?6, due_at = ?8, replies = ?9,
        state_hash = ?10, state = ?11, credential_issue = ?12, used_at = ?13, devices = ?14,
        header_hash = ?15
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
    private static let insertHistory = """
        INSERT OR REPLACE INTO history (place, at, expires_at, details, change, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        """
    private static let trimHistory = "DELETE FROM history WHERE place BETWEEN ?1 AND ?2"
    private static let size = "LENGTH(details) + COALESCE(LENGTH(change), 0)"
    /// Deletes the records of a session (its places are `?1` to `?2`) behind the first that exceeds the limit of bytes (`?3`),
    /// that one included.
    ///
    /// The first is found only if the sum of all exceeds the limit, because few histories ever do.
    private static let trimHistoryBytes = """
        DELETE FROM history WHERE place >= ?1 AND place <= CASE
            WHEN (SELECT SUM(\(size)) FROM history WHERE place BETWEEN ?1 AND ?2) > ?3 THEN (
                SELECT MAX(place) FROM (
                    SELECT place, SUM(\(size)) OVER (ORDER BY place DESC) AS total
                    FROM history WHERE place BETWEEN ?1 AND ?2
                ) WHERE total > ?3
            )
            ELSE -1
        END
        """
}
