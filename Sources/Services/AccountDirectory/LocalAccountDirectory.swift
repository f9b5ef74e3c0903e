public import Applications
import Concurrency
import Coordination
public import Sessions

/// The accounts of this server, in the database of the services.
///
/// Logins are compared byte by byte, after spaces at both ends are removed and the letters A to Z are lowercased. A
/// login of spaces alone counts as taken. Passwords have at least 8 characters (Unicode scalars), none is forbidden,
/// and only their hashes are stored (see ``ScryptParameters``). A sign-in with an unknown login computes a hash, too, so
/// it takes as long as one with a wrong password. After five wrong passwords in a row a login must wait, at most 15
/// minutes per attempt, so no account is locked permanently.
///
/// Calls block while they hash, so they belong on threads that may block, such as those that run effects.
public final class LocalAccountDirectory: AccountDirectory {
    /// The minimum length of a password in Unicode scalars.
    public static let minimumPasswordLength = 8

    private let clock: any WallClock
    private let derive: PasswordHash.Derivation
    /// The hash that passwords for unknown logins are compared with.
    private let dummy: PasswordHash
    private let accounts: AccountTable
    private let throttle: Lock<SignInThrottle>
    private let signIns: CompletedEffects<SignIn.Value>
    private let creations: CompletedEffects<CreateAccount.Value>
    private let attachments: CompletedEffects<AttachPhone.Value>

    /// Opens the directory.
    ///
    /// - Parameters:
    ///   - database: The database; `nil` for one in memory.
    ///   - clock: The clock for waiting times.
    ///   - hashing: The cost of a password hash.
    ///   - hasDemoAccount: Whether to create a demonstration account: login `demo`, password `demo-password`, with the
    ///     verified number `+491701234567`. An existing account `demo` is left as it is.
    /// - Throws: An error when the database can't be used.
    public convenience init(
        in database: ServiceDatabase? = nil,
        clock: any WallClock,
        hashing: ScryptParameters = .standard,
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
        dummy = .unmatchable
        accounts = AccountTable(database: try database ?? .inMemory())
        throttle = Lock(SignInThrottle(capacity: throttleCapacity))
        signIns = CompletedEffects(clock: clock)
        creations = CompletedEffects(clock: clock)
        attachments = CompletedEffects(clock: clock)
        if hasDemoAccount, let name = LoginName("demo"), let phone = PhoneNumber("+491701234567"),
            try accounts.entry(name) == nil
        {
            let password = try PasswordHash(of: "demo-password", derive)
            _ = try accounts.insert(.init(account: Account(id: "demo", phones: [phone]), password: password), for: name)
        }
    }

    /// The number of logins with recent wrong passwords.
    var throttledCount: Int { throttle.withLock { $0.count } }

    /// Checks credentials; blocks while it hashes.
    public func signIn(_ credentials: Credentials, key: String) async throws -> SignIn.Value {
        try await signIns.value(for: key) {
            guard let name = LoginName(credentials.login) else { return try self.rejection(for: credentials) }
            let now = self.clock.now
            if let retryAt = self.throttle.withLock({ $0.begin(name, at: now) }) {
                return .tooMany(retryAt: retryAt)
            }
            guard let entry = try self.accounts.entry(name) else { return try self.rejection(for: credentials) }
            guard try entry.password.matches(credentials.password.exposed, self.derive) else { return .rejected }
            self.throttle.withLock { $0.succeeded(name) }
            return .account(entry.account)
        }
    }

    /// Creates an account; blocks while it hashes.
    public func create(_ credentials: Credentials, key: String) async throws -> CreateAccount.Value {
        try await creations.value(for: key) {
            let password = credentials.password.exposed
            guard password.unicodeScalars.count >= Self.minimumPasswordLength else {
                return .weakPassword(minimumLength: Self.minimumPasswordLength)
            }
            guard let name = LoginName(credentials.login), try self.accounts.entry(name) == nil else { return .taken }
            let hash = try PasswordHash(of: password, self.derive)
            let account = Account(id: name.description)
            // Another call may have taken the login while this one was hashing.
            return try self.accounts.insert(.init(account: account, password: hash), for: name)
                ? .account(account) : .taken
        }
    }

    /// Adds a verified number to an account.
    public func attachPhone(
        _ phone: PhoneNumber,
        to account: Account.ID,
        key: String
    ) async throws -> AttachPhone.Value {
        try await attachments.value(for: key) {
            guard let name = LoginName(account) else { return nil }
            return try self.accounts.update(name) { account in
                if !account.phones.contains(phone) { account.phones.append(phone) }
            }
        }
    }

    /// Returns an account by its ID, in its current state.
    public func account(_ id: Account.ID) async throws -> Account? {
        try LoginName(id).flatMap { try accounts.entry($0)?.account }
    }

    /// Rejects credentials after the time that a wrong password takes, so that timing does not reveal logins.
    private func rejection(for credentials: Credentials) throws -> SignIn.Value {
        _ = try dummy.matches(credentials.password.exposed, derive)
        return .rejected
    }
}
