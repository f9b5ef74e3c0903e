public import Applications
public import Coordination
import Cryptography
public import Sessions
import Threads

/// Gives out one-time codes and checks them.
///
/// A code is six digits from the system's random numbers. It lives for 10 minutes, can be tried five times and used once,
/// and a number gets another one after 30 seconds, at most five within an hour (see ``CodeRules``). Nothing but an
/// HMAC-SHA-256 over the challenge, the number and the code is kept, under a key that each process makes for itself; so
/// codes do not outlive the process.
///
/// A try is counted before it is compared, both under one lock: however many come at the same time, five are compared
/// and one can win.
public final class CodeVerifier: Sendable {
    private struct Open {
        let phone: PhoneNumber
        let code: [UInt8]
        let expiresAt: Timestamp
        var attemptsLeft: Int
    }

    private struct State {
        var open: [String: Open] = [:]
        var lines: [PhoneNumber: PhoneLine] = [:]
        var lastSweep: Timestamp?
    }

    private let sender: any CodeSender
    private let clock: any WallClock
    private let rules: CodeRules
    private let secret = Sodium.randomBytes(Sodium.keyByteCount)
    private let state = Lock(State())
    private let sends: EffectAnswers<SendCode.Value>
    private let checks: EffectAnswers<CheckCode.Value>

    /// Makes a verifier.
    ///
    /// - Parameters:
    ///   - sender: What brings codes to telephones.
    ///   - clock: The time.
    ///   - rules: How codes are given out and tried.
    public init(sender: any CodeSender, clock: any WallClock, rules: CodeRules = CodeRules()) {
        self.sender = sender
        self.clock = clock
        self.rules = rules
        sends = EffectAnswers(clock: clock)
        checks = EffectAnswers(clock: clock)
    }

    /// Sends a code to a number.
    ///
    /// - Parameters:
    ///   - phone: Where to.
    ///   - key: The effect's key; a repeated call with it sends nothing and gives the same challenge.
    /// - Returns: The challenge by which ``check(_:of:key:)`` knows the code, or when the number can get one.
    /// - Throws: What the sender throws; nothing was sent then, and the number may ask again at once.
    public func send(to phone: PhoneNumber, key: String) async throws -> SendCode.Value {
        try await sends.answer(to: key) {
            let now = self.clock.now
            let id = Self.randomName()
            let code = Self.randomCode()
            if let retryAt = self.reserve(id, phone, code, at: now) { return .tooMany(retryAt: retryAt) }
            do {
                try await self.sender.send(CodeMessage(phone: phone, code: Secret(code)), key: key)
            } catch {
                self.withdraw(id, phone, at: now)
                throw error
            }
            return .sent(
                CodeChallenge(
                    id: id,
                    resendAvailableAt: now + self.rules.resendAfter,
                    attemptsLeft: self.rules.attempts
                )
            )
        }
    }

    /// Tries a code.
    ///
    /// - Parameters:
    ///   - code: What the user entered.
    ///   - challenge: The name of the code, as ``send(to:key:)`` gave it.
    ///   - key: The effect's key; a repeated call with it counts no try and gives the same answer.
    /// - Returns: Whether it is the code. An unknown challenge is one that has expired.
    public func check(_ code: Secret, of challenge: String, key: String) async throws -> CheckCode.Value {
        try await checks.answer(to: key) { self.attempt(code, of: challenge) }
    }

    /// How many codes can still be tried, and how many numbers are remembered.
    var counts: (open: Int, lines: Int) { state.withLock { ($0.open.count, $0.lines.count) } }

    // MARK: Under the lock

    /// Keeps a new code, or says when the number can get one.
    private func reserve(_ id: String, _ phone: PhoneNumber, _ code: String, at now: Timestamp) -> Timestamp? {
        let kept = Sodium.authenticationCode(of: Self.statement(id, phone, code), key: secret)
        return state.withLock { state in
            sweep(&state, at: now)
            var line = state.lines[phone] ?? PhoneLine()
            if let retryAt = line.waitsUntil(rules, at: now) { return retryAt }
            guard state.open.count < rules.open else { return now + rules.resendAfter }
            line.noteSend(at: now)
            state.lines[phone] = line
            state.open[id] = Open(
                phone: phone,
                code: kept,
                expiresAt: now + rules.lifetime,
                attemptsLeft: rules.attempts
            )
            return nil
        }
    }

    private func withdraw(_ id: String, _ phone: PhoneNumber, at time: Timestamp) {
        state.withLock { state in
            state.open[id] = nil
            state.lines[phone]?.withdrawSend(at: time)
        }
    }

    private func attempt(_ code: Secret, of challenge: String) -> CheckCode.Value {
        let now = clock.now
        return state.withLock { state in
            guard var open = state.open[challenge], open.expiresAt > now, open.attemptsLeft > 0 else {
                state.open[challenge] = nil
                return .expired
            }
            open.attemptsLeft -= 1
            state.open[challenge] = open.attemptsLeft > 0 ? open : nil
            // Compares in a time that does not depend on where the two differ.
            let entered = Sodium.authenticationCode(
                of: Self.statement(challenge, open.phone, code.exposed),
                key: secret
            )
            guard Sodium.areEqual(entered, open.code) else {
                state.lines[open.phone, default: PhoneLine()].noteWrongTry(at: now)
                return .wrong(attemptsLeft: open.attemptsLeft)
            }
            state.open[challenge] = nil
            state.lines[open.phone]?.noteRightTry()
            return .verified
        }
    }

    /// Forgets what is over, once a minute at the most.
    private func sweep(_ state: inout State, at now: Timestamp) {
        if let last = state.lastSweep, now - last < .seconds(60), state.open.count < rules.open { return }
        state.lastSweep = now
        state.open = state.open.filter { $0.value.expiresAt > now }
        state.lines = state.lines.filter { !$0.value.isForgettable(at: now) }
    }

    // MARK: Codes

    /// What is authenticated; the zero bytes keep the parts apart.
    private static func statement(_ challenge: String, _ phone: PhoneNumber, _ code: String) -> [UInt8] {
        Array(challenge.utf8) + [0] + Array(phone.digits.utf8) + [0] + Array(code.utf8)
    }

    /// Six digits, each of the million as likely as any other.
    static func randomCode() -> String {
        var generator = SystemRandomNumberGenerator()
        // The leading one keeps the zeros.
        return String(Int.random(in: 1_000_000..<2_000_000, using: &generator)).suffix(6).description
    }

    private static func randomName() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }.joined()
    }
}
