import A2UI
import Accounts
import Agents
import Applications
import Compression
import Coordination
import DemonstrationServices
import HTTPCore
import Inspector
import JSON
import Locales
import Logging
import MicroHTTP
import RawHTTP
import ServiceDatabase
import Sessions
import SessionsTesting
import StateAPI
import UsherServer

/// A whole server on a free port, with the shipped applications and services and a clock that the test advances.
struct RunningServer: Sendable {
    let server: UsherServer
    let clock: ManualClock
    let inbox: DevInbox
    /// The key that opens the sealed texts of screens.
    let key: SealingKey
    var port: Int { server.port }

    /// Starts a server, runs the body on a thread of its own, where it may block, and stops the server.
    ///
    /// The carts, orders and purchases are in `customerData`, or for `nil` in databases in memory.
    static func run(
        configure: (inout UsherServer.Settings) -> Void = { _ in },
        store: any SessionStore = MemoryStore(),
        catalog: any CatalogSource = DelayedCatalog(delay: .zero),
        customerData: ServiceDatabase? = nil,
        applications: [Application]? = nil,
        log: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        routes addRoutes: @escaping (inout RouteTable, RouteContext) -> Void = { _, _ in },
        _ body: @escaping @Sendable (RunningServer) throws -> Void
    ) async throws {
        let clock = ManualClock()
        let inbox = DevInbox(clock: clock)
        // It has the cheapest password hashing, because these tests don't depend on its strength.
        let hashing = Argon2idParameters(kibibytes: 8, passes: 1)
        let secret = CodeVerifier.randomKey()
        let key = SealingKey(derivedFrom: secret)
        let accounts = try LocalAccountDirectory(secret: secret, clock: clock, hashing: hashing, hasDemoAccount: true)
        var effects = EffectHandlers()
        AccountServices(accounts: accounts, codes: try CodeVerifier(sender: inbox, clock: clock)).register(in: &effects)
        ShippedServices(
            accounts: accounts,
            customers: try CustomerRecords(in: customerData, clock: clock, soldOut: ["truffle"]),
            catalog: catalog,
            purchases: try PurchaseRecords(in: customerData, clock: clock),
            items: try ItemRecords()
        ).register(in: &effects)
        var settings = UsherServer.Settings()
        settings.http.port = 0
        settings.stopGrace = .seconds(5)
        settings.compression = CompressionFilter(level: 1)
        settings.api.options = [.inspector, .agents, .a2ui]
        settings.api.localize = { $0.localization(for: $1) }
        configure(&settings)
        let server = try UsherServer(
            applications: try applications ?? shippedApplications(),
            effects: effects,
            store: store,
            clock: clock,
            settings: settings,
            metrics: PrometheusMetrics(),
            log: log,
            sealingKey: key
        ) { routes, context in
            routes.add(.get, "/dev/inbox", inbox)
            addRoutes(&routes, context)
        }
        try await server.start()
        let running = RunningServer(server: server, clock: clock, inbox: inbox, key: key)
        let result = await blocking { try body(running) }
        await server.stop()
        try result.get()
    }

    private static func shippedApplications() throws -> [Application] {
        [
            try MarketApplication.make(), try ItemsApplication.make(), try ProfileApplication.make(),
            try ShopApplication.make(), try KanjiApplication.make(),
        ]
    }

    func connect() throws -> RawClient { try RawClient(port: port) }

    func start(_ body: JSONValue = ["app": "items"]) throws -> AppClient { try AppClient(port: port, starting: body) }

    /// Returns a client with a user who has signed in with the demo account and seen the tutorial.
    func startInMain() throws -> AppClient {
        let client = try start()
        try client.signIn()
        try client.report("finish")
        try client.wait { $0.props["isLoading"] == false }
        return client
    }
}
