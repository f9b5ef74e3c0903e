import Coordination
import ServiceDatabase

/// The tables of one-time codes in the database of the services: live codes, limits and the codes sent in a day.
///
/// Telephone numbers, sessions and addresses are stored as keyed hashes, and of a code only the seed is stored.
struct CodeTables {
    /// The maximum number of expired rows of a table that ``removeExpired(until:)`` removes.
    private static let sweepSize = 100

    let db: any ServiceTransaction

    /// The live code of a number.
    struct LiveCode {
        let phone: [UInt8]
        /// The ID that the flow names the code by.
        let challenge: String
        /// The session that can enter the code.
        let session: [UInt8]
        /// Whether the code was requested by an owner of the number.
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

    // MARK: Live codes

    func code(of phone: [UInt8]) throws -> LiveCode? {
        try db.row("SELECT \(Self.columns) FROM live_code WHERE phone = ?", phone).map(Self.code)
    }

    func code(_ challenge: String) throws -> LiveCode? {
        try db.row("SELECT \(Self.columns) FROM live_code WHERE challenge = ?", challenge).map(Self.code)
    }

    /// Stores the live code of a number in place of the previous one.
    func set(_ code: LiveCode) throws {
        try removeCode(of: code.phone)
        try db.change(
            "INSERT INTO live_code (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            code.phone,
            code.challenge,
            code.session,
            code.isOwner,
            code.seed,
            code.attemptsLeft,
            code.expiresAt,
            code.sentAt,
            code.message,
            code.effect,
            code.isDelivered
        )
    }

    func removeCode(of phone: [UInt8]) throws {
        try db.change("DELETE FROM live_code WHERE phone = ?", phone)
    }

    private static let columns = """
        phone, challenge, session, is_owner, seed, attempts_left, expires_at, sent_at, message, effect, is_delivered
        """

    private static func code(_ row: SQLRow) throws -> LiveCode {
        LiveCode(
            phone: try row.bytes(0),
            challenge: try row.text(1),
            session: try row.bytes(2),
            isOwner: try row.bool(3),
            seed: try row.bytes(4),
            attemptsLeft: Int(try row.integer(5)),
            expiresAt: try row.time(6),
            sentAt: try row.time(7),
            message: try row.text(8),
            effect: try row.bytes(9),
            isDelivered: try row.bool(10)
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
        try db.change(
            """
            INSERT INTO code_limit (subject, replenished_at) VALUES (?, ?)
            ON CONFLICT (subject) DO UPDATE SET replenished_at = excluded.replenished_at
            """,
            subject,
            replenishedAt
        )
    }

    /// Takes an action back that has not happened.
    func uncount(_ limit: RateLimit, of subject: [UInt8]) throws {
        guard let replenishedAt = try replenishedAt(subject) else { return }
        try db.change(
            "UPDATE code_limit SET replenished_at = ? WHERE subject = ?",
            replenishedAt - limit.interval,
            subject
        )
    }

    func removeLimit(of subject: [UInt8]) throws {
        try db.change("DELETE FROM code_limit WHERE subject = ?", subject)
    }

    private func replenishedAt(_ subject: [UInt8]) throws -> Timestamp? {
        try db.row("SELECT replenished_at FROM code_limit WHERE subject = ?", subject)?.time(0)
    }

    // MARK: Codes of a day

    func sentCount(onDayOf time: Timestamp) throws -> Int {
        Int(try db.row("SELECT count FROM codes_sent WHERE day = ?", Self.day(time))?.integer(0) ?? 0)
    }

    func changeSentCount(onDayOf time: Timestamp, by change: Int) throws {
        try db.change(
            """
            INSERT INTO codes_sent (day, count) VALUES (?, ?)
            ON CONFLICT (day) DO UPDATE SET count = codes_sent.count + excluded.count
            """,
            Self.day(time),
            change
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

    /// Removes rows that have expired until a time.
    ///
    /// It removes a bounded number, so that a request never pays for all earlier ones.
    func removeExpired(until time: Timestamp) throws {
        for (table, key, column) in [
            ("live_code", "phone", "expires_at"), ("code_limit", "subject", "replenished_at"),
        ] {
            try db.change(
                """
                DELETE FROM \(table)
                WHERE \(key) IN (SELECT \(key) FROM \(table) WHERE \(column) <= ? LIMIT \(Self.sweepSize))
                """,
                time
            )
        }
        // A week, so that a clock that was set back by some days finds the counts.
        try db.change("DELETE FROM codes_sent WHERE day < ?", Self.day(time) - 7)
    }

    /// The number of rows of live codes and of limits.
    func counts() throws -> (codes: Int, limits: Int) {
        (
            Int(try db.row("SELECT COUNT(*) FROM live_code")?.integer(0) ?? 0),
            Int(try db.row("SELECT COUNT(*) FROM code_limit")?.integer(0) ?? 0)
        )
    }
}
