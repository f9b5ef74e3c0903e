public import Applications
import Coordination
public import Sessions
import Threads

/// The accounts of this server, in a database of its own.
///
/// Logins are compared byte by byte after blanks at both ends are dropped and the letters A to Z are made small; a name of
/// blanks alone is taken. Passwords have at least 8 characters (Unicode scalars), none is forbidden, and only their hashes
/// are kept (see ``PasswordHashing``). A sign-in with an unknown name hashes, too, so that it takes as long as one with
/// a wrong password. After five wrong passwords in a row a login has to wait, at the most 15 minutes a try; nobody is
/// locked out for ever.
///
/// Calls block while they hash, so they belong on threads where that is allowed, as those of effects are.
public final class LocalAccountDirectory: AccountDirectory {
    /// How many characters a password has at the least.
    public static let minimumPasswordLength = 8

    private let clock: any WallClock
    private let derive: PasswordHash.Derivation
    /// What a password for an unknown name is compared with.
    private let dummy: PasswordHash
    private let accounts: AccountTable
    private let throttle: Lock<SignInThrottle>
    private let signIns: EffectAnswers<SignIn.Value>
    private let creations: EffectAnswers<CreateAccount.Value>
    private let attachments: EffectAnswers<AttachPhone.Value>

    /// Makes a directory.
    ///
    /// - Parameters:
    ///   - database: Where the accounts are kept; `nil` for one that ends with the process.
    ///   - clock: The time.
    ///   - hashing: What a hash costs.
    ///   - hasDemoAccount: Whether there is an account for demonstrations: login `demo`, password `demo-password`, with
    ///     the verified number `+491701234567`.
    /// - Throws: An error when the database can't be used.
    public convenience init(
        in database: ServiceDatabase? = nil,
        clock: any WallClock,
        hashing: PasswordHashing = .standard,
        hasDemoAccount: Bool = false
    ) throws {
        try self.init(in: database, clock: clock, hasDemoAccount: hasDemoAccount) { try hashing.hash($0, salt: $1) }
    }

    init(
        in database: ServiceDatabase? = nil,
        clock: any WallClock,
        hasDemoAccount: Bool = false,
        throttleCapacity: Int = 100_000,
        derive: @escaping PasswordHash.Derivation
    ) throws {
        self.clock = clock
        self.derive = derive
        dummy = .ofNothing
        accounts = AccountTable(database: try database ?? .inMemory())
        throttle = Lock(SignInThrottle(capacity: throttleCapacity))
        signIns = EffectAnswers(clock: clock)
        creations = EffectAnswers(clock: clock)
        attachments = EffectAnswers(clock: clock)
        if hasDemoAccount, let name = LoginName("demo"), let phone = PhoneNumber("+491701234567"),
            try accounts.entry(name) == nil
        {
            let password = try PasswordHash(of: "demo-password", derive)
            _ = try accounts.insert(.init(account: Account(id: "demo", phones: [phone]), password: password), for: name)
        }
    }

    /// How many logins have wrong passwords to their name.
    var throttledCount: Int { throttle.withLock { $0.count } }

    /// Asks whether credentials are right; blocks while it hashes.
    public func signIn(_ credentials: Credentials, key: String) async throws -> SignIn.Value {
        try await signIns.answer(to: key) {
            guard let name = LoginName(credentials.login) else { return try self.refusal(for: credentials) }
            let now = self.clock.now
            if let retryAt = self.throttle.withLock({ $0.begin(name, at: now) }) {
                return .tooMany(retryAt: retryAt)
            }
            guard let entry = try self.accounts.entry(name) else { return try self.refusal(for: credentials) }
            guard try entry.password.matches(credentials.password.exposed, self.derive) else { return .refused }
            self.throttle.withLock { $0.succeeded(name) }
            return .account(entry.account)
        }
    }

    /// Makes a new account; blocks while it hashes.
    public func create(_ credentials: Credentials, key: String) async throws -> CreateAccount.Value {
        try await creations.answer(to: key) {
            let password = credentials.password.exposed
            guard password.unicodeScalars.count >= Self.minimumPasswordLength else {
                return .weakPassword(minimumLength: Self.minimumPasswordLength)
            }
            guard let name = LoginName(credentials.login), try self.accounts.entry(name) == nil else { return .taken }
            let hash = try PasswordHash(of: password, self.derive)
            let account = Account(id: name.description)
            // Somebody may have been faster while this one was hashing.
            return try self.accounts.insert(.init(account: account, password: hash), for: name)
                ? .account(account) : .taken
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
            return try self.accounts.update(name) { account in
                if !account.phones.contains(phone) { account.phones.append(phone) }
            }
        }
    }

    /// The account with a name, as it is now.
    public func account(_ id: Account.ID) async throws -> Account? {
        try LoginName(id).flatMap { try accounts.entry($0)?.account }
    }

    /// Refuses after as long a time as a wrong password takes.
    private func refusal(for credentials: Credentials) throws -> SignIn.Value {
        _ = try dummy.matches(credentials.password.exposed, derive)
        return .refused
    }
}
