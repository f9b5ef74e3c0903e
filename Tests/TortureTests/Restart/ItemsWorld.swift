import Applications
import Coordination
import GRDB
import HTTPCore
import JSON
import Logging
import Programs
import SQLiteSessions
import Services
import Sessions
import SessionsTesting
import StateAPI

/// The `items` application with its services and a clock that stands still, over a store in a file.
///
/// Its server can be stopped and started again; accounts, codes and the time live on.
final class ItemsWorld {
    let clock = ManualClock()
    private(set) var client: InProcessClient
    /// How often the server was started again.
    private(set) var restarts = 0

    /// The fault of forgetting at a restart which requests were answered.
    private let losesReplies: Bool
    private let folder: TemporaryFolder
    private let inbox: InProcessClient
    private let effects: EffectHandlers
    private var store: SQLiteStore
    private var registry: SessionRegistry

    init(losesReplies: Bool = false) async throws {
        self.losesReplies = losesReplies
        folder = try TemporaryFolder()
        let inbox = DevInbox(clock: clock)
        let hashing = PasswordHashing(rounds: 2, blockSize: 1, parallelism: 1)
        let accounts = try LocalAccountDirectory(clock: clock, hashing: hashing, hasDemoAccount: true)
        var effects = EffectHandlers()
        DemoServices(
            accounts: accounts,
            codes: CodeVerifier(sender: inbox, clock: clock),
            customers: try CustomerRecords(clock: clock, soldOut: ["truffle"]),
            catalogue: DistantCatalogue(delay: .zero),
            purchases: try PurchaseBook(clock: clock)
        ).register(in: &effects)
        self.effects = effects
        self.inbox = InProcessClient(handler: inbox)
        store = try SQLiteStore(path: folder.path + "/usher.db")
        (registry, client) = try Self.serve(store, effects, clock)
        try await registry.open()
    }

    private static func serve(
        _ store: SQLiteStore,
        _ effects: EffectHandlers,
        _ clock: ManualClock
    ) throws -> (SessionRegistry, InProcessClient) {
        let log = Logger(label: "torture") { _ in SwiftLogNoOpLogHandler() }
        let registry = try SessionRegistry(
            applications: HostedApplications([try ItemsApplication.make()]),
            store: store,
            effects: effects,
            clock: clock,
            effectThreads: 1,
            log: log
        )
        return (registry, InProcessClient(handler: StateAPI(registry: registry, log: log).handler()))
    }

    /// Stops the server and starts another one on the same file.
    func restart() async throws {
        await stop()
        if losesReplies {
            let queue = try DatabaseQueue(path: store.path)
            try await queue.write { db in try db.execute(sql: "DELETE FROM reply") }
            try queue.close()
        }
        store = try SQLiteStore(path: store.path)
        (registry, client) = try Self.serve(store, effects, clock)
        try await registry.open()
        restarts += 1
    }

    func stop() async {
        registry.close()
        await store.close()
    }

    /// The last code that was sent to anybody.
    func code() async -> String {
        let reply = await inbox.send(.get, "/dev/inbox")
        return reply.json["messages"]?.arrayValue?.last?["code"]?.stringValue ?? "000000"
    }
}
