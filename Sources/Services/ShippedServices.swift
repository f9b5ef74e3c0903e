import Applications
import Concurrency
import Coordination
import HTTPCore
public import Sessions

/// The services behind the effects of the bundled applications, all in this process.
///
/// ```swift
/// var handlers = EffectHandlers()
/// let inbox = DevInbox(clock: clock)
/// ShippedServices(
///     accounts: try LocalAccountDirectory(clock: clock, hasDemoAccount: true),
///     codes: try CodeVerifier(sender: inbox, clock: clock),
///     customers: try CustomerRecords(clock: clock),
///     catalog: DelayedCatalog(),
///     purchases: try PurchaseRecords(clock: clock),
///     items: try ItemRecords()
/// ).register(in: &handlers)
/// ```
public struct ShippedServices: Sendable {
    /// The user accounts and their passwords.
    public let accounts: any AccountDirectory
    /// The one-time codes for phone verification.
    public let codes: CodeVerifier
    private let passwordResets: PasswordResets
    /// The market's profiles, favorites and orders.
    public let customers: CustomerRecords
    /// The source of the shop's catalog.
    public let catalog: any CatalogSource
    /// The shop's carts and purchases.
    public let purchases: PurchaseRecords
    /// The items that users have created.
    public let items: ItemRecords

    /// Combines the services.
    ///
    /// - Parameters:
    ///   - accounts: The user accounts and their passwords.
    ///   - codes: The one-time codes for phone verification.
    ///   - customers: The market's profiles, favorites and orders.
    ///   - catalog: The source of the shop's catalog.
    ///   - purchases: The shop's carts and purchases.
    ///   - items: The items that users have created.
    public init(
        accounts: any AccountDirectory,
        codes: CodeVerifier,
        customers: CustomerRecords,
        catalog: any CatalogSource,
        purchases: PurchaseRecords,
        items: ItemRecords
    ) {
        self.accounts = accounts
        self.codes = codes
        passwordResets = PasswordResets(accounts: accounts, codes: codes)
        self.customers = customers
        self.catalog = catalog
        self.purchases = purchases
        self.items = items
    }

    /// Registers a handler for every effect of the bundled applications.
    public func register(in handlers: inout EffectHandlers) {
        // The other half of the processors stays free for requests.
        let hashers = max(1, processorCount / 2)
        // One client can't take the places of all others; a loopback address may stand for any number of clients.
        let share = EffectQueue.ClientShare(places: 8) { address in
            ClientAddress(address).flatMap { $0.isLoopback ? nil : $0.network.description }
        }
        let passwords = EffectQueue(name: "passwords", threads: hashers, limit: 64, yields: true, clientShare: share)
        // A gateway that does not respond delays messages with codes only.
        let messages = EffectQueue(name: "codes", threads: 4, limit: 256)
        registerAccounts(in: &handlers, passwords, messages)
        registerPasswords(in: &handlers, passwords, messages)
        registerSecurity(in: &handlers, passwords)
        registerCustomers(in: &handlers)
        registerShop(in: &handlers)
        registerItems(in: &handlers)
    }

    private func registerShop(in handlers: inout EffectHandlers) {
        handlers.on(OpenCatalog.self) { [catalog] _, _ in try await catalog.open() }
        handlers.on(BuyCart.self) { [purchases] effect, context in
            try purchases.buy(effect, key: context.idempotencyKey)
        }
        handlers.on(LoadShopCustomer.self) { [purchases] effect, _ in try purchases.customer(effect.account) }
        handlers.on(SaveShopCart.self) { [purchases] effect, _ in try purchases.save(effect.cart, of: effect.account) }
    }

    private func registerItems(in handlers: inout EffectHandlers) {
        handlers.on(LoadItems.self) { [items] effect, _ in try items.items(of: effect.account) }
        handlers.on(SaveItem.self) { [items] effect, context in
            try items.save(effect.item, of: effect.account, key: context.idempotencyKey)
        }
    }

    private func registerCustomers(in handlers: inout EffectHandlers) {
        handlers.on(CheckAuthorization.self) { [accounts] effect, _ in
            guard let account = effect.account else { return nil }
            return try await accounts.account(account)
        }
        handlers.on(LoadCustomer.self) { [customers] effect, _ in try customers.customer(effect.account) }
        handlers.on(SaveFavorite.self) { [customers] effect, _ in
            try customers.save(effect.favorite, of: effect.account)
        }
        handlers.on(SaveProfile.self) { [customers] effect, _ in
            try customers.save(effect.profile, of: effect.account)
        }
        handlers.on(SaveCart.self) { [customers] effect, _ in try customers.save(effect.cart, of: effect.account) }
        handlers.on(PlaceOrder.self) { [customers] effect, context in
            try customers.place(effect, key: context.idempotencyKey)
        }
    }

    private func registerPasswords(
        in handlers: inout EffectHandlers,
        _ passwords: EffectQueue,
        _ messages: EffectQueue
    ) {
        handlers.on(ChangePassword.self, in: passwords) { [accounts] effect, context in
            let result = try await accounts.changePassword(
                effect.passwords,
                of: effect.account,
                from: context.origin,
                key: context.idempotencyKey
            )
            if case .changed = result { await context.endOtherSessions(of: effect.account) }
            return result
        }
        handlers.on(ConfirmPassword.self, in: passwords) { [accounts] effect, context in
            try await accounts.confirm(
                effect.password,
                of: effect.account,
                from: context.origin,
                key: context.idempotencyKey
            )
        }
        handlers.on(CheckRecentSignIn.self) { [accounts] effect, context in
            try await accounts.hasRecentSignIn(context.session, to: effect.account)
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
        handlers.on(RecoverAccount.self, in: passwords) { [accounts] effect, context in
            let result = try await accounts.recover(effect.entry, from: context.origin, key: context.idempotencyKey)
            switch result {
            case .account, .secondFactor:
                if let id = Account.id(ofLogin: effect.entry.login) { await context.endOtherSessions(of: id) }
            case .rejected, .weakPassword, .tooMany: break
            }
            return result
        }
    }

    private func registerSecurity(in handlers: inout EffectHandlers, _ passwords: EffectQueue) {
        handlers.on(LoadAccountSecurity.self) { [accounts] effect, context in
            try await context.security(of: effect.account, in: accounts)
        }
        handlers.on(RemovePhone.self) { [accounts] effect, _ in
            try await accounts.removePhone(effect.phone, from: effect.account)
        }
        handlers.on(BeginAuthenticator.self) { [accounts] effect, _ in
            try await accounts.beginAuthenticator(of: effect.account)
        }
        handlers.on(ConfirmAuthenticator.self, in: passwords) { [accounts] effect, context in
            try await accounts.confirmAuthenticator(
                effect.code,
                of: effect.account,
                from: context.origin,
                key: context.idempotencyKey
            )
        }
        handlers.on(RemoveAuthenticator.self) { [accounts] effect, _ in
            try await accounts.removeAuthenticator(of: effect.account)
            return Nothing()
        }
        handlers.on(MakeRecoveryCodes.self) { [accounts] effect, _ in
            try await accounts.makeRecoveryCodes(of: effect.account)
        }
        handlers.on(CheckSecondFactor.self, in: passwords) { [accounts] effect, context in
            try await accounts.checkSecondFactor(
                effect.code,
                of: effect.challenge,
                from: context.origin,
                key: context.idempotencyKey
            )
        }
        handlers.on(EndAccountSessions.self) { [accounts] effect, context in
            if let session = effect.session {
                try await context.userSessions.end(SessionID(session), of: effect.account)
            } else {
                try await context.userSessions.endOthers(of: effect.account)
            }
            return try await context.security(of: effect.account, in: accounts)
        }
    }

    private func registerAccounts(
        in handlers: inout EffectHandlers,
        _ passwords: EffectQueue,
        _ messages: EffectQueue
    ) {
        handlers.on(SignIn.self, in: passwords) { [accounts] effect, context in
            try await accounts.signIn(
                effect.credentials,
                from: context.origin,
                key: context.idempotencyKey
            )
        }
        handlers.on(PrepareAccount.self, in: passwords) { [accounts] effect, context in
            try await accounts.prepare(
                effect.credentials,
                from: context.origin,
                key: context.idempotencyKey
            )
        }
        handlers.on(CreateAccount.self) { [accounts] effect, context in
            try await accounts.create(
                effect.request,
                phone: effect.phone,
                from: context.origin,
                key: context.idempotencyKey
            )
        }
        handlers.on(AttachPhone.self) { [accounts] effect, context in
            try await accounts.attachPhone(effect.phone, to: effect.account, key: context.idempotencyKey)
        }
        handlers.on(SendCode.self, in: messages) { [accounts, codes] effect, context in
            var request = CodeRequest(phone: effect.phone, session: context.session, account: effect.account)
            request.clientAddress = context.network
            if let id = effect.account {
                request.isOwner = try await accounts.account(id)?.phones.contains(effect.phone) ?? false
            }
            return try await codes.send(request, key: context.idempotencyKey)
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
}

extension EffectContext {
    /// Ends the sessions in which another person may still use an account whose password was changed.
    ///
    /// The new password is valid already, so an error must not make it look as if it were not; the user sees the sessions
    /// that are left on the screen of the account's security.
    fileprivate func endOtherSessions(of account: Account.ID) async {
        try? await userSessions.endOthers(of: account)
    }

    /// Returns the security of an account with its sessions; `nil` when it does not exist.
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

    /// The network of the client, for limits; `nil` if it is unknown.
    ///
    /// A loopback address is that of a proxy which the server was not told to trust, and says nothing about the client.
    fileprivate var network: String? {
        guard let address = client.flatMap({ ClientAddress($0) }), !address.isLoopback else { return nil }
        return address.network.description
    }

    /// The origin of an attempt to sign in.
    fileprivate var origin: SignInOrigin { SignInOrigin(session: session, address: network) }
}
