public import Applications
public import Coordination
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
            if let retryAt = try self.throttle.begin(name, from: origin, at: now) { return .tooMany(retryAt: retryAt) }
            let tables = self.authenticators(of: name)
            switch try tables.confirmKey(of: name, code.exposed, at: self.clock.timeOfDay) {
            case nil: return .expired
            case false?: return .rejected
            case true?:
                try self.throttle.succeeded(name, from: origin, at: now)
                let hasCodes = try tables.recoveryCodeCount(of: name) > 0
                return .confirmed(recoveryCodes: hasCodes ? [] : try tables.makeRecoveryCodes(of: name))
            }
        }
    }

    /// Removes the authenticator app of an account.
    public func removeAuthenticator(of account: Account.ID) async throws {
        guard let name = LoginName(account) else { return }
        try authenticators(of: name).removeKey(of: name)
    }

    /// Makes recovery codes in place of the ones that an account has.
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
                guard let name = try tables.login(of: challenge, in: origin.session, at: now) else { continue }
                if let retryAt = try self.throttle.begin(name, from: origin, at: now) {
                    return .tooMany(retryAt: retryAt)
                }
                guard try tables.accept(code.exposed, of: name, at: self.clock.timeOfDay),
                    let account = try await self.account(name.description)
                else { return .rejected }
                try tables.end(in: origin.session)
                try self.throttle.succeeded(name, from: origin, at: now)
                return .account(account)
            }
            return .expired
        }
    }

    /// Sets a new password with a recovery code; blocks while it hashes.
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
            if let retryAt = try self.throttle.begin(name, from: origin, at: now) { return .tooMany(retryAt: retryAt) }
            guard let name, try self.authenticators(of: name).useRecoveryCode(entry.code.exposed, of: name) else {
                return .rejected
            }
            try self.throttle.withdraw(name, from: origin, at: now)
            switch try await self.setPassword(entry.password, of: name.description, from: origin) {
            case .account(let account): return .account(account)
            case .secondFactor(let challenge): return .secondFactor(challenge)
            case .rejected, .tooMany, nil: return .rejected
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
