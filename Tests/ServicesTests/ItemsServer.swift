import Coordination
import JSON
import Logging
import SessionsTesting
import Testing

@testable import Accounts
@testable import Applications
@testable import DemonstrationServices
@testable import Sessions

/// Sessions of the `items` application with the services behind its effects.
struct ItemsServer: Sendable {
    let items: ItemRecords
    let inbox: DevInbox
    let registry: SessionRegistry

    init(items: ItemRecords? = nil) throws {
        let clock = ManualClock()
        self.items = try items ?? ItemRecords()
        inbox = DevInbox(clock: clock)
        let accounts = try LocalAccountDirectory(
            in: .forTest(),
            clock: clock,
            hashing: .cheap,
            hasDemoAccount: true
        )
        var handlers = EffectHandlers()
        AccountServices(accounts: accounts, codes: try CodeVerifier(sender: inbox, clock: clock)).register(
            in: &handlers
        )
        ShippedServices(
            accounts: accounts,
            customers: try CustomerRecords(clock: clock),
            catalog: DelayedCatalog(delay: .zero),
            purchases: try PurchaseRecords(clock: clock),
            items: self.items
        ).register(in: &handlers)
        registry = try SessionRegistry(
            applications: HostedApplications([ItemsApplication.make()]),
            store: MemoryStore(requiresEncoding: true),
            effects: handlers,
            clock: clock,
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    func start() async throws -> Session {
        try await registry.start("items", link: nil, client: ClientInfo(), idempotency: nil).result.view.session
    }

    /// Starts a session and signs in with the demo account.
    func startSignedIn() async throws -> Session {
        let session = try await start()
        try await session.report("submit", ["login": "demo", "password": "demo-password"])
        return session
    }
}

extension Session {
    /// Reports an output of the screen in focus, and waits for its effects.
    func report(_ output: String, _ payload: JSONValue? = nil) async throws {
        let screen = try #require(view.record.state.focus?.key)
        _ = try await submit(Submission(.output(output, screen: screen, payload: payload), wait: .seconds(10)))
    }

    func goBack() async throws { _ = try await submit(Submission(.back(to: nil), wait: .zero)) }

    /// The names of the screens on the front stack, root first.
    var stack: [String] {
        let state = view.record.state
        return state.stack.compactMap { state.screens[$0]?.name }
    }

    var messages: [String] { view.record.state.focus?.messages.map(\.code) ?? [] }

    /// Waits until no effect of the session is pending.
    func whenIdle() async {
        while !view.record.state.pending.isEmpty { _ = await view(after: view.record.revision, wait: .seconds(10)) }
    }
}
