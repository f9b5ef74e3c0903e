public import AccountFlows
import Concurrency
public import Coordination
import Cryptography
import JSON
public import ServiceDatabase
public import Sessions

/// The accounts of this server, in the database of the services.
///
/// A login names an account in every spelling of RFC 8265: case, width, normal form and invisible characters do not
/// count. A new login has letters of one script, and none that looks like the login of another account. New passwords
/// must follow ``PasswordRules``, and only their hashes are stored (see ``Argon2idParameters``). A sign-in with an
/// unknown login computes a hash, too, so it takes as long as one with a wrong password. Failed attempts are slowed
/// down, but no account is ever locked: in a session that has signed in to an account before, the right password is
/// accepted even while others guess.
///
/// The ID of an account is its normalized login. It never changes, and no other account ever gets it.
///
/// Calls block while they hash, so they belong on threads that may block, such as those that run effects.
public final class LocalAccountDirectory: AccountDirectory {
    private static let recentSignIn = Duration.seconds(15 * 60)

    let clock: any WallClock
    private let hasher: PasswordHasher
    private let rules: PasswordRules
    private let accounts: AccountTable
    /// The table with the demonstration account only, or `nil` when there is none.
    private let demo: AccountTable?
    private let signUps: SignUpTable
    let expired: ExpiredRows
    let throttle: SignInThrottle
    /// The secret of authenticator apps and recovery codes, which is not in the database.
    private let secret: [UInt8]
    private let signIns: CompletedEffects<SignIn.Value>
    private let preparations: CompletedEffects<PrepareAccount.Value>
    private let creations: CompletedEffects<CreateAccount.Value>
    private let attachments: CompletedEffects<AttachPhone.Value>
    private let passwordChanges: CompletedEffects<ChangePassword.Value>
    private let confirmations: CompletedEffects<ConfirmPassword.Value>
    let authenticatorConfirmations: CompletedEffects<ConfirmAuthenticator.Value>
    let secondFactors: CompletedEffects<CheckSecondFactor.Value>
    let recoveries: CompletedEffects<RecoverAccount.Value>

    /// Opens the directory.
    ///
    /// - Parameters:
    ///   - database: The database, or `nil` for one in memory.
    ///   - secret: Random bytes for the keys of authenticator apps and for recovery codes, kept outside of the database. A
    ///     server with another secret accepts none of them. `nil` stands for a secret that ends with the process.
    ///   - clock: The clock for waiting times.
    ///   - hashing: The cost of a password hash.
    ///   - rules: The rules for new passwords.
    ///   - hasDemoAccount: Whether there is a demonstration account: login `demo`, password `demo-password`, with the
    ///     verified number `+491701234567`. It is in memory only. If the database has an account `demo`, which earlier
    ///     versions let users create, there is no demonstration account.
    /// - Throws: An error when the database can't be used.
    public convenience init(
        in database: ServiceDatabase? = nil,
        secret: [UInt8]? = nil,
        clock: any WallClock,
        hashing: Argon2idParameters = .standard,
        rules: PasswordRules = PasswordRules(),
        hasDemoAccount: Bool = false
    ) throws {
        try self.init(
            in: database,
            secret: secret,
            clock: clock,
            hashing: hashing,
            rules: rules,
            hasDemoAccount: hasDemoAccount,
            throttleCapacity: 100_000
        )
    }

    init(
        in database: ServiceDatabase? = nil,
        secret: [UInt8]? = nil,
        clock: any WallClock,
        hashing: Argon2idParameters,
        rules: PasswordRules = PasswordRules(),
        hasDemoAccount: Bool = false,
        throttleCapacity: Int
    ) throws {
        let database = try database ?? .inMemory()
        try database.create(.accounts)
        try database.create(.codes)
        try SignInDigests.useKey(of: database)
        self.clock = clock
        self.secret = secret ?? Sodium.randomBytes(Sodium.authenticationKeyByteCount)
        self.rules = rules
        let accounts = AccountTable(database: database)
        let hasher = PasswordHasher(cost: hashing)
        self.accounts = accounts
        self.hasher = hasher
        expired = ExpiredRows(clock: clock)
        signUps = SignUpTable(database: database, expired: expired)
        throttle = SignInThrottle(database: database, expired: expired, capacity: throttleCapacity)
        signIns = CompletedEffects(clock: clock)
        preparations = CompletedEffects(clock: clock)
        creations = CompletedEffects(clock: clock)
        attachments = CompletedEffects(clock: clock)
        passwordChanges = CompletedEffects(clock: clock)
        confirmations = CompletedEffects(clock: clock)
        authenticatorConfirmations = CompletedEffects(clock: clock)
        secondFactors = CompletedEffects(clock: clock)
        recoveries = CompletedEffects(clock: clock)
        try accounts.addMissingForms()
        let isTaken = try DemoAccount.name.flatMap { try accounts.entry($0) } != nil
        demo = hasDemoAccount && !isTaken ? try DemoAccount.table(hasher) : nil
    }

    /// The number of hashes that were computed, for tests of equal work.
    var hashCount: Int { hasher.hashCount }

    /// Returns the number of stored counts of failed attempts.
    func throttledCount() throws -> Int { try throttle.count() }

    /// Checks credentials, and blocks while it hashes.
    public func signIn(_ credentials: Credentials, from origin: SignInOrigin, key: String) async throws -> SignIn.Value
    {
        try await signIns.value(for: key) {
            let name = try self.accounts.name(ofTyped: credentials.login)
            let now = self.clock.now
            if let retryAt = try self.throttle.begin(name, from: origin, at: now) { return .tooMany(retryAt: retryAt) }
            guard let (name, entry) = try self.verified(name, credentials.password.exposed) else { return .rejected }
            return try self.admit(entry.account, name, from: origin, at: now)
        }
    }

    /// Checks the credentials for a new account and stores them for an hour, and blocks while it hashes.
    public func prepare(
        _ credentials: Credentials,
        from origin: SignInOrigin,
        key: String
    ) async throws -> PrepareAccount.Value {
        try await preparations.value(for: key) {
            guard let name = LoginName(new: credentials.login) else {
                return .invalidLogin
            }
            let password = credentials.password.exposed
            if let weakness = self.rules.weakness(of: password, login: credentials.login) {
                return .weakPassword(weakness)
            }
            let now = self.clock.now
            if let retryAt = try self.throttle.beginSignUp(from: origin, at: now) { return .tooMany(retryAt: retryAt) }
            let hash = try self.hasher.hash(password)
            return .prepared(request: try self.signUps.insert(name, hash, of: origin.session, at: now))
        }
    }

    /// Creates an account from prepared credentials, unless the login is taken.
    public func create(
        _ request: String,
        phone: PhoneNumber?,
        from origin: SignInOrigin,
        key: String
    ) async throws -> CreateAccount.Value {
        try await creations.value(for: key) {
            let now = self.clock.now
            let known: CreateAccount.Value? = try self.accounts.database.result(of: key + "/create")
            if known == nil, let retryAt = try self.throttle.begin(withPhone: phone, from: origin, at: now) {
                return .tooMany(retryAt: retryAt)
            }
            let result = try known ?? self.signUps.complete(request, phone: phone, at: now, key: key + "/create")
            guard case .account(let account) = result, let name = LoginName(account.id) else { return result }
            return try await afterChange {
                try self.throttle.succeeded(name, signUpWith: phone, from: origin, at: now)
                return result
            }
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
            return try self.table(of: name).update(name) { account in
                let phone = phone.canonical
                guard let index = account.phones.firstIndex(where: phone.isSameTelephone) else {
                    account.phones.append(phone)
                    return
                }
                account.phones[index] = phone
            }
        }
    }

    /// Removes a number from an account.
    public func removePhone(_ phone: PhoneNumber, from account: Account.ID) async throws -> RemovePhone.Value {
        guard let name = LoginName(account) else { return nil }
        return try table(of: name).update(name) { account in account.phones.removeAll(where: phone.isSameTelephone) }
    }

    /// Changes a password, if the current one is right.
    ///
    /// It blocks while it hashes. Other sessions and addresses lose the buckets of their own in which they could try passwords
    /// (``SignInThrottle``).
    public func changePassword(
        _ passwords: PasswordChange,
        of account: Account.ID,
        from origin: SignInOrigin,
        key: String
    ) async throws -> ChangePassword.Value {
        try await passwordChanges.value(for: key) {
            let now = self.clock.now
            guard let name = LoginName(account) else { return .rejected }
            let database = self.table(of: name).database
            let known: Bool? = try database.result(of: key + "/password")
            // A call with the same key has changed it, so that the current password is not valid any more.
            if known == nil {
                if let retryAt = try self.throttle.begin(name, from: origin, at: now) {
                    return .tooMany(retryAt: retryAt)
                }
                guard try self.verified(name, passwords.current.exposed) != nil else { return .rejected }
                try self.throttle.succeeded(name, from: origin, at: now)
                if let weakness = self.weakness(of: passwords.password, login: account) {
                    return .weakPassword(weakness)
                }
                let hash = try self.hasher.hash(passwords.password.exposed)
                let isChanged = try database.write(once: key + "/password", at: now, self.expired) { db in
                    try AccountTable.setPassword(hash, of: name, in: db) != nil
                }
                guard isChanged else { return .rejected }
            }
            return try await afterChange {
                try self.throttle.forgetOrigins(of: name)
                try self.throttle.reset(name, from: origin, at: now)
                return .changed
            }
        }
    }

    /// Checks a password again, and blocks while it hashes.
    public func confirm(
        _ password: Secret,
        of account: Account.ID,
        from origin: SignInOrigin,
        key: String
    ) async throws -> ConfirmPassword.Value {
        try await confirmations.value(for: key) {
            let now = self.clock.now
            let name = LoginName(account)
            if let retryAt = try self.throttle.begin(name, from: origin, at: now) { return .tooMany(retryAt: retryAt) }
            guard let (name, _) = try self.verified(name, password.exposed) else { return .rejected }
            try self.throttle.succeeded(name, from: origin, at: now)
            return .confirmed
        }
    }

    /// Returns whether a session has signed in to an account, or confirmed its password, within the last 15 minutes.
    public func hasRecentSignIn(_ session: SessionID, to account: Account.ID) async throws -> Bool {
        guard let name = LoginName(account) else { return false }
        return try throttle.hasSignedIn(session, to: name, since: clock.now - Self.recentSignIn)
    }

    /// Returns the first rule that a new password breaks, or `nil` when it breaks none.
    public func weakness(of password: Secret, login: String) -> PasswordWeakness? {
        rules.weakness(of: password.exposed, login: login)
    }

    /// Sets the password of an account, and blocks while it hashes.
    public func setPassword(
        _ password: Secret,
        of account: Account.ID,
        from origin: SignInOrigin
    ) async throws -> SignIn.Value? {
        guard let name = LoginName(account), let account = try replacePassword(password, of: name) else { return nil }
        guard try !authenticators(of: name).hasAuthenticator(name) else {
            return .secondFactor(try beginSecondStep(name, from: origin))
        }
        try throttle.reset(name, from: origin, at: clock.now)
        return .account(account)
    }

    /// Returns the ID of the account that a login names in any of its spellings, also if there is no such account.
    public func accountID(ofLogin login: String) async throws -> Account.ID? { try name(ofTyped: login)?.description }

    func name(ofTyped login: String) throws -> LoginName? { try accounts.name(ofTyped: login) }

    func replacePassword(_ password: Secret, of name: LoginName) throws -> Account? {
        let hash = try hasher.hash(password.exposed)
        guard let account = try table(of: name).setPassword(hash, of: name) else { return nil }
        try throttle.forgetOrigins(of: name)
        return account
    }

    /// Completes a sign-in with the right password, or its first step if the account has an authenticator app.
    private func admit(
        _ account: Account,
        _ name: LoginName,
        from origin: SignInOrigin,
        at now: Timestamp
    ) throws -> SignIn.Value {
        guard try authenticators(of: name).hasAuthenticator(name) else {
            try throttle.succeeded(name, from: origin, at: now)
            return .account(account)
        }
        try throttle.withdraw(name, from: origin, at: now)
        return .secondFactor(try beginSecondStep(name, from: origin))
    }

    /// Returns an account by its ID, in its current state.
    public func account(_ id: Account.ID) async throws -> Account? {
        try LoginName(id).flatMap { try table(of: $0).entry($0)?.account }
    }

    /// Returns the table that has the account of a login, if there is one.
    private func table(of name: LoginName) -> AccountTable {
        if let demo, name == DemoAccount.name { return demo }
        return accounts
    }

    /// Returns the tables with the authenticator app and the recovery codes of a login.
    func authenticators(of name: LoginName) -> AuthenticatorTables {
        AuthenticatorTables(database: table(of: name).database, expired: expired, secret: secret)
    }

    /// The tables of all accounts: the tables of the database, and the tables of the demonstration account.
    var allAuthenticators: [AuthenticatorTables] {
        ([accounts] + (demo.map { [$0] } ?? [])).map {
            AuthenticatorTables(database: $0.database, expired: expired, secret: secret)
        }
    }

    /// Returns the account of a login and its right password, and renews an outdated hash.
    ///
    /// - Returns: `nil` after the same time for a blank login, an unknown login and a wrong password.
    private func verified(_ name: LoginName?, _ password: String) throws -> (LoginName, AccountTable.Entry)? {
        let table = name.map(table(of:))
        let entry = try name.flatMap { try table?.entry($0) }
        guard hasher.matches(entry?.password, password), let name, let entry else { return nil }
        if hasher.isOutdated(entry.password) {
            _ = try table?.replace(entry.password, with: hasher.hash(password), of: name)
        }
        return (name, entry)
    }
}
