import AccountFlows
import Concurrency
import Coordination
import ServiceDatabase
import Sessions

/// A throttle that slows down the guessing of passwords and never locks an account.
///
/// A login alone must not decide whether an attempt is admitted: then anyone who guesses locks the owner out. So failed
/// attempts are counted in buckets by their origin, and an attempt must be admitted by each of its buckets:
///
/// - A session that has signed in to the account before counts in a bucket of its own for this account. Guesses from elsewhere
///   have no effect on it, so the owner gets in with the right password from any device that has been used for the account,
///   even while others guess. This is the *device cookie* of OWASP's "Slow Down Online Guessing Attacks". The session's
///   credential takes the part of the cookie.
/// - Any other session counts in its own bucket, over all logins (5 free attempts), in the bucket of its address, over all
///   sessions (30), if the server knows the address, and in the buckets of the login:
///   - An address at which the account was signed in to before has a bucket of its own for this account (20), so guesses from
///     other addresses have no effect on it either. Sessions end after a day, but the address of a home stays.
///   - Any other address counts in a bucket of its site for this login (10). The first three attempts of a site also count
///     in a bucket of the login for first attempts (30), and later ones in a bucket of the login (20). So guesses from a few
///     sites have no effect on the owner, not even at a new address: their first attempts are soon used up.
///     Guesses from ten sites and more slow down the first attempts of others.
///   - A session without a known address counts in the bucket of the login.
///
/// After its free attempts a bucket admits an attempt only after 30 seconds. Each further failure doubles the wait, up to 15
/// minutes, and up to 4 hours for first attempts. Attempts during a wait are rejected, without a hash, and do not extend it.
/// After 100 failures in a row the bucket of a login admits one attempt a day, and after 20 the bucket of a site does. NIST SP
/// 800-63B-4 section 3.2.2 limits failures in a row to 100 and then wants the authenticator disabled, which would be a denial
/// of service with the login as its only key. One attempt a day against a password that is not among the most common ones is no
/// practical attack. The owner's devices and addresses, and a reset by one-time code, are not affected.
///
/// Blank and unknown logins count like any other, so that the throttle does not reveal which logins exist. An attempt is
/// counted before its password is checked, so simultaneous attempts can't share one count. The attempt is subtracted again if
/// the password is right. Counts are in the database, so they survive a restart. Keyed digests stand for logins, sessions,
/// addresses and phones, so who has the database alone can't find out by guessing which of them it knows.
struct SignInThrottle: Sendable {
    /// A counter of failed attempts.
    private struct Bucket {
        let key: [UInt8]
        let limit: AttemptLimit
        /// Whether a right password removes the failures before it, and not only its own attempt.
        let endsWithSuccess: Bool
    }

    private static let sweepInterval = Duration.seconds(60)
    /// The number of sessions, and of addresses, of an account that have a bucket of their own.
    ///
    /// The oldest is removed first.
    private static let knownOrigins = 20
    /// The number of attempts of a site at a login that count as its first ones.
    private static let firstAttempts = 3

    private let database: ServiceDatabase
    /// The key of the digests.
    private let key: [UInt8]
    private let expired: ExpiredRows
    private let capacity: Int
    private let lastSweep = Lock<Timestamp?>(nil)

    /// - Parameters:
    ///   - database: The database with the counts.
    ///   - expired: The rule by which expired counts are removed.
    ///   - capacity: The number of buckets to store, checked once a minute. The buckets with the fewest failures are removed
    ///     first, and among them the oldest.
    init(database: ServiceDatabase, expired: ExpiredRows, capacity: Int) {
        self.database = database
        key = SignInDigests.key(of: database)
        self.expired = expired
        self.capacity = capacity
    }

    /// Returns the number of stored buckets.
    func count() throws -> Int {
        try database.read(Self.count)
    }

    /// Counts an attempt, unless it must wait.
    ///
    /// - Parameters:
    ///   - login: The login, or `nil` for a blank one.
    ///   - origin: The origin of the attempt.
    ///   - now: The time of the attempt.
    /// - Returns: The end of the wait, or `nil` for an attempt that is counted.
    /// - Throws: `DatabaseError` when the counts can't be stored. The attempt must not be admitted then.
    func begin(_ login: LoginName?, from origin: SignInOrigin, at now: Timestamp) throws -> Timestamp? {
        try database.write { db in
            try sweep(db, at: now)
            return try Self.admit(buckets(of: login, origin, at: now, db), at: now, db)
        }
    }

    /// Counts an attempt to create an account or to reset a password, unless it must wait.
    ///
    /// The wait keeps anyone from collecting logins that are taken. Attempts count by session and address, as attempts to sign
    /// in do, and by the verified phone.
    ///
    /// - Parameters:
    ///   - phone: The phone that the user has verified, or `nil` for none.
    ///   - origin: The origin of the attempt.
    ///   - now: The time of the attempt.
    /// - Returns: The end of the wait, or `nil` for an attempt that is counted.
    /// - Throws: `DatabaseError` when the counts can't be stored. The attempt must not be admitted then.
    func begin(withPhone phone: PhoneNumber?, from origin: SignInOrigin, at now: Timestamp) throws -> Timestamp? {
        try database.write { db in
            try sweep(db, at: now)
            return try Self.admit(buckets(ofAttemptWith: phone, origin), at: now, db)
        }
    }

    /// Counts the beginning of a sign-up, which computes a hash, unless it must wait.
    ///
    /// - Returns: The end of the wait, or `nil` for an attempt that is counted.
    /// - Throws: `DatabaseError` when the counts can't be stored. The attempt must not be admitted then.
    func beginSignUp(from origin: SignInOrigin, at now: Timestamp) throws -> Timestamp? {
        try database.write { db in
            try sweep(db, at: now)
            return try Self.admit(buckets(ofSignUpFrom: origin), at: now, db)
        }
    }

    /// Subtracts an attempt with the right password, and gives its session and its address buckets of their own for the login.
    ///
    /// - Throws: `DatabaseError` when the counts can't be stored.
    func succeeded(_ login: LoginName, from origin: SignInOrigin, at now: Timestamp) throws {
        try database.write { db in
            try Self.subtract(buckets(of: login, origin, at: now, isCounted: true, db), db)
            try remember(login, origin, at: now, db)
        }
    }

    /// Subtracts an attempt that was right so far, and leaves the failures before it, so that a right password does not give
    /// more attempts at a second factor.
    ///
    /// - Throws: `DatabaseError` when the counts can't be stored.
    func withdraw(_ login: LoginName, from origin: SignInOrigin, at now: Timestamp) throws {
        try database.write { db in
            for bucket in try buckets(of: login, origin, at: now, isCounted: true, db) {
                try Self.subtractAttempt(from: bucket, db)
            }
        }
    }

    /// Subtracts the attempts that created an account, and gives the session and the address buckets of their own for the login.
    ///
    /// - Throws: `DatabaseError` when the counts can't be stored.
    func succeeded(
        _ login: LoginName,
        signUpWith phone: PhoneNumber?,
        from origin: SignInOrigin,
        at now: Timestamp
    ) throws {
        try database.write { db in
            try Self.subtract(buckets(ofAttemptWith: phone, origin) + buckets(ofSignUpFrom: origin), db)
            try remember(login, origin, at: now, db)
        }
    }

    /// Removes the failed attempts of a login, and gives a session and its address buckets of their own for it.
    ///
    /// - Throws: `DatabaseError` when the counts can't be stored.
    func reset(_ login: LoginName, from origin: SignInOrigin, at now: Timestamp) throws {
        try database.write { db in
            for bucket in [sharedBucket(of: login), firstBucket(of: login)] {
                try db.change("DELETE FROM sign_in_attempt WHERE bucket = ?", bucket.key)
            }
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

    /// Returns whether the owner of a login has signed in before in a session, or at its address.
    func isKnown(_ origin: SignInOrigin, to login: LoginName) throws -> Bool {
        try database.read { db in
            try isKnownSession(origin, to: login, db) || isKnownAddress(origin, to: login, db)
        }
    }

    /// Forgets the sessions and the addresses of a login, which lose the buckets of their own.
    ///
    /// - Throws: `DatabaseError` when they can't be removed.
    func forgetOrigins(of login: LoginName) throws {
        try database.write { db in
            for owner in [digest(login), addressesDigest(login)] {
                try db.change("DELETE FROM known_session WHERE login = ?", owner)
            }
        }
    }

    // MARK: Buckets

    // The buckets of an attempt at a login. `isCounted` says whether the counts have it already.
    private func buckets(
        of login: LoginName?,
        _ origin: SignInOrigin,
        at now: Timestamp,
        isCounted: Bool = false,
        _ db: any ServiceTransaction
    ) throws -> [Bucket] {
        let session = origin.session.description
        if let login, try isKnownSession(origin, to: login, db) {
            return [bucket("known session", [login.description, session], .session, endsWithSuccess: true)]
        }
        let name = login?.description ?? ""
        guard let address = origin.address else { return buckets(of: origin) + [sharedBucket(of: login)] }
        if let login, try isKnownAddress(origin, to: login, db) {
            return buckets(of: origin) + [bucket("known address", [name, address], .login, endsWithSuccess: true)]
        }
        let ofSite = bucket("login and site", [name, origin.site ?? address], .loginAndSite, endsWithSuccess: true)
        let earlier = try Self.failures(of: ofSite, at: now, db).failures - (isCounted ? 1 : 0)
        let ofLogin = earlier < Self.firstAttempts ? firstBucket(of: login) : sharedBucket(of: login)
        return buckets(of: origin) + [ofSite, ofLogin]
    }

    private func buckets(ofAttemptWith phone: PhoneNumber?, _ origin: SignInOrigin) -> [Bucket] {
        let phone = phone?.canonical.digits
        return buckets(of: origin) + (phone.map { [bucket("phone", [$0], .session, endsWithSuccess: false)] } ?? [])
    }

    /// The buckets for the beginnings of sign-ups, apart from the buckets of other attempts.
    private func buckets(ofSignUpFrom origin: SignInOrigin) -> [Bucket] { buckets(of: origin, prefix: "sign-up ") }

    private func buckets(of origin: SignInOrigin, prefix: String = "") -> [Bucket] {
        [bucket(prefix + "session", [origin.session.description], .session, endsWithSuccess: false)]
            + (origin.address.map { [bucket(prefix + "address", [$0], .address, endsWithSuccess: false)] } ?? [])
    }

    private func sharedBucket(of login: LoginName?) -> Bucket {
        bucket("login", [login?.description ?? ""], .login, endsWithSuccess: true)
    }

    /// The bucket for the first attempts of sites at a login, which a success leaves, so that it gives no new guesses.
    private func firstBucket(of login: LoginName?) -> Bucket {
        bucket("login, first of sites", [login?.description ?? ""], .firstOfSites, endsWithSuccess: false)
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
        SignInDigests.digest(of: SignInDigests.plainDigest(of: parts), key: key)
    }

    /// The digest by which the sessions of an account are stored.
    private func digest(_ login: LoginName) -> [UInt8] { digest(["account", login.description]) }

    /// The digest by which the addresses of an account are stored, in the same table.
    private func addressesDigest(_ login: LoginName) -> [UInt8] { digest(["addresses of account", login.description]) }

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
            "SELECT failures, blocked_until, last_at FROM sign_in_attempt WHERE bucket = ? AND expires_at > ?",
            bucket.key,
            now
        )
        guard let row else { return (0, nil) }
        let failures = Int(try row.integer(0))
        guard let blockedUntil = try row.optionalInteger(1) else { return (failures, nil) }
        // A clock that was ahead and set right must not make a wait longer, so the wait begins anew.
        if Timestamp(milliseconds: try row.integer(2)) > now {
            try store(failures, of: bucket, at: now, db)
            return (failures, bucket.limit.wait(after: failures).map { now + $0 })
        }
        return (failures, Timestamp(milliseconds: blockedUntil))
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

    // MARK: Known sessions and addresses

    private func isKnownSession(_ origin: SignInOrigin, to login: LoginName, _ db: any ServiceTransaction) throws
        -> Bool
    {
        try isKnown(digest(["session", origin.session.description]), to: digest(login), db)
    }

    private func isKnownAddress(_ origin: SignInOrigin, to login: LoginName, _ db: any ServiceTransaction) throws
        -> Bool
    {
        guard let address = origin.address else { return false }
        return try isKnown(digest(["address", address]), to: addressesDigest(login), db)
    }

    private func isKnown(_ origin: [UInt8], to owner: [UInt8], _ db: any ServiceTransaction) throws -> Bool {
        try db.row("SELECT 1 FROM known_session WHERE login = ? AND session = ?", owner, origin) != nil
    }

    private func remember(_ login: LoginName, _ origin: SignInOrigin, at now: Timestamp, _ db: any ServiceTransaction)
        throws
    {
        try Self.remember(digest(["session", origin.session.description]), of: digest(login), at: now, db)
        guard let address = origin.address else { return }
        try Self.remember(digest(["address", address]), of: addressesDigest(login), at: now, db)
    }

    private static func remember(
        _ origin: [UInt8],
        of owner: [UInt8],
        at now: Timestamp,
        _ db: any ServiceTransaction
    ) throws {
        try db.change(
            """
            INSERT INTO known_session (login, session, last_at) VALUES (?, ?, ?)
            ON CONFLICT (login, session) DO UPDATE SET last_at = excluded.last_at
            """,
            owner,
            origin,
            now
        )
        // The new origin comes first, because others may have the same time.
        try db.change(
            """
            DELETE FROM known_session WHERE login = ? AND session NOT IN (
                SELECT session FROM known_session WHERE login = ? ORDER BY session = ? DESC, last_at DESC LIMIT ?
            )
            """,
            owner,
            owner,
            origin,
            knownOrigins
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
        try db.change("DELETE FROM sign_in_attempt WHERE expires_at <= ?", expired.lastRemovable(at: now))
        let count = try Self.count(db)
        guard count > capacity else { return }
        // A tenth of the capacity is freed, so that a full table is not pruned again at each sweep.
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
