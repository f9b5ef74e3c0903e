public import AccountFlows
import Concurrency
public import Coordination
import Cryptography
import HTTPCore
public import Logging
public import ServiceDatabase
public import Sessions

/// Sends one-time codes and checks them.
///
/// A number has one live code of six digits, which a new one replaces. Only the session that requested a code can enter
/// it, within 10 minutes, with at most five attempts, and once. When the session requests the code again, it gets the
/// same code with the attempts that are left, or another one once half of the 10 minutes has passed. ``CodeLimits`` has
/// the limits by number, session, account, address, country and day. The code of an owner is not replaced while it is valid,
/// except on request of an owner.
///
/// Codes and limits are in the database of the services, so they outlive the process. A code is derived from random bytes by an
/// HMAC-SHA-256 and is never stored. Telephone numbers, sessions and addresses are stored as keyed hashes. The key is not in
/// the database. Without the key that was used before, live codes are invalid and the limits start again, except the number of
/// codes in a day.
///
/// An attempt is counted and compared in one transaction. Of any number of simultaneous attempts, five are compared and
/// at most one succeeds.
public final class CodeVerifier: Sendable {
    /// The number of bytes in a key.
    public static let keyByteCount = Sodium.authenticationKeyByteCount

    /// Returns a random key.
    public static func randomKey() -> [UInt8] { Sodium.randomBytes(keyByteCount) }

    /// A message to send for a request, or the reason against it.
    private enum Reservation {
        case message(CodeMessage, CodeTables.LiveCode, Undo)
        case value(SendCode.Value)
    }

    /// The parts of a reservation that a failed delivery takes back.
    private struct Undo {
        /// The code that the number had before.
        var previous: CodeTables.LiveCode?
        /// The share of the number that counts the code.
        var share: NumberShare
    }

    /// One of the shares of codes that a number has.
    private struct NumberShare {
        let limit: RateLimit
        let subject: [UInt8]
        /// The mark of the site's first request, which uses this share, or `nil` for other shares.
        var mark: [UInt8]?
    }

    let database: ServiceDatabase
    private let sender: (any CodeSender)?
    let clock: any WallClock
    private let expired: ExpiredRows
    let limits: CodeLimits
    private let key: [UInt8]
    private let log: Logger
    /// The end of the last day that used up its codes, so that the log has one line for each such day.
    private let loggedDay = Lock(Timestamp?.none)
    private let sends: CompletedEffects<SendCode.Value>
    private let checks: CompletedEffects<CheckCode.Value>

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - database: The database, or `nil` for one in memory.
    ///   - key: ``keyByteCount`` secret bytes, which must be the same for every process that uses the database, or `nil` for
    ///     random ones.
    ///   - sender: The service that delivers the codes, or `nil` if there is none, and then no code is sent.
    ///   - clock: The clock for expiry and limits.
    ///   - limits: The limits on sending and checking codes.
    ///   - log: The logger for days that have used up their codes.
    /// - Throws: `DatabaseError` when the database can't be used.
    public init(
        in database: ServiceDatabase? = nil,
        key: [UInt8]? = nil,
        sender: (any CodeSender)?,
        clock: any WallClock,
        limits: CodeLimits = CodeLimits(),
        log: Logger = Logger(label: "codes") { _ in SwiftLogNoOpLogHandler() }
    ) throws {
        let database = try database ?? .inMemory()
        try database.create(.codes)
        self.database = database
        self.key = key ?? Self.randomKey()
        self.sender = sender
        self.clock = clock
        expired = ExpiredRows(clock: clock)
        self.limits = limits
        self.log = log
        sends = CompletedEffects(clock: clock)
        checks = CompletedEffects(clock: clock)
    }

    /// Sends a code to a number.
    ///
    /// - Parameters:
    ///   - request: The recipient's number, and the session that can enter the code.
    ///   - key: The effect's key. A repeated call with the same key returns the same challenge. It sends nothing, or,
    ///     if the process stopped before the sender accepted the message, the same message with the same ID.
    /// - Returns: The challenge that identifies the code in ``check(_:of:session:key:)``, or the reason why no code was
    ///   sent.
    /// - Throws: The error of the sender, or `DatabaseError`. Nothing was sent, and the number can get another code at
    ///   once.
    public func send(_ request: CodeRequest, key: String) async throws -> SendCode.Value {
        guard let sender else { return .unavailable }
        guard limits.allows(request.phone) else { return .unsupportedCountry }
        return try await sends.value(for: key) {
            switch try self.reserve(request, Digest(of: key).bytes, at: self.clock.now) {
            case .value(let value): return value
            case .message(let message, let code, let undo):
                do {
                    try await self.deliver(message, code, undo, by: sender)
                } catch is UnconfirmedDelivery {
                    return .unconfirmed(self.challenge(code))
                }
                return .sent(self.challenge(code))
            }
        }
    }

    /// Reserves a code for a number, so that the caller can respond before the code is delivered.
    ///
    /// - Parameters:
    ///   - request: The recipient's number, and the session that can enter the code.
    ///   - key: The effect's key.
    /// - Returns: The challenge or the reason why no code is sent, and a function that delivers the code. A failed delivery is
    ///   logged.
    /// - Throws: `DatabaseError`. Nothing has changed then.
    func reserve(
        _ request: CodeRequest,
        key: String
    ) throws -> (value: SendCode.Value, deliver: (@Sendable () async -> Void)?) {
        guard let sender else { return (.unavailable, nil) }
        guard limits.allows(request.phone) else { return (.unsupportedCountry, nil) }
        switch try reserve(request, Digest(of: key).bytes, at: clock.now) {
        case .value(let value): return (value, nil)
        case .message(let message, let code, let undo):
            return (
                .sent(challenge(code)),
                { [self] in
                    do {
                        try await deliver(message, code, undo, by: sender)
                    } catch {
                        log.error("Code not sent", metadata: ["reason": "\(error)"])
                    }
                }
            )
        }
    }

    private func deliver(
        _ message: CodeMessage,
        _ code: CodeTables.LiveCode,
        _ undo: Undo,
        by sender: any CodeSender
    ) async throws {
        do {
            try await sender.send(message, key: code.message)
        } catch let error as UnconfirmedDelivery {
            throw error
        } catch {
            try cancel(code, undo)
            throw error
        }
        // The message was sent: a call with the same key finds the code, and at most sends the message again with its ID.
        try await afterChange { try recordDelivery(code) }
    }

    /// Checks a code.
    ///
    /// - Parameters:
    ///   - code: The code that the user entered.
    ///   - challenge: The ID of the challenge that ``send(_:key:)`` returned.
    ///   - session: The session that checks the code.
    ///   - key: The effect's key. A repeated call with the same key counts no attempt and returns the same result.
    /// - Returns: The outcome of the attempt, which is `.expired` for an unknown challenge or one of another session.
    /// - Throws: `StoreError`. The attempt may have been counted. A repeated call with the same key returns its outcome.
    public func check(
        _ code: Secret,
        of challenge: String,
        session: SessionID,
        key: String
    ) async throws -> CheckCode.Value {
        try await checks.value(for: key) { try self.attempt(code, of: challenge, session, key: key) }
    }

    /// The number of stored codes and limits.
    var counts: (codes: Int, limits: Int) {
        get throws { try database.read { db in try CodeTables(db: db).counts() } }
    }

    // MARK: In one transaction

    private func reserve(_ request: CodeRequest, _ effect: [UInt8], at now: Timestamp) throws -> Reservation {
        let phone = subject("phone", request.phone.digits)
        let session = subject("session", request.session.description)
        return try database.write { db in
            let tables = CodeTables(db: db)
            try tables.removeExpired(until: expired.lastRemovable(at: now))
            let live = try tables.code(of: phone)
            if let live, live.effect == effect, live.isUsable(at: now) {
                guard !live.isDelivered else { return .value(.sent(challenge(live))) }
                let undo = Undo(share: try share(of: request, in: tables, at: now))
                return .message(message(live, to: request.phone, at: now), live, undo)
            }
            let share = try share(of: request, in: tables, at: now)
            let usable = live.flatMap { $0.session == session && $0.isUsable(at: now) ? $0 : nil }
            if let retryAt = try nextTime(request, share, live, isOwn: usable != nil, in: tables, at: now) {
                return .value(.tooMany(retryAt: retryAt, stillValid: usable.map(challenge)))
            }
            for (limit, subject) in counted(request, share) + marks(of: request) {
                try tables.count(limit, of: subject, at: now)
            }
            try tables.changeSentCount(onDayOf: now, by: 1)
            var code: CodeTables.LiveCode
            if let usable, usable.expiresAt - now >= limits.lifetime / 2 {
                code = usable
                code.sentAt = now
            } else {
                code = try newCode(phone, session, isOwner: request.isOwner, in: tables, at: now)
            }
            code.message = "msg_" + Sodium.base64URL(Sodium.randomBytes(18))
            code.effect = effect
            code.isDelivered = false
            try tables.set(code)
            return .message(
                message(code, to: request.phone, at: now),
                code,
                Undo(previous: live, share: share)
            )
        }
    }

    /// Returns the time at which the next code can be sent, or `nil` if one can be sent now.
    private func nextTime(
        _ request: CodeRequest,
        _ share: NumberShare,
        _ live: CodeTables.LiveCode?,
        isOwn: Bool,
        in tables: CodeTables,
        at now: Timestamp
    ) throws -> Timestamp? {
        var waits: [(limit: String, until: Timestamp)] = []
        if let live, live.isUsable(at: now) {
            // Others can't replace a code at once, so that they can't stop its user from entering it.
            let gap =
                isOwn || request.isOwner
                ? limits.resendAfter : live.isOwner ? limits.lifetime : limits.protectedFor
            let until = min(min(live.sentAt, now) + gap, live.expiresAt)
            if until > now { waits.append(("code", until)) }
        }
        for (limit, subject) in counted(request, share) {
            if let until = try tables.nextTime(limit, of: subject, at: now) { waits.append(("rate", until)) }
        }
        // Requests without an address can't be told apart, so they are limited by the numbers and sessions alone.
        let isFirst = try daySubject(request).map { try self.isFirst($0, in: tables, at: now) } ?? true
        if try tables.sentCount(onDayOf: now) >= limits.perDay(isOwner: request.isOwner, isFirst: isFirst) {
            waits.append(("day", CodeTables.nextDay(after: now)))
        }
        guard let longest = waits.max(by: { $0.until < $1.until }) else { return nil }
        let isNew =
            longest.limit == "day"
            && loggedDay.withLock { day in
                defer { day = longest.until }
                return day != longest.until
            }
        if isNew {
            log.warning(
                "No codes are left for today",
                metadata: ["limit": .stringConvertible(limits.perDay), "until": "\(longest.until)"]
            )
        }
        return longest.until
    }

    private func newCode(
        _ phone: [UInt8],
        _ session: [UInt8],
        isOwner: Bool,
        in tables: CodeTables,
        at now: Timestamp
    ) throws -> CodeTables.LiveCode {
        let wrong = wrongSubject(phone, isOwner: isOwner)
        let available = try tables.available(limits.wrongPerPhone, of: wrong, at: now)
        return CodeTables.LiveCode(
            phone: phone,
            challenge: Sodium.base64URL(Sodium.randomBytes(18)),
            session: session,
            isOwner: isOwner,
            seed: Sodium.randomBytes(16),
            attemptsLeft: max(1, min(limits.attempts, available)),
            expiresAt: now + limits.lifetime,
            sentAt: now,
            message: "",
            effect: [],
            isDelivered: false
        )
    }

    private func recordDelivery(_ code: CodeTables.LiveCode) throws {
        try database.write { db in
            let tables = CodeTables(db: db)
            guard var live = try tables.code(of: code.phone), live.message == code.message else { return }
            live.isDelivered = true
            try tables.set(live)
        }
    }

    /// Takes back a code that was not sent, and restores the previous one.
    ///
    /// The limits of the session, the account and the address still count it, so that a failing gateway is not called
    /// without bounds.
    private func cancel(_ code: CodeTables.LiveCode, _ undo: Undo) throws {
        try database.write { db in
            let tables = CodeTables(db: db)
            try tables.uncount(undo.share.limit, of: undo.share.subject)
            if let mark = undo.share.mark { try tables.removeLimit(of: mark) }
            try tables.changeSentCount(onDayOf: code.sentAt, by: -1)
            guard let live = try tables.code(of: code.phone), live.message == code.message else { return }
            if var previous = undo.previous {
                // Attempts during the delivery count.
                if live.challenge == previous.challenge { previous.attemptsLeft = live.attemptsLeft }
                try tables.set(previous)
            } else {
                try tables.removeCode(of: code.phone)
            }
        }
    }

    private func attempt(
        _ entered: Secret,
        of challenge: String,
        _ session: SessionID,
        key: String
    ) throws -> CheckCode.Value {
        let now = clock.now
        let session = subject("session", session.description)
        return try database.write(once: key + "/check", at: now, expired) { db in
            let tables = CodeTables(db: db)
            guard var live = try tables.code(challenge), live.session == session, live.isUsable(at: now) else {
                return .expired
            }
            let wrong = wrongSubject(live.phone, isOwner: live.isOwner)
            // A constant-time comparison, so that its duration does not reveal how much of the code is right.
            guard Sodium.areEqualInConstantTime(Array(entered.exposed.utf8), Array(code(live).utf8)) else {
                live.attemptsLeft -= 1
                try tables.set(live)
                try tables.count(limits.wrongPerPhone, of: wrong, at: now)
                return .wrong(attemptsLeft: live.attemptsLeft)
            }
            try tables.removeCode(of: live.phone)
            try tables.removeLimit(of: wrong)
            return .verified
        }
    }

    // MARK: Subjects of limits

    /// The limits that count a code, with the keyed hashes of their subjects.
    private func counted(_ request: CodeRequest, _ share: NumberShare) -> [(RateLimit, [UInt8])] {
        var counted = [
            (share.limit, share.subject),
            (limits.perSession, subject("codes of session", request.session.description)),
        ]
        if let account = request.account { counted.append((limits.perAccount, subject("codes of account", account))) }
        if !request.isOwner, let limit = limits.dayShareOfCountry, let country = CallingCode(request.phone.digits) {
            counted.append((limit, subject("day of country", country.digits)))
        }
        if let address = request.clientAddress {
            counted += [
                (limits.perAddress, subject("codes of address", address)),
                (
                    limits.perPhoneAndAddress,
                    subject("codes of phone and address", request.phone.digits + " " + address)
                ),
                (limits.dayShareOfAddress, subject("day of address", address)),
            ]
            if let site = ClientAddress(address)?.site.description {
                counted.append((limits.dayShareOfSite, subject("day of site", site)))
            }
        }
        return counted
    }

    /// Returns the share of the number that a request uses.
    private func share(of request: CodeRequest, in tables: CodeTables, at now: Timestamp) throws -> NumberShare {
        let number = request.phone.digits
        if request.isOwner { return NumberShare(limit: limits.perPhone, subject: subject("codes of owner", number)) }
        if let mark = phoneAndSiteSubject(request), try isFirst(mark, in: tables, at: now) {
            let subject = subject("first codes of phone", number)
            return NumberShare(limit: limits.firstPerPhone, subject: subject, mark: mark)
        }
        return NumberShare(limit: limits.perPhone, subject: subject("codes of phone", number))
    }

    /// The marks by which later requests of a site are no first ones.
    ///
    /// They stop no request.
    private func marks(of request: CodeRequest) -> [(RateLimit, [UInt8])] {
        [phoneAndSiteSubject(request), daySubject(request)].compactMap { $0.map { (CodeLimits.firstOfDay, $0) } }
    }

    /// Returns whether a site has requested no code within a day.
    private func isFirst(_ mark: [UInt8], in tables: CodeTables, at now: Timestamp) throws -> Bool {
        try tables.nextTime(CodeLimits.firstOfDay, of: mark, at: now) == nil
    }

    private func phoneAndSiteSubject(_ request: CodeRequest) -> [UInt8]? {
        site(of: request).map { subject("codes of phone and site", request.phone.digits + " " + $0) }
    }

    private func daySubject(_ request: CodeRequest) -> [UInt8]? {
        site(of: request).map { subject("first of site", $0) }
    }

    private func site(of request: CodeRequest) -> String? {
        request.clientAddress.map { ClientAddress($0)?.site.description ?? $0 }
    }

    private func wrongSubject(_ phone: [UInt8], isOwner: Bool) -> [UInt8] {
        Sodium.authenticationCode(
            of: Array((isOwner ? "wrong of owner" : "wrong of phone").utf8) + [0] + phone,
            key: key
        )
    }

    /// The zero byte separates the parts, so that different parts never give the same hash.
    private func subject(_ kind: String, _ name: String) -> [UInt8] {
        Sodium.authenticationCode(of: Array(kind.utf8) + [0] + Array(name.utf8), key: key)
    }

    // MARK: Codes

    private func challenge(_ code: CodeTables.LiveCode) -> CodeChallenge {
        CodeChallenge(
            id: code.challenge,
            resendAvailableAt: code.sentAt + limits.resendAfter,
            expiresAt: code.expiresAt,
            attemptsLeft: code.attemptsLeft
        )
    }

    private func message(_ live: CodeTables.LiveCode, to phone: PhoneNumber, at now: Timestamp) -> CodeMessage {
        CodeMessage(phone: phone, code: Secret(code(live)), validFor: live.expiresAt - now)
    }

    private func code(_ live: CodeTables.LiveCode) -> String {
        Self.code(from: live.seed + live.phone, key: key)
    }

    /// Derives six digits from bytes.
    ///
    /// Random bytes give each of the one million codes with the same probability.
    static func code(from bytes: [UInt8], key: [UInt8]) -> String {
        // 64 bits of the hash: the remainder of a division by a million is uniform to one part in 10¹³.
        let number = Sodium.authenticationCode(of: Array("code".utf8) + [0] + bytes, key: key).prefix(8)
            .reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        // The leading 1 preserves leading zeros and is cut off.
        return String(1_000_000 + number % 1_000_000).suffix(6).description
    }
}
