public import AccountFlows
public import Coordination
import ServiceDatabase
import Sessions

// The authenticator apps and recovery codes of accounts, and sign-ins in two steps.

extension LocalAccountDirectory {
    /// The time in which the second step of a sign-in must follow the first.
    private static let secondStepTime = Duration.seconds(10 * 60)

    /// Returns the phones of an account, and whether it has an authenticator app and recovery codes.
    public func security(of account: Account.ID) async throws -> AccountSecurity? {
        guard let name = LoginName(account), let account = try await self.account(account) else { return nil }
        let tables = authenticators(of: name)
        return AccountSecurity(
            phones: account.phones,
            hasAuthenticator: try tables.hasAuthenticator(name),
            recoveryCodes: try tables.recoveryCodeCount(of: name)
        )
    }

    /// Makes a key for an authenticator app.
    public func beginAuthenticator(of account: Account.ID) async throws -> BeginAuthenticator.Value {
        guard let name = LoginName(account), try await self.account(account) != nil else { return nil }
        return try authenticators(of: name).makeKey(of: name, at: clock.timeOfDay)
    }

    /// Puts a new key into effect, if the app shows the right code.
    public func confirmAuthenticator(
        _ code: Secret,
        of account: Account.ID,
        from origin: SignInOrigin,
        key: String
    ) async throws -> ConfirmAuthenticator.Value {
        try await authenticatorConfirmations.value(for: key) {
            guard let name = LoginName(account) else { return .expired }
            let now = self.clock.now
            let tables = self.authenticators(of: name)
            let known: AuthenticatorTables.Confirmation?? = try tables.database.result(of: key + "/confirm")
            if known == nil, let retryAt = try self.throttle.begin(name, from: origin, at: now) {
                return .tooMany(retryAt: retryAt)
            }
            let confirmation = try tables.confirmKey(
                of: name,
                code.exposed,
                at: self.clock.timeOfDay,
                now,
                key: key + "/confirm"
            )
            guard let confirmation else { return .expired }
            guard confirmation.isRight else { return .rejected }
            return try await afterChange {
                try self.throttle.succeeded(name, from: origin, at: now)
                return .confirmed(recoveryCodes: confirmation.hadCodes ? [] : try tables.makeRecoveryCodes(of: name))
            }
        }
    }

    /// Removes the authenticator app of an account.
    public func removeAuthenticator(of account: Account.ID) async throws {
        guard let name = LoginName(account) else { return }
        try authenticators(of: name).removeKey(of: name)
    }

    /// Makes recovery codes, which replace the codes of an account.
    public func makeRecoveryCodes(of account: Account.ID) async throws -> MakeRecoveryCodes.Value {
        guard let name = LoginName(account), try await self.account(account) != nil else { return [] }
        return try authenticators(of: name).makeRecoveryCodes(of: name)
    }

    /// Completes a sign-in with a code of an authenticator app or a recovery code.
    public func checkSecondFactor(
        _ code: Secret,
        of challenge: String,
        from origin: SignInOrigin,
        key: String
    ) async throws -> CheckSecondFactor.Value {
        try await secondFactors.value(for: key) {
            let now = self.clock.now
            for tables in self.allAuthenticators {
                if let done: CheckSecondFactor.Value = try tables.database.result(of: key + "/end") { return done }
                guard let name = try tables.login(of: challenge, in: origin.session, at: now) else { continue }
                let known: Bool? = try tables.database.result(of: key + "/accept")
                if known == nil, let retryAt = try self.throttle.begin(name, from: origin, at: now) {
                    return .tooMany(retryAt: retryAt)
                }
                let time = self.clock.timeOfDay
                guard try tables.accept(code.exposed, of: name, at: time, now, key: key + "/accept") else {
                    return .rejected
                }
                return try await afterChange {
                    guard let account = try await self.account(name.description) else { return .rejected }
                    try self.throttle.succeeded(name, from: origin, at: now)
                    return try tables.end(in: origin.session, with: .account(account), at: now, key: key + "/end")
                }
            }
            return .expired
        }
    }

    /// Sets a new password with a recovery code, and blocks while it hashes.
    public func recover(
        _ entry: RecoveryEntry,
        from origin: SignInOrigin,
        key: String
    ) async throws -> RecoverAccount.Value {
        try await recoveries.value(for: key) {
            // Before the attempt, which would use the code.
            if let weakness = self.weakness(of: entry.password, login: entry.login) { return .weakPassword(weakness) }
            let name = try self.name(ofTyped: entry.login)
            let now = self.clock.now
            let tables = name.map { self.authenticators(of: $0) }
            let known: Bool? = try tables?.database.result(of: key + "/recover")
            if known == nil, let retryAt = try self.throttle.begin(name, from: origin, at: now) {
                return .tooMany(retryAt: retryAt)
            }
            guard let name, let tables,
                try tables.useRecoveryCode(entry.code.exposed, of: name, at: now, key: key + "/recover")
            else { return .rejected }
            // The code is used up, so an error from here on must not look as if nothing had happened.
            return try await afterChange {
                try self.throttle.withdraw(name, from: origin, at: now)
                switch try await self.setPassword(entry.password, of: name.description, from: origin) {
                case .account(let account): return .account(account)
                case .secondFactor(let challenge): return .secondFactor(challenge)
                case .rejected, .tooMany, nil: return .rejected
                }
            }
        }
    }

    /// Begins the second step of a sign-in.
    func beginSecondStep(_ name: LoginName, from origin: SignInOrigin) throws -> SecondFactorChallenge {
        let now = clock.now
        return SecondFactorChallenge(
            id: try authenticators(of: name).begin(name, in: origin.session, until: now + Self.secondStepTime, at: now)
        )
    }
}
