#if Accounts
import Accounts
import HTTPCore
import Logging
import ServiceDatabase
import Sessions

/// The accounts and one-time codes of a running program.
struct ProgramAccounts {
    let services: AccountServices
    /// The requests of operators to disable accounts or end their sessions, which ``AccountRequests`` carries out.
    let control: AccountControl
    /// Whether one-time codes reach a gateway or, in development, the inbox.
    let canSendCodes: Bool
    private let inbox: DevInbox?

    /// Opens the accounts.
    ///
    /// - Throws: ``StartError`` if the secrets of the gateway can't be used, and the errors of the database.
    init(
        _ settings: ProgramSettings,
        in database: ServiceDatabase,
        secret: [UInt8],
        clock: any WallClock,
        log: Logger
    ) throws {
        let delivery = try CodeDelivery(settings)
        let inbox = settings.isDevelopment ? DevInbox(clock: clock) : nil
        services = AccountServices(
            accounts: try LocalAccountDirectory(
                in: database,
                secret: secret,
                clock: clock,
                rules: PasswordRules(minimumLength: settings.passwordLength),
                hasDemoAccount: settings.isDevelopment
            ),
            codes: try CodeVerifier(
                in: database,
                key: secret,
                sender: delivery.sender(inbox: inbox, clock: clock, log: log),
                clock: clock,
                limits: settings.codeLimits,
                log: log
            )
        )
        control = AccountControl(database)
        canSendCodes = delivery.isAvailable
        self.inbox = inbox
    }

    /// Registers the handlers of the effects, and reports their results to the audit log.
    func register(in effects: inout EffectHandlers, _ audit: (any AuditLog)?) {
        services.register(in: &effects)
        AuditedEffects(audit).observe(&effects)
    }

    /// Adds the inbox for development, which programs on this machine can read.
    func addRoutes(to routes: inout RouteTable) {
        if let inbox { routes.add(.get, "/dev/inbox", ThisMachineHandler(inbox)) }
    }
}
#endif
