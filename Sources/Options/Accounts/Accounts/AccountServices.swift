import AccountFlows
import Concurrency
import Coordination
import HTTPCore
public import Sessions

/// The accounts and one-time codes of users, and the handlers of their effects.
///
/// ```swift
/// var handlers = EffectHandlers()
/// AccountServices(
///     accounts: try LocalAccountDirectory(clock: clock, hasDemoAccount: true),
///     codes: try CodeVerifier(sender: DevInbox(clock: clock), clock: clock)
/// ).register(in: &handlers)
/// ```
public struct AccountServices: Sendable {
    /// The user accounts and their passwords.
    public let directory: any AccountDirectory
    /// The one-time codes for phone verification.
    public let codes: CodeVerifier
    private let passwordResets: PasswordResets

    /// Combines the services.
    ///
    /// - Parameters:
    ///   - accounts: The user accounts and their passwords.
    ///   - codes: The one-time codes for phone verification.
    public init(accounts: any AccountDirectory, codes: CodeVerifier) {
        directory = accounts
        self.codes = codes
        passwordResets = PasswordResets(accounts: accounts, codes: codes)
    }

    /// Registers a handler for every effect of accounts and codes.
    public func register(in handlers: inout EffectHandlers) {
        // The other half of the processors stays free for requests.
        let hashers = max(1, processorCount / 2)
        // One client can't take the places of all others. A loopback address may stand for any number of clients, so it has no
        // limit.
        let share = EffectQueue.ClientShare(places: 8) { address in
            ClientAddress(address).flatMap { $0.isLoopback ? nil : $0.network.description }
        }
        let passwords = EffectQueue(name: "passwords", threads: hashers, limit: 64, yields: true, clientShare: share)
        // A gateway that does not respond delays messages with codes only.
        let messages = EffectQueue(name: "codes", threads: 4, limit: 256)
        registerAccounts(in: &handlers, passwords, messages)
        registerPasswords(in: &handlers, passwords, messages)
        registerSecurity(in: &handlers, passwords)
    }

    private func registerAccounts(
        in handlers: inout EffectHandlers,
        _ passwords: EffectQueue,
        _ messages: EffectQueue
    ) {
        handlers.on(SignIn.self, in: passwords) { [directory] effect, context in
            try await directory.signIn(
                effect.credentials,
                from: context.origin,
                key: context.idempotencyKey
            )
        }
        handlers.on(PrepareAccount.self, in: passwords) { [directory] effect, context in
            try await directory.prepare(
                effect.credentials,
                from: context.origin,
                key: context.idempotencyKey
            )
        }
        handlers.on(CreateAccount.self) { [directory] effect, context in
            try await directory.create(
                effect.request,
                phone: effect.phone,
                from: context.origin,
                key: context.idempotencyKey
            )
        }
        handlers.on(AttachPhone.self) { [directory] effect, context in
            try await directory.attachPhone(effect.phone, to: effect.account, key: context.idempotencyKey)
        }
        handlers.on(SendCode.self, in: messages) { [directory, codes] effect, context in
            var request = CodeRequest(phone: effect.phone, session: context.session, account: effect.account)
            request.clientAddress = context.network
            if let id = effect.account {
                let phones = try await directory.account(id)?.phones ?? []
                request.isOwner = phones.contains(where: effect.phone.isSameTelephone)
            }
            do {
                return try await codes.send(request, key: context.idempotencyKey)
            } catch let error where !(error is any EffectError) {
                // Any other error of a sender means that nothing was sent.
                throw EffectNotPerformed("\(error)")
            }
        }
        handlers.on(CheckCode.self) { [codes] effect, context in
            try await codes.check(
                effect.code,
                of: effect.challenge,
                session: context.session,
                key: context.idempotencyKey
            )
        }
    }

    private func registerPasswords(
        in handlers: inout EffectHandlers,
        _ passwords: EffectQueue,
        _ messages: EffectQueue
    ) {
        handlers.on(ChangePassword.self, in: passwords) { [directory] effect, context in
            let result = try await directory.changePassword(
                effect.passwords,
                of: effect.account,
                from: context.origin,
                key: context.idempotencyKey
            )
            if case .changed = result { await context.endOtherSessions(of: effect.account) }
            return result
        }
        handlers.on(ConfirmPassword.self, in: passwords) { [directory] effect, context in
            try await directory.confirm(
                effect.password,
                of: effect.account,
                from: context.origin,
                key: context.idempotencyKey
            )
        }
        handlers.on(CheckRecentSignIn.self) { [directory] effect, context in
            try await directory.hasRecentSignIn(context.session, to: effect.account)
        }
        handlers.on(SendResetCode.self, in: messages) { [passwordResets] effect, context in
            try await passwordResets.sendCode(
                to: effect.login,
                from: context.origin,
                key: context.idempotencyKey
            )
        }
        handlers.on(ResetPassword.self, in: passwords) { [passwordResets] effect, context in
            try await passwordResets.reset(
                effect.entry,
                of: effect.challenge,
                from: context.origin,
                key: context.idempotencyKey
            ) { await context.endOtherSessions(of: $0) }
        }
        handlers.on(RecoverAccount.self, in: passwords) { [directory] effect, context in
            let result = try await directory.recover(effect.entry, from: context.origin, key: context.idempotencyKey)
            switch result {
            case .account, .secondFactor:
                if let id = try await directory.accountID(ofLogin: effect.entry.login) {
                    await context.endOtherSessions(of: id)
                }
            case .rejected, .weakPassword, .tooMany: break
            }
            return result
        }
    }

    private func registerSecurity(in handlers: inout EffectHandlers, _ passwords: EffectQueue) {
        handlers.on(LoadAccountSecurity.self) { [directory] effect, context in
            try await context.security(of: effect.account, in: directory)
        }
        handlers.on(RemovePhone.self) { [directory] effect, _ in
            try await directory.removePhone(effect.phone, from: effect.account)
        }
        handlers.on(BeginAuthenticator.self) { [directory] effect, _ in
            try await directory.beginAuthenticator(of: effect.account)
        }
        handlers.on(ConfirmAuthenticator.self, in: passwords) { [directory] effect, context in
            try await directory.confirmAuthenticator(
                effect.code,
                of: effect.account,
                from: context.origin,
                key: context.idempotencyKey
            )
        }
        handlers.on(RemoveAuthenticator.self) { [directory] effect, _ in
            try await directory.removeAuthenticator(of: effect.account)
            return Nothing()
        }
        handlers.on(MakeRecoveryCodes.self) { [directory] effect, _ in
            try await directory.makeRecoveryCodes(of: effect.account)
        }
        handlers.on(CheckSecondFactor.self, in: passwords) { [directory] effect, context in
            try await directory.checkSecondFactor(
                effect.code,
                of: effect.challenge,
                from: context.origin,
                key: context.idempotencyKey
            )
        }
        handlers.on(EndAccountSessions.self) { [directory] effect, context in
            if let session = effect.session {
                try await context.userSessions.end(SessionID(session), of: effect.account)
            } else {
                try await context.userSessions.endOthers(of: effect.account)
            }
            return try await context.security(of: effect.account, in: directory)
        }
    }
}

extension EffectContext {
    /// Ends the sessions in which another person may still use an account after a change of its password.
    ///
    /// The new password is valid already, so an error must not make it look as if it were not. The user sees the sessions that
    /// are left on the screen of the account's security.
    fileprivate func endOtherSessions(of account: Account.ID) async {
        try? await userSessions.endOthers(of: account)
    }

    /// Returns the security of an account with its sessions, or `nil` when it does not exist.
    fileprivate func security(of account: Account.ID, in accounts: any AccountDirectory) async throws
        -> AccountSecurity?
    {
        var security = try await accounts.security(of: account)
        security?.sessions = try await userSessions.all(of: account).map { found in
            SignedInSession(
                id: found.id.description,
                application: found.application,
                platform: found.client.platform,
                usedAt: found.usedAt,
                isCurrent: found.id == session
            )
        }
        return security
    }

    /// The network of the client, for limits, or `nil` if it is unknown.
    ///
    /// A loopback address belongs to a proxy which the server was not told to trust, and says nothing about the client.
    fileprivate var network: String? {
        guard let address = client.flatMap({ ClientAddress($0) }), !address.isLoopback else { return nil }
        return address.network.description
    }

    /// The origin of an attempt to sign in.
    fileprivate var origin: SignInOrigin { SignInOrigin(session: session, address: network) }
}
