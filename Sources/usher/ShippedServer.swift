import Concurrency
import HTTPCore
import Logging
import MicroHTTP
import Services
import Sessions
import StateAPI
import UsherServer

/// The server of the shipped applications and their services.
enum ShippedServer {
    /// Makes the server, which does not listen yet, the control of its accounts, and the storage of its limits.
    ///
    /// - Throws: ``StartError`` if the web client, the accounts or the threads can't be used.
    static func make(
        _ settings: ProgramSettings,
        _ opened: OpenedStore,
        _ delivery: CodeDelivery,
        _ log: Logger
    ) throws -> (server: UsherServer, accounts: AccountControl, limits: StoredLimits) {
        guard !settings.isDevelopment || settings.server.http.isLoopback else {
            throw StartError(
                description:
                    "--dev shows one-time codes and has a demo account, so it can't listen on \(settings.server.http.host), which other machines may reach; remove --dev, or use --host 127.0.0.1."
            )
        }
        guard !settings.isDevelopment || !settings.server.http.hostNames.contains("*") else {
            throw StartError(
                description:
                    "--dev shows one-time codes, so it can't accept any host with --host-name '*', which lets pages of other sites read them; name the hosts, or remove --dev."
            )
        }
        var configuration = try settings.completeServer()
        configuration.api.hasDevelopmentRoutes = settings.isDevelopment
        do {
            let clock = try SystemClock()
            let inbox = settings.isDevelopment ? DevInbox(clock: clock) : nil
            let secret = try secret(settings, of: opened.location)
            let database = try database(of: opened.location, key: secret)
            let services = ShippedServices(
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
                ),
                // Always sold out, so that a visitor sees how an order fails.
                customers: try CustomerRecords(in: database, clock: clock, soldOut: ["truffle"]),
                catalog: DelayedCatalog(),
                purchases: try PurchaseRecords(in: database, clock: clock),
                items: try ItemRecords(in: database)
            )
            var effects = EffectHandlers()
            services.register(in: &effects)
            let audit: (any AuditLog)? =
                switch settings.auditLog {
                case nil: nil
                case "store"?: try AuditTable(in: database, clock: clock, log: log)
                case let path?: try AuditFile(path: path)
                }
            AuditedEffects(audit).observe(&effects)
            let usedLimits = UsedLimits(in: database, clock: clock)
            let server = try UsherServer(
                applications: try ShippedApplications.make(),
                effects: effects,
                store: settings.isReadOnly ? ReadOnlyStore(opened.store) : opened.store,
                crashes: opened.crashes,
                clock: clock,
                settings: configuration,
                log: log,
                audit: audit,
                sealingKey: SealingKey(derivedFrom: secret),
                databases: [database],
                addressKey: usedLimits.key
            ) { routes in
                if let inbox { routes.add(.get, "/dev/inbox", SameOriginHandler(inbox)) }
            }
            let limits = try StoredLimits(usedLimits, server.newSessionLimit, log: log)
            return (server, AccountControl(database), limits)
        } catch let error as AuditFileError {
            throw StartError(description: error.description)
        } catch let error as StaticFilesError {
            throw StartError(description: "The web client can't be served: \(error)")
        } catch let error as ThreadError {
            throw StartError(description: "The server can't start: \(error)")
        }
    }

    /// Opens the database of accounts and orders: a file beside the one of the sessions, or tables beside theirs.
    private static func database(of location: StoreLocation, key: [UInt8]) throws -> ServiceDatabase {
        switch location {
        case .memory: return try .inMemory()
        case .postgreSQL(let url):
            do {
                return try ServiceDatabase(postgreSQL: url, key: key)
            } catch {
                throw StartError(description: "The accounts in \(location.name) can't be used: \(error)")
            }
        case .sqlite(let path):
            let path = path + StoreLocation.servicesSuffix
            do {
                return try ServiceDatabase(path: path, key: key)
            } catch {
                throw StartError(description: "The accounts in \(path) can't be opened: \(error)")
            }
        }
    }

    /// Reads or creates the secret of codes and authenticator apps; it ends with the process if the sessions are in memory.
    private static func secret(_ settings: ProgramSettings, of location: StoreLocation) throws -> [UInt8] {
        let path: String
        switch (settings.codeKeyFile, location) {
        case (let file?, _): path = file
        case (nil, .sqlite(let store)): path = store + ".code-key"
        case (nil, .memory): return CodeVerifier.randomKey()
        case (nil, .postgreSQL):
            throw StartError(
                description:
                    "A store in PostgreSQL needs --code-key (USHER_CODE_KEY), a file with \(CodeVerifier.keyByteCount) random bytes that all its servers have; make it with 'head -c \(CodeVerifier.keyByteCount) /dev/urandom > FILE'."
            )
        }
        let key: [UInt8]
        do {
            key = try SecretFile.readOrCreate(path) { CodeVerifier.randomKey() }
        } catch {
            throw StartError(description: "The key of one-time codes can't be used: \(error)")
        }
        guard key.count == CodeVerifier.keyByteCount else {
            throw StartError(
                description: "\(path) is not a key: it has \(key.count) bytes; remove it to create another one."
            )
        }
        return key
    }
}
