import Applications
import Concurrency
import Coordination
import Sessions

/// A throttle that slows down the guessing of passwords and never locks an account.
///
/// A login alone must not decide whether an attempt is admitted: then anyone who guesses locks the owner out. So failed
/// attempts are counted in buckets by their origin, and an attempt must be admitted by each of its buckets:
///
/// - A session that has signed in to the account before counts in a bucket of its own for this account. Guesses from
///   elsewhere have no effect on it, so the owner gets in with the right password from any device that has been used
///   for the account, even while others guess. This is the *device cookie* of OWASP's "Slow Down Online Guessing Attacks";
///   the session's credential takes the part of the cookie.
/// - Any other session counts in three buckets: its own, over all logins (5 free attempts); that of its address, over all
///   sessions (30), if the server knows the address; and that of the login, over all such sessions (20). One client that
///   guesses, at one login or at many, is stopped by the first two and has no effect on the owner, not even on a new
///   device. Only guesses from many sessions and addresses reach the third.
///
/// After its free attempts a bucket admits an attempt only after 30 seconds. Each further failure doubles the wait, up
/// to 15 minutes. Attempts during a wait are rejected, without a hash, and do not extend it. After 100 failures in a row
/// the bucket of a login admits one attempt a day: NIST SP 800-63B-4 section 3.2.2 limits failures in a row to 100 and
/// then wants the authenticator disabled, which would be a denial of service with the login as its only key. One attempt
/// a day against a password that is not among the most common ones is no practical attack, and the owner's devices, and
/// a reset by one-time code, are not affected.
///
/// Blank and unknown logins count like any other, so that the throttle does not reveal which logins exist. An attempt is
/// counted before its password is checked, so simultaneous attempts can't share one count; a right password is
/// subtracted again. Counts are in the database, so they survive a restart. Keyed digests stand for logins, sessions,
/// addresses and phones, so who has the database alone can't find out by guessing which of them it knows.
struct SignInThrottle: Sendable {
    /// A counter of failed attempts.
    private struct Bucket {
        let key: [UInt8]
        let limit: AttemptLimit
        /// Whether a right password removes the failures before it; otherwise only its own attempt is subtracted.
        let endsWithSuccess: Bool
    }

    private static let sweepInterval = Duration.seconds(60)
    /// The number of sessions of an account that have a bucket of their own; the oldest is removed first.
    private static let knownSessions = 20

    private let database: ServiceDatabase
    private let capacity: Int
    private let lastSweep = Lock<Timestamp?>(nil)

    /// - Parameters:
    ///   - database: The database with the counts.
    ///   - capacity: The number of buckets to store, checked once a minute; those with the fewest failures, and among
    ///     them the oldest, are removed first.
    init(database: ServiceDatabase, capacity: Int) {
        self.database = database
        self.capacity = capacity
    }

    /// Returns the number of stored buckets.
    func count() throws -> Int {
        try database.read(Self.count)
    }

    /// Counts an attempt, unless it must wait.
    ///
    /// - Parameters:
    ///   - login: The login; `nil` for a blank one.
    ///   - origin: The origin of the attempt.
    ///   - now: The time of the attempt.
    /// - Returns: `nil` for an attempt that is counted; otherwise the end of the wait.
    /// - Throws: `DatabaseError` when the counts can't be stored; the attempt must not be admitted then.
    func begin(_ login: LoginName?, from origin: SignInOrigin, at now: Timestamp) throws -> Timestamp? {
        try database.write { db in
            try sweep(db, at: now)
            return try Self.admit(buckets(of: login, origin, db), at: now, db)
        }
    }

    /// Counts an attempt to create an account or to reset a password, unless it must wait; so logins that are taken can't
    /// be collected.
    ///
    /// Attempts count by session and address, as those to sign in do, and by the verified phone.
    ///
    /// - Parameters:
    ///   - phone: The phone that the user has verified; `nil` for none.
    ///   - origin: The origin of the attempt.
    ///   - now: The time of the attempt.
    /// - Returns: `nil` for an attempt that is counted; otherwise the end of the wait.
    /// - Throws: `DatabaseError` when the counts can't be stored; the attempt must not be admitted then.
    func begin(withPhone phone: PhoneNumber?, from origin: SignInOrigin, at now: Timestamp) throws -> Timestamp? {
        try database.write { db in
            try sweep(db, at: now)
            return try Self.admit(buckets(ofAttemptWith: phone, origin), at: now, db)
        }
    }

    /// Subtracts an attempt with the right password, and gives its session a bucket of its own for the login.
    ///
    /// - Throws: `DatabaseError` when the counts can't be stored.
    func succeeded(_ login: LoginName, from origin: SignInOrigin, at now: Timestamp) throws {
        try database.write { db in
            try Self.subtract(buckets(of: login, origin, db), db)
            try remember(login, origin, at: now, db)
        }
    }

    /// Subtracts an attempt that was right so far, and leaves the failures before it, so that a right password does not give
    /// more attempts at a second factor.
    ///
    /// - Throws: `DatabaseError` when the counts can't be stored.
    func withdraw(_ login: LoginName, from origin: SignInOrigin) throws {
        try database.write { db in
            for bucket in try buckets(of: login, origin, db) { try Self.subtractAttempt(from: bucket, db) }
        }
    }

    /// Subtracts an attempt that created an account, and gives its session a bucket of its own for the login.
    ///
    /// - Throws: `DatabaseError` when the counts can't be stored.
    func succeeded(
        _ login: LoginName,
        signUpWith phone: PhoneNumber?,
        from origin: SignInOrigin,
        at now: Timestamp
    ) throws {
        try database.write { db in
            try Self.subtract(buckets(ofAttemptWith: phone, origin), db)
            try remember(login, origin, at: now, db)
        }
    }

    /// Removes the failed attempts of a login, and gives a session a bucket of its own for it.
    ///
    /// - Throws: `DatabaseError` when the counts can't be stored.
    func reset(_ login: LoginName, from origin: SignInOrigin, at now: Timestamp) throws {
        try database.write { db in
            let bucket = sharedBucket(of: login)
            try db.change("DELETE FROM sign_in_attempt WHERE bucket = ?", bucket.key)
            try remember(login, origin, at: now, db)
        }
    }

    /// Returns whether a session has proved since a time that its user owns the account of a login.
    func hasSignedIn(_ session: SessionID, to login: LoginName, since time: Timestamp) throws -> Bool {
        try database.read { db in
            try db.row(
                "SELECT 1 FROM known_session WHERE login = ? AND session = ? AND last_at >= ?",
                digest(login),
                digest(["session", session.description]),
                time
            ) != nil
        }
    }

    /// Takes its own bucket from every session of a login.
    ///
    /// - Throws: `DatabaseError` when the sessions can't be removed.
    func forgetSessions(of login: LoginName) throws {
        try database.write { db in
            try db.change("DELETE FROM known_session WHERE login = ?", digest(login))
        }
    }

    // MARK: Buckets

    private func buckets(of login: LoginName?, _ origin: SignInOrigin, _ db: any ServiceTransaction) throws -> [Bucket]
    {
        let session = origin.session.description
        if let login, try isKnown(origin, to: login, db) {
            return [bucket("known session", [login.description, session], .session, endsWithSuccess: true)]
        }
        return buckets(of: origin) + [sharedBucket(of: login)]
    }

    private func buckets(ofAttemptWith phone: PhoneNumber?, _ origin: SignInOrigin) -> [Bucket] {
        buckets(of: origin) + (phone.map { [bucket("phone", [$0.digits], .session, endsWithSuccess: false)] } ?? [])
    }

    private func buckets(of origin: SignInOrigin) -> [Bucket] {
        [bucket("session", [origin.session.description], .session, endsWithSuccess: false)]
            + (origin.address.map { [bucket("address", [$0], .address, endsWithSuccess: false)] } ?? [])
    }

    private func sharedBucket(of login: LoginName?) -> Bucket {
        bucket("login", [login?.description ?? ""], .login, endsWithSuccess: true)
    }

    private func bucket(
        _ kind: String,
        _ parts: [String],
        _ limit: AttemptLimit,
        endsWithSuccess: Bool
    ) -> Bucket {
        Bucket(key: digest([kind] + parts), limit: limit, endsWithSuccess: endsWithSuccess)
    }

    private func digest(_ parts: [String]) -> [UInt8] {
        SignInDigests.digest(of: SignInDigests.plainDigest(of: parts), key: database.countKey)
    }

    private func digest(_ login: LoginName) -> [UInt8] { digest(["account", login.description]) }

    /// Counts an attempt in each bucket and returns `nil`, or returns the end of the longest wait.
    private static func admit(_ buckets: [Bucket], at now: Timestamp, _ db: any ServiceTransaction) throws -> Timestamp?
    {
        let counts = try buckets.map { try failures(of: $0, at: now, db) }
        if let blocked = counts.compactMap(\.blockedUntil).max(), blocked > now { return blocked }
        for (bucket, counted) in zip(buckets, counts) { try store(counted.failures + 1, of: bucket, at: now, db) }
        return nil
    }

    private static func subtract(_ buckets: [Bucket], _ db: any ServiceTransaction) throws {
        for bucket in buckets {
            if bucket.endsWithSuccess {
                try db.change("DELETE FROM sign_in_attempt WHERE bucket = ?", bucket.key)
            } else {
                try subtractAttempt(from: bucket, db)
            }
        }
    }

    private static func subtractAttempt(from bucket: Bucket, _ db: any ServiceTransaction) throws {
        try db.change(
            """
            UPDATE sign_in_attempt SET failures = CASE WHEN failures > 0 THEN failures - 1 ELSE 0 END,
                blocked_until = NULL
            WHERE bucket = ?
            """,
            bucket.key
        )
    }

    private static func failures(
        of bucket: Bucket,
        at now: Timestamp,
        _ db: any ServiceTransaction
    ) throws -> (failures: Int, blockedUntil: Timestamp?) {
        let row = try db.row(
            "SELECT failures, blocked_until FROM sign_in_attempt WHERE bucket = ? AND expires_at > ?",
            bucket.key,
            now
        )
        guard let row else { return (0, nil) }
        return (Int(try row.integer(0)), try row.optionalInteger(1).map(Timestamp.init(milliseconds:)))
    }

    private static func store(_ failures: Int, of bucket: Bucket, at now: Timestamp, _ db: any ServiceTransaction)
        throws
    {
        try db.change(
            """
            INSERT INTO sign_in_attempt (bucket, failures, last_at, blocked_until, expires_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (bucket) DO UPDATE SET failures = excluded.failures, last_at = excluded.last_at,
                blocked_until = excluded.blocked_until, expires_at = excluded.expires_at
            """,
            bucket.key,
            failures,
            now,
            bucket.limit.wait(after: failures).map { now + $0 },
            now + bucket.limit.retention
        )
    }

    // MARK: Known sessions

    private func isKnown(_ origin: SignInOrigin, to login: LoginName, _ db: any ServiceTransaction) throws -> Bool {
        try db.row(
            "SELECT 1 FROM known_session WHERE login = ? AND session = ?",
            digest(login),
            digest(["session", origin.session.description])
        ) != nil
    }

    private func remember(_ login: LoginName, _ origin: SignInOrigin, at now: Timestamp, _ db: any ServiceTransaction)
        throws
    {
        try db.change(
            """
            INSERT INTO known_session (login, session, last_at) VALUES (?, ?, ?)
            ON CONFLICT (login, session) DO UPDATE SET last_at = excluded.last_at
            """,
            digest(login),
            digest(["session", origin.session.description]),
            now
        )
        try db.change(
            """
            DELETE FROM known_session WHERE login = ? AND session NOT IN (
                SELECT session FROM known_session WHERE login = ? ORDER BY last_at DESC LIMIT ?
            )
            """,
            digest(login),
            digest(login),
            Self.knownSessions
        )
    }

    // MARK: Removal

    private func sweep(_ db: any ServiceTransaction, at now: Timestamp) throws {
        let isDue = lastSweep.withLock { last in
            // A clock that was set back must not stop the sweep.
            if let last, last <= now, now - last < Self.sweepInterval { return false }
            last = now
            return true
        }
        guard isDue else { return }
        try db.change("DELETE FROM sign_in_attempt WHERE expires_at <= ?", now)
        let count = try Self.count(db)
        guard count > capacity else { return }
        try db.change(
            """
            DELETE FROM sign_in_attempt WHERE bucket IN (
                SELECT bucket FROM sign_in_attempt ORDER BY failures, last_at LIMIT ?
            )
            """,
            count - capacity * 9 / 10
        )
    }

    private static func count(_ db: any ServiceTransaction) throws -> Int {
        Int(try db.row("SELECT COUNT(*) FROM sign_in_attempt")?.integer(0) ?? 0)
    }
}
