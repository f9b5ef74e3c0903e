import A2UI
import Agents
import Concurrency
import Coordination
import HTTPCore
import Inspector
import Logging
import Metrics
import MicroHTTP
import Notifications
import ServiceDatabase
import Sessions
import StateAPI
import Uploads
import UsherServer

#if Compression
import Compression
#endif
#if WebPush
import WebPush
#endif
#if Webhooks
import Webhooks
#endif

/// The server of a program, with the accounts and the stored limits that it uses.
struct ProgramServer {
    let server: UsherServer
    #if Accounts
    /// The accounts, or `nil` in a program without accounts.
    let accounts: ProgramAccounts?
    #endif
    let limits: StoredLimits

    /// Makes the server, which does not listen yet.
    ///
    /// - Throws: ``StartError`` if the web client, the database, the accounts or the threads can't be used, and for an error
    ///   of the program's author.
    init(
        _ program: UsherProgram,
        _ settings: ProgramSettings,
        _ opened: OpenedStore,
        _ log: Logger
    ) throws {
        try settings.checkDevelopment()
        var configuration = try settings.completeServer()
        configuration.api.hasDevelopmentRoutes = settings.isDevelopment
        configuration.api.options = [.inspector, .agents, .a2ui]
        configuration.api.localize = UsherProgram.localize
        #if Compression
        // States are small and change with each request, so higher levels cost more time than their bytes save.
        configuration.compression = CompressionFilter(level: 1)
        #endif
        do {
            let clock = try SystemClock(of: opened.store)
            let secret = try ProgramSecret.read(settings, of: opened.location)
            let database = try Self.database(of: opened.location, key: secret)
            let audit: (any AuditLog)? =
                switch settings.auditLog {
                case nil: nil
                case "store"?: try AuditTable(in: database, clock: clock, log: log)
                case let path?: try AuditFile(path: path)
                }
            var effects = EffectHandlers()
            #if Accounts
            let accounts =
                program.hasAccounts
                ? try ProgramAccounts(settings, in: database, secret: secret, clock: clock, log: log) : nil
            accounts?.register(in: &effects, audit)
            self.accounts = accounts
            #endif
            #if Webhooks
            let ends = try WebhookAddress(
                settings.resultWebhook,
                secretFile: settings.resultWebhookSecretFile,
                setting: "result-webhook"
            )
            if let ends { ResultWebhook(ends.webhook(clock: clock)).register(in: &effects) }
            #endif
            var context = ProgramContext(
                store: opened.location,
                secret: secret,
                clock: clock,
                log: log,
                audit: audit,
                isDevelopment: settings.isDevelopment,
                database: database,
                ownValues: settings.ownValues
            )
            #if Accounts
            context.accountServices = accounts?.services
            #endif
            do {
                try program.effects(&effects, context)
            } catch {
                throw StartError(description: "The effects can't be performed: \(error)")
            }
            let applications = try program.makeApplications()
            if applications.contains(where: \.takesFiles) {
                if effects.uploadStore == nil {
                    effects.uploadStore = try Self.uploads(beside: opened.location)
                }
                configuration.api.options.append(.uploads())
            }
            if applications.contains(where: \.notifiesUsers) {
                #if WebPush
                if effects.notificationSenders["web"] == nil {
                    let name = configuration.http.hostNames.first { $0 != "*" }
                    effects.notificationSenders["web"] = WebPush(
                        key: WebPushKey(derivedFrom: secret),
                        contact: name.map { "https://\($0)" },
                        clock: clock
                    )
                }
                #endif
                effects.notifyUsers()
                configuration.api.options.append(.notifications)
            }
            Gauge(label: "usher_build_info", dimensions: [("program", program.name), ("version", program.version)])
                .record(1)
            let usedLimits = UsedLimits(in: database, clock: clock)
            server = try UsherServer(
                applications: applications,
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
            ) { routes, services in
                #if Accounts
                accounts?.addRoutes(to: &routes)
                #endif
                var context = context
                context.routeContext = services
                program.routes(&routes, context)
            }
            limits = try StoredLimits(usedLimits, server.newSessionLimit, log: log)
        } catch let error as AuditFileError {
            throw StartError(description: error.description)
        } catch let error as ApplicationError {
            throw StartError(description: error.description)
        } catch let error as StaticFilesError {
            throw StartError(description: "The web client can't be served: \(error)")
        } catch let error as UploadError {
            throw StartError(description: error.description)
        } catch let error as ThreadError {
            throw StartError(description: "The server can't start: \(error)")
        }
    }

    /// Opens the folder for uploads beside the file of the sessions.
    private static func uploads(beside location: StoreLocation) throws -> FolderUploads {
        switch location {
        case .memory: return try .temporary()
        case .sqlite(let path): return try FolderUploads(path: path + ".uploads")
        case .postgreSQL:
            throw StartError(
                description:
                    "An application takes files from users: set effects.uploadStore to a folder that all servers share."
            )
        }
    }

    /// Opens the database of services: a file beside the file of the sessions, or tables beside their tables.
    private static func database(of location: StoreLocation, key: [UInt8]) throws -> ServiceDatabase {
        switch location {
        case .memory: return try .inMemory()
        case .postgreSQL(let url, _):
            do {
                return try PostgreSQLStores.services(url, key: key)
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
}
