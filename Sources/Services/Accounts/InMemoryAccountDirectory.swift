public import Applications
import Coordination
public import Sessions
import Threads

/// Accounts in memory: they are gone when the process is.
///
/// Logins are compared byte by byte after blanks at both ends are dropped and the letters A to Z are made small; a name of
/// blanks alone is taken. Passwords have at least 8 characters (Unicode scalars), none is forbidden, and only their hashes
/// are kept (see ``PasswordHashing``). A sign-in with an unknown name hashes, too, so that it takes as long as one with
/// a wrong password. After five wrong passwords in a row a login has to wait, at the most 15 minutes a try; nobody is
/// locked out for ever.
///
/// Calls block while they hash, so they belong on threads where that is allowed, as those of effects are.
public final class InMemoryAccountDirectory: AccountDirectory {
    /// How many characters a password has at the least.
    public static let minimumPasswordLength = 8

    private struct Entry {
        var account: Account
        let password: PasswordHash
    }

    private struct State {
        var entries: [LoginName: Entry] = [:]
        var throttle: SignInThrottle
    }

    private let clock: any WallClock
    private let derive: PasswordHash.Derivation
    /// What a password for an unknown name is compared with.
    private let dummy: PasswordHash
    private let state: Lock<State>
    private let signIns: EffectAnswers<SignIn.Value>
    private let creations: EffectAnswers<CreateAccount.Value>
    private let attachments: EffectAnswers<AttachPhone.Value>

    /// Makes a directory.
    ///
    /// - Parameters:
    ///   - clock: The time.
    ///   - hashing: What a hash costs.
    ///   - hasDemoAccount: Whether there is an account for demonstrations: login `demo`, password `demo-password`, with
    ///     the verified number `+491701234567`.
    /// - Throws: An error when `hashing` is not what scrypt takes.
    public convenience init(
        clock: any WallClock,
        hashing: PasswordHashing = .standard,
        hasDemoAccount: Bool = false
    ) throws {
        try self.init(clock: clock, hasDemoAccount: hasDemoAccount) { try hashing.hash($0, salt: $1) }
    }

    init(
        clock: any WallClock,
        hasDemoAccount: Bool = false,
        throttleCapacity: Int = 100_000,
        derive: @escaping PasswordHash.Derivation
    ) throws {
        self.clock = clock
        self.derive = derive
        dummy = try PasswordHash(of: "a password that nobody has", derive)
        state = Lock(State(throttle: SignInThrottle(capacity: throttleCapacity)))
        signIns = EffectAnswers(clock: clock)
        creations = EffectAnswers(clock: clock)
        attachments = EffectAnswers(clock: clock)
        if hasDemoAccount, let name = LoginName("demo"), let phone = PhoneNumber("+491701234567") {
            let password = try PasswordHash(of: "demo-password", derive)
            state.withLock { state in
                state.entries[name] = Entry(account: Account(id: "demo", phones: [phone]), password: password)
            }
        }
    }

    /// How many logins have wrong passwords to their name.
    var throttledCount: Int { state.withLock { $0.throttle.count } }

    /// Asks whether credentials are right; blocks while it hashes.
    public func signIn(_ credentials: Credentials, key: String) async throws -> SignIn.Value {
        try await signIns.answer(to: key) {
            guard let name = LoginName(credentials.login) else { return try self.refusal(for: credentials) }
            let now = self.clock.now
            if let retryAt = self.state.withLock({ $0.throttle.begin(name, at: now) }) {
                return .tooMany(retryAt: retryAt)
            }
            guard let password = self.state.withLock({ $0.entries[name]?.password }) else {
                return try self.refusal(for: credentials)
            }
            guard try password.matches(credentials.password.exposed, self.derive) else { return .refused }
            let account = self.state.withLock { state in
                state.throttle.succeeded(name)
                return state.entries[name]?.account
            }
            return account.map(SignIn.Value.account) ?? .refused
        }
    }

    /// Makes a new account; blocks while it hashes.
    public func create(_ credentials: Credentials, key: String) async throws -> CreateAccount.Value {
        try await creations.answer(to: key) {
            let password = credentials.password.exposed
            guard password.unicodeScalars.count >= Self.minimumPasswordLength else {
                return .weakPassword(minimumLength: Self.minimumPasswordLength)
            }
            guard let name = LoginName(credentials.login), self.state.withLock({ $0.entries[name] == nil }) else {
                return .taken
            }
            let hash = try PasswordHash(of: password, self.derive)
            let account = Account(id: name.description)
            return self.state.withLock { state in
                // Somebody may have been faster while this one was hashing.
                guard state.entries[name] == nil else { return .taken }
                state.entries[name] = Entry(account: account, password: hash)
                return .account(account)
            }
        }
    }

    /// Adds a number to an account.
    public func attachPhone(
        _ phone: PhoneNumber,
        to account: Account.ID,
        key: String
    ) async throws -> AttachPhone.Value {
        try await attachments.answer(to: key) {
            guard let name = LoginName(account) else { return nil }
            return self.state.withLock { state in
                guard var entry = state.entries[name] else { return nil }
                if !entry.account.phones.contains(phone) { entry.account.phones.append(phone) }
                state.entries[name] = entry
                return entry.account
            }
        }
    }

    /// Refuses after as long a time as a wrong password takes.
    private func refusal(for credentials: Credentials) throws -> SignIn.Value {
        _ = try dummy.matches(credentials.password.exposed, derive)
        return .refused
    }
}
