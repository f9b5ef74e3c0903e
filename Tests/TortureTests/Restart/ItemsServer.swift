import Accounts
import Applications
import Coordination
import DemonstrationServices
import GRDB
import HTTPCore
import JSON
import Logging
import Programs
import SQLiteSessions
import Sessions
import SessionsTesting
import StateAPI

/// The `items` application with its services over a store in a file, with a clock that the test advances.
///
/// Restarting its server keeps the accounts, the codes and the time.
final class ItemsServer {
    let clock = ManualClock()
    private(set) var client: InProcessClient
    /// The number of restarts.
    private(set) var restarts = 0

    /// Whether a restart deletes all stored replies, a deliberate bug for the control test.
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
        let hashing = Argon2idParameters(kibibytes: 8, passes: 1)
        let accounts = try LocalAccountDirectory(clock: clock, hashing: hashing, hasDemoAccount: true)
        var effects = EffectHandlers()
        AccountServices(accounts: accounts, codes: try CodeVerifier(sender: inbox, clock: clock)).register(in: &effects)
        ShippedServices(
            accounts: accounts,
            customers: try CustomerRecords(clock: clock, soldOut: ["truffle"]),
            catalog: DelayedCatalog(delay: .zero),
            purchases: try PurchaseRecords(clock: clock),
            items: try ItemRecords()
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
        // A server that has just started removes nothing for an hour, which would show in the responses.
        var limits = SessionLimits()
        limits.expiredRetention = .seconds(100 * 86_400)
        let registry = try SessionRegistry(
            applications: HostedApplications([try ItemsApplication.make()]),
            store: store,
            effects: effects,
            clock: clock,
            limits: limits,
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

    /// Waits until a session has no effect in flight.
    ///
    /// Effects that load and save items block no screen.
    func settle(_ id: String, _ token: String) async {
        guard let session = try? await registry.session(SessionID(id), opening: Credential(token)) else { return }
        // The check and the wait must see the same revision: the clock stands still, so a wait for one more would not end.
        var view = session.view
        while view.record.state.pending.contains(where: { $0.due == nil }) {
            view = await session.view(after: view.record.revision, wait: .seconds(10))
        }
    }

    /// Returns the last verification code that was sent, or `000000` if there is none.
    func code() async -> String {
        let reply = await inbox.send(.get, "/dev/inbox")
        return reply.json["messages"]?.arrayValue?.last?["code"]?.stringValue ?? "000000"
    }
}
