import ArgumentParser
import Configuration
import Glibc
import HTTPCore
import Logging
import Metrics
import Services
import Sessions
import Threads
import UsherServer

/// What the server offers.
struct ContentOptions: ParsableArguments {
    @Option(
        name: .customLong("public"),
        help: ArgumentHelp("The folder with the web client (default: ./Public, when it is there).", valueName: "folder")
    )
    var publicFolder: String?

    @Flag(help: "For development: a demo account (demo, demo-password), and one-time codes at GET /dev/inbox.")
    var dev = false

    /// The server that these options ask for.
    ///
    /// - Throws: ``StartFailure`` for what can't be served.
    func server(
        _ settings: UsherServer.Settings,
        _ opened: StoreOptions.Opened,
        _ environment: Environment,
        _ log: Logger
    ) throws -> UsherServer {
        var settings = settings
        settings.publicFolder = try folder(environment)
        let isDevelopment = try environment.flag(dev, "dev")
        let metrics = PrometheusMetrics()
        MetricsSystem.bootstrap(metrics)
        do {
            let clock = try SystemClock()
            let inbox = isDevelopment ? DevInbox(clock: clock) : nil
            let senders: [any CodeSender] =
                [LoggingCodeSender(log: log, showsCodes: isDevelopment)] + (inbox.map { [$0] } ?? [])
            let database = try Self.database(beside: opened.place)
            let services = DemoServices(
                accounts: try LocalAccountDirectory(in: database, clock: clock, hasDemoAccount: isDevelopment),
                codes: CodeVerifier(sender: CodeSenders(senders), clock: clock),
                // There is never enough of it, so that everybody can see what happens then.
                customers: try CustomerRecords(in: database, clock: clock, soldOut: ["truffle"]),
                catalogue: DistantCatalogue(),
                purchases: try PurchaseBook(in: database, clock: clock)
            )
            var effects = EffectHandlers()
            services.register(in: &effects)
            return try UsherServer(
                applications: try ShippedApplications.make(),
                effects: effects,
                store: opened.store,
                crashes: opened.crashes,
                clock: clock,
                settings: settings,
                metrics: { metrics.exposition() },
                log: log
            ) { routes in
                if let inbox { routes.add(.get, "/dev/inbox", inbox) }
            }
        } catch let error as StaticFilesError {
            throw StartFailure(description: "The web client can't be served: \(error)")
        } catch let error as ThreadError {
            throw StartFailure(description: "The server can't start: \(error)")
        }
    }

    /// Where accounts and orders are kept: beside the sessions, and as long as those.
    private static func database(beside place: StoreOptions.Place) throws -> ServiceDatabase {
        switch place {
        case .memory: return try .inMemory()
        case .sqlite(let path):
            do {
                return try ServiceDatabase(path: path + ".services")
            } catch {
                throw StartFailure(description: "The accounts in \(path).services can't be used: \(error)")
            }
        }
    }

    private func folder(_ environment: Environment) throws(StartFailure) -> String? {
        if let folder = environment.text(publicFolder, "public") {
            guard Self.isFolder(folder) else {
                throw StartFailure(
                    description: "--public (USHER_PUBLIC) is '\(folder)', which is no folder that can be read."
                )
            }
            return folder
        }
        return Self.isFolder("Public") ? "Public" : nil
    }

    private static func isFolder(_ path: String) -> Bool {
        var information = stat()
        guard unsafe stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFDIR else { return false }
        return unsafe access(path, R_OK | X_OK) == 0
    }
}
