import AccountFlows
import Concurrency
import Coordination
import Cryptography
import ServiceDatabase
import Sessions

/// Sets new passwords in place of forgotten ones, by a code to the phone of the account.
///
/// The responses are the same whether or not the login exists and has a phone: without one, no code matches the
/// challenge, which allows as many attempts as any other. Codes are delivered after the response, so that its time does not
/// tell whether there is a phone either. Requests count by session and address, like attempts to sign up, and codes by the
/// limits of ``CodeVerifier``. A request from a session or an address that has signed in to the account before uses the share
/// of the number's owner, which strangers elsewhere can't use up.
final class PasswordResets: Sendable {
    private let accounts: any AccountDirectory
    private let codes: CodeVerifier
    private let throttle: SignInThrottle
    private let expired: ExpiredRows
    /// The threads on which codes are delivered, or `nil` if the system has none left, and then no code is sent.
    private let deliverers: WorkerThreads?
    /// The number of codes that are not delivered yet.
    private let undelivered = Monitor(0)
    private let sends: CompletedEffects<SendResetCode.Value>
    private let resets: CompletedEffects<ResetPassword.Value>

    private var database: ServiceDatabase { codes.database }

    /// Creates resets with the database, the clock and the limits of the codes.
    ///
    /// - Parameters:
    ///   - accounts: The accounts with their phones and passwords.
    ///   - codes: The codes that are sent to the phones.
    init(accounts: any AccountDirectory, codes: CodeVerifier) {
        self.accounts = accounts
        self.codes = codes
        expired = ExpiredRows(clock: codes.clock)
        throttle = SignInThrottle(database: codes.database, expired: expired, capacity: 100_000)
        deliverers = try? WorkerThreads(count: 4, name: "reset-codes")
        sends = CompletedEffects(clock: codes.clock)
        resets = CompletedEffects(clock: codes.clock)
    }

    deinit { deliverers?.finish() }

    /// Sends a code to the phone of an account, if there is one.
    ///
    /// - Parameters:
    ///   - login: The login as the user typed it.
    ///   - origin: The session and the address of the user.
    ///   - key: The effect's key. A repeated call returns the same challenge and sends nothing.
    /// - Returns: A challenge, also when no code was sent, or the time of the next attempt.
    /// - Throws: An error when the accounts are unavailable.
    func sendCode(to login: String, from origin: SignInOrigin, key: String) async throws -> SendResetCode.Value {
        try await sends.value(for: key) {
            let now = self.codes.clock.now
            if let retryAt = try self.throttle.begin(withPhone: nil, from: origin, at: now) {
                return .tooMany(retryAt: retryAt)
            }
            let id = try await self.accounts.accountID(ofLogin: login)
            let phone = if let id { try await self.accounts.account(id)?.phones.last } else { nil as PhoneNumber? }
            let sent =
                if let id, let phone { try self.send(to: phone, of: id, origin, key) } else { nil as CodeChallenge? }
            let challenge =
                sent
                ?? CodeChallenge(
                    id: Sodium.base64URL(Sodium.randomBytes(16)),
                    resendAvailableAt: now + self.codes.limits.resendAfter,
                    expiresAt: now + self.codes.limits.lifetime,
                    attemptsLeft: self.codes.limits.attempts
                )
            try self.insert(challenge, login: id ?? login, session: origin.session, hasCode: sent != nil, at: now)
            return .sent(challenge)
        }
    }

    /// Sets a new password, if the code is right.
    ///
    /// The call blocks while it hashes.
    ///
    /// - Parameters:
    ///   - entry: The code and the new password.
    ///   - challenge: The ID of the challenge.
    ///   - origin: The session and the address of the user.
    ///   - key: The effect's key. A repeated call counts no attempt and returns the same result.
    ///   - didSet: Called with the account after its password was set.
    /// - Returns: The account, or the reason why the password was not set.
    /// - Throws: An error when the accounts are unavailable. The password may have been set. A repeated call with the same key
    ///   sets it again and returns the account.
    func reset(
        _ entry: PasswordResetEntry,
        of challenge: String,
        from origin: SignInOrigin,
        key: String,
        didSet: (Account.ID) async -> Void = { _ in }
    ) async throws -> ResetPassword.Value {
        try await resets.value(for: key) {
            if let done: ResetPassword.Value = try self.database.result(of: key + "/reset") { return done }
            guard let request = try self.request(challenge, of: origin.session) else { return .expired }
            // Before the attempt, which would use the code.
            if let weakness = self.accounts.weakness(of: entry.password, login: request.login) {
                return .weakPassword(weakness)
            }
            guard request.hasCode else { return try self.failedAttempt(challenge, key: key) }
            switch try await self.codes.check(entry.code, of: challenge, session: origin.session, key: key) {
            case .wrong(let left): return .wrongCode(attemptsLeft: left)
            case .expired: return .expired
            case .verified:
                // The code is used up, so an error from here on must not look as if nothing had happened.
                return try await afterChange {
                    switch try await self.accounts.setPassword(entry.password, of: request.login, from: origin) {
                    case .account(let account):
                        await didSet(account.id)
                        return try self.complete(challenge, with: .account(account), key: key)
                    case .secondFactor(let factor):
                        await didSet(request.login)
                        return try self.complete(challenge, with: .secondFactor(factor), key: key)
                    case .rejected, .tooMany, nil: return try self.complete(challenge, with: .expired, key: key)
                    }
                }
            }
        }
    }

    private func send(
        to phone: PhoneNumber,
        of account: Account.ID,
        _ origin: SignInOrigin,
        _ key: String
    ) throws -> CodeChallenge? {
        guard let deliverers, undelivered.withLock({ $0 }) < 256 else { return nil }
        let request = CodeRequest(
            phone: phone,
            session: origin.session,
            isOwner: try LoginName(account).map { try throttle.isKnown(origin, to: $0) } ?? false,
            clientAddress: origin.address
        )
        let reserved = try codes.reserve(request, key: key)
        if let deliver = reserved.deliver {
            undelivered.withLock { $0 += 1 }
            Task(executorPreference: deliverers) { [undelivered] in
                await deliver()
                undelivered.withLock { $0 -= 1 }
            }
        }
        return switch reserved.value {
        case .sent(let challenge), .unconfirmed(let challenge): challenge
        case .tooMany(_, let challenge): challenge
        case .unsupportedCountry, .unavailable: nil
        }
    }

    /// Blocks until all codes are delivered.
    func waitForDeliveries() { undelivered.wait(while: { $0 > 0 }) { _ in } }

    // MARK: Requests

    private func insert(
        _ challenge: CodeChallenge,
        login: String,
        session: SessionID,
        hasCode: Bool,
        at now: Timestamp
    ) throws {
        try database.write { db in
            // A code that is sent again keeps its challenge, and the challenge of another session is unique.
            try db.change(
                "DELETE FROM password_reset WHERE expires_at <= ? OR session = ? OR challenge = ?",
                expired.lastRemovable(at: now),
                session.description,
                challenge.id
            )
            try db.change(
                """
                INSERT INTO password_reset (session, challenge, login, has_code, attempts_left, expires_at)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
                session.description,
                challenge.id,
                login,
                hasCode,
                challenge.attemptsLeft,
                challenge.expiresAt
            )
        }
    }

    private func request(_ challenge: String, of session: SessionID) throws -> (login: String, hasCode: Bool)? {
        let row = try database.read { db in
            try db.row(
                """
                SELECT login, has_code FROM password_reset
                WHERE session = ? AND challenge = ? AND attempts_left > 0 AND expires_at > ?
                """,
                session.description,
                challenge,
                codes.clock.now
            )
        }
        return try row.map { try (login: $0.text(0), hasCode: $0.bool(1)) }
    }

    /// Counts an attempt at a challenge that no code matches.
    private func failedAttempt(_ challenge: String, key: String) throws -> ResetPassword.Value {
        try database.write(once: key + "/reset", at: codes.clock.now, expired) { db in
            let row = try db.row(
                """
                UPDATE password_reset SET attempts_left = attempts_left - 1
                WHERE challenge = ? AND attempts_left > 0 RETURNING attempts_left
                """,
                challenge
            )
            return try row.map { .wrongCode(attemptsLeft: Int(try $0.integer(0))) } ?? .expired
        }
    }

    /// Removes a request, and stores the result for calls with the same key.
    private func complete(
        _ challenge: String,
        with result: ResetPassword.Value,
        key: String
    ) throws -> ResetPassword.Value {
        try database.write(once: key + "/reset", at: codes.clock.now, expired) { db in
            try db.change("DELETE FROM password_reset WHERE challenge = ?", challenge)
            return result
        }
    }
}
