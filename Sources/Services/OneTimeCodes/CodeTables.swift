import Coordination
import FoundationEssentials
import GRDB

/// The tables of one-time codes in the database of the services: live codes, limits and the codes sent in a day.
///
/// Telephone numbers, sessions and addresses are stored as keyed hashes, and of a code only the seed is stored.
struct CodeTables {
    /// The maximum number of obsolete rows of a table that ``removeObsolete(at:)`` removes.
    private static let sweepSize = 100

    let db: Database

    /// The live code of a number.
    struct LiveCode {
        let phone: [UInt8]
        /// The ID that the flow names the code by.
        let challenge: String
        /// The session that can enter the code.
        let session: [UInt8]
        /// Whether the code was requested by an account that has verified the number.
        let isOwner: Bool
        /// The random bytes from which the code is derived.
        let seed: [UInt8]
        var attemptsLeft: Int
        let expiresAt: Timestamp
        var sentAt: Timestamp
        /// The ID of the message with the code, which is new for each message.
        var message: String
        /// The hash of the key of the effect that requested the message.
        var effect: [UInt8]
        /// Whether the sender has accepted the message.
        var isDelivered: Bool

        func isUsable(at now: Timestamp) -> Bool { expiresAt > now && attemptsLeft > 0 }
    }

    static func create(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE live_code (
                    phone BLOB PRIMARY KEY NOT NULL,
                    challenge TEXT NOT NULL UNIQUE,
                    session BLOB NOT NULL,
                    is_owner INTEGER NOT NULL,
                    seed BLOB NOT NULL,
                    attempts_left INTEGER NOT NULL,
                    expires_at INTEGER NOT NULL,
                    sent_at INTEGER NOT NULL,
                    message TEXT NOT NULL,
                    effect BLOB NOT NULL,
                    is_delivered INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX live_code_by_expiry ON live_code (expires_at);
                CREATE TABLE code_limit (
                    subject BLOB PRIMARY KEY NOT NULL,
                    replenished_at INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX code_limit_by_time ON code_limit (replenished_at);
                CREATE TABLE codes_sent (
                    day INTEGER PRIMARY KEY NOT NULL,
                    count INTEGER NOT NULL
                ) STRICT;
                """
        )
    }

    // MARK: Live codes

    func code(of phone: [UInt8]) throws -> LiveCode? {
        try GRDB.Row.fetchOne(db, sql: "SELECT * FROM live_code WHERE phone = ?", arguments: [Data(phone)])
            .map(Self.code)
    }

    func code(_ challenge: String) throws -> LiveCode? {
        try GRDB.Row.fetchOne(db, sql: "SELECT * FROM live_code WHERE challenge = ?", arguments: [challenge]).map(
            Self.code
        )
    }

    /// Stores the live code of a number in place of the previous one.
    func set(_ code: LiveCode) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO live_code (
                    phone, challenge, session, is_owner, seed, attempts_left, expires_at, sent_at, message, effect,
                    is_delivered
                ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                Data(code.phone), code.challenge, Data(code.session), code.isOwner, Data(code.seed),
                code.attemptsLeft, code.expiresAt.milliseconds, code.sentAt.milliseconds, code.message,
                Data(code.effect), code.isDelivered,
            ]
        )
    }

    func removeCode(of phone: [UInt8]) throws {
        try db.execute(sql: "DELETE FROM live_code WHERE phone = ?", arguments: [Data(phone)])
    }

    private static func code(_ row: GRDB.Row) -> LiveCode {
        func bytes(_ column: String) -> [UInt8] {
            let data: Data = row[column]
            return Array(data)
        }
        return LiveCode(
            phone: bytes("phone"),
            challenge: row["challenge"],
            session: bytes("session"),
            isOwner: row["is_owner"],
            seed: bytes("seed"),
            attemptsLeft: row["attempts_left"],
            expiresAt: Timestamp(milliseconds: row["expires_at"]),
            sentAt: Timestamp(milliseconds: row["sent_at"]),
            message: row["message"],
            effect: bytes("effect"),
            isDelivered: row["is_delivered"]
        )
    }

    // MARK: Limits

    func nextTime(_ limit: RateLimit, of subject: [UInt8], at now: Timestamp) throws -> Timestamp? {
        limit.nextTime(try replenishedAt(subject), at: now)
    }

    func available(_ limit: RateLimit, of subject: [UInt8], at now: Timestamp) throws -> Int {
        limit.available(try replenishedAt(subject), at: now)
    }

    func count(_ limit: RateLimit, of subject: [UInt8], at now: Timestamp) throws {
        let replenishedAt = limit.afterAction(try replenishedAt(subject), at: now)
        try db.execute(
            sql: "INSERT OR REPLACE INTO code_limit (subject, replenished_at) VALUES (?, ?)",
            arguments: [Data(subject), replenishedAt.milliseconds]
        )
    }

    /// Takes an action back that has not happened.
    func uncount(_ limit: RateLimit, of subject: [UInt8]) throws {
        guard let replenishedAt = try replenishedAt(subject) else { return }
        try db.execute(
            sql: "UPDATE code_limit SET replenished_at = ? WHERE subject = ?",
            arguments: [(replenishedAt - limit.interval).milliseconds, Data(subject)]
        )
    }

    func removeLimit(of subject: [UInt8]) throws {
        try db.execute(sql: "DELETE FROM code_limit WHERE subject = ?", arguments: [Data(subject)])
    }

    private func replenishedAt(_ subject: [UInt8]) throws -> Timestamp? {
        try Int64.fetchOne(
            db,
            sql: "SELECT replenished_at FROM code_limit WHERE subject = ?",
            arguments: [Data(subject)]
        ).map(Timestamp.init(milliseconds:))
    }

    // MARK: Codes of a day

    func sentCount(onDayOf time: Timestamp) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count FROM codes_sent WHERE day = ?", arguments: [Self.day(time)]) ?? 0
    }

    func changeSentCount(onDayOf time: Timestamp, by change: Int) throws {
        try db.execute(
            sql: """
                INSERT INTO codes_sent (day, count) VALUES (?, ?)
                ON CONFLICT (day) DO UPDATE SET count = count + excluded.count
                """,
            arguments: [Self.day(time), change]
        )
    }

    /// Returns the beginning of the next day in UTC.
    static func nextDay(after time: Timestamp) -> Timestamp {
        Timestamp(milliseconds: (day(time) + 1) * millisecondsPerDay)
    }

    private static let millisecondsPerDay: Int64 = 86_400_000

    private static func day(_ time: Timestamp) -> Int64 {
        // Rounded down, also before 1970.
        (time.milliseconds - (time.milliseconds % millisecondsPerDay + millisecondsPerDay) % millisecondsPerDay)
            / millisecondsPerDay
    }

    // MARK: Removal

    /// Removes rows without effect; a bounded number, so that a request never pays for all earlier ones.
    func removeObsolete(at now: Timestamp) throws {
        for (table, key, time) in [
            ("live_code", "phone", "expires_at"), ("code_limit", "subject", "replenished_at"),
        ] {
            try db.execute(
                sql: """
                    DELETE FROM \(table)
                    WHERE \(key) IN (SELECT \(key) FROM \(table) WHERE \(time) <= ? LIMIT \(Self.sweepSize))
                    """,
                arguments: [now.milliseconds]
            )
        }
        // A week, so that a clock that was set back by some days finds the counts.
        try db.execute(sql: "DELETE FROM codes_sent WHERE day < ?", arguments: [Self.day(now) - 7])
    }

    /// The number of rows of live codes and of limits.
    func counts() throws -> (codes: Int, limits: Int) {
        (
            try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM live_code") ?? 0,
            try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM code_limit") ?? 0
        )
    }
}
