import Concurrency
import Coordination
import Counter
import SessionsTesting
import Testing

@testable import Sessions

@Suite("Two releases of an application that run at once on a shared store")
struct RollingUpgradeTests {
    private let clock = ManualClock()
    private let shared: SharedMemoryStore.Shared

    init() { shared = SharedMemoryStore.Shared(clock: clock) }

    private func server(_ application: Application) throws -> TestServer {
        try TestServer(
            clock: clock,
            store: TestStore(SharedMemoryStore(shared)),
            applications: HostedApplications([application])
        )
    }

    @Test("the older release leaves a session that the newer one has migrated as it is")
    func migration() async throws {
        let next = try server(try NextRelease.make(.migration))
        let first = try server(try CounterApplication.make())
        let (session, credential) = try await first.start()
        for _ in 1...3 { try await session.report("raise") }
        first.registry.close()
        for total in 4...6 {
            let migrated = try await next.registry.session(session.id, opening: credential)
            #expect(migrated.record.state.total == total - 1)
            try await migrated.report("raise")
            // This server does not have the session in memory.
            let old = try server(try CounterApplication.make())
            let opening = await error { () async throws(SessionError) in
                try await old.registry.session(session.id, opening: credential)
            }
            #expect(opening == "store newer")
            old.registry.close()
        }
        next.registry.close()
    }

    @Test("an older release that has the session in memory leaves it as it is, too")
    func migrationOfLiveSession() async throws {
        let old = try server(try CounterApplication.make()), next = try server(try NextRelease.make(.migration))
        let (session, credential) = try await old.start()
        _ = try await next.registry.session(session.id, opening: credential)
        let opening = await error { () async throws(SessionError) in
            try await old.registry.session(session.id, opening: credential)
        }
        #expect(opening == "store newer")
        old.registry.close()
        next.registry.close()
    }

    @Test("a session that is pinned to the older release stays as it is, and is migrated when it moves, once")
    func pinned() async throws {
        let old = try server(try CounterApplication.make()), next = try server(try NextRelease.make(.migration))
        let (session, credential) = try await old.start()
        // Meanwhile another session runs at the newer release.
        let (other, _) = try await next.start()
        for count in 1...3 {
            try await old.registry.session(session.id, opening: credential).report("raise")
            try await other.report("raise")
            #expect(try await old.storedCount(session.id) == count)
        }
        old.registry.close()
        let moved = try await next.registry.session(session.id, opening: credential)
        #expect(moved.record.state.total == 3 && moved.messages == [] && moved.revision == 5)
        next.registry.close()
    }

    @Test("an anchor of the older release does not change what the newer one has written")
    func anchorBack() async throws {
        let old = try server(try Release.make(Release.First.self)),
            next = try server(try Release.make(Release.Second.self))
        let (session, credential) = try await old.start()
        try await old.registry.session(session.id, opening: credential).report("raise")
        for round in 2...4 {
            let current = try await next.registry.session(session.id, opening: credential)
            #expect(current.record.state.number == round - 1 && current.messages == [])
            try await current.report("raise")
            let opening = await error { () async throws(SessionError) in
                try await old.registry.session(session.id, opening: credential)
            }
            #expect(opening == "store newer")
        }
        old.registry.close()
        next.registry.close()
    }

    @Test(
        "requests that reach both releases at once are all applied, each once, and fail for no other reason than the newer one"
    )
    func simultaneous() async throws {
        let old = try server(try Release.make(Release.First.self)),
            next = try server(try Release.make(Release.Second.self))
        let (session, credential) = try await old.start()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    var server = number % 2 == 0 ? next : old
                    while true {
                        do {
                            let current = try await server.registry.session(session.id, opening: credential)
                            try await current.report("raise", key: .of("a key \(number)"))
                            return
                        } catch let error as SessionError {
                            // The proxy sends the request again, sooner or later to the newer release.
                            guard case .store(let reason) = error, reason.kind == .newer else { throw error }
                            server = next
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await next.registry.session(session.id, opening: credential).record.state.number == 20)
        old.registry.close()
        next.registry.close()
    }
}

/// Two releases of a counter.
///
/// The second release migrates sessions of the first, and the first restarts sessions of the second.
private enum Release {
    static func make<Root: ApplicationCoordinating>(_ root: Root.Type) throws -> Application
    where Root.State: NumberState {
        try Application("counter", title: "Counter", root: root, state: Root.State(), factory: ())
    }

    protocol NumberState: CoordinatorState { init() }

    struct NumberScreen: Screen {
        static let name = "number"
        static let raise = Output<NumberScreen, Nothing>("raise")

        var number: Int
    }

    final class First: ApplicationCoordinator {
        struct State: NumberState { var count = 0 }

        static let name = "CounterCoordinator"
        static let wiring: Wiring<First> = [
            .anchor(.restart { State(count: $0["count"] ?? $0["total"] ?? 0) }),
            .on(NumberScreen.raise) { $0.raise() },
        ]

        func start() { push(NumberScreen(number: state.count)) }

        private func raise() {
            state.count += 1
            update { (screen: inout NumberScreen) in screen.number = state.count }
        }
    }

    final class Second: ApplicationCoordinator {
        struct State: NumberState { var total = 0 }

        static let name = "CounterCoordinator"
        static let version = 2
        static let migrations = [Migration(from: 1) { $0.state.renameMember("count", to: "total") }]
        static let wiring: Wiring<Second> = [.on(NumberScreen.raise) { $0.raise() }]

        func start() { push(NumberScreen(number: state.total)) }

        private func raise() {
            state.total += 1
            update { (screen: inout NumberScreen) in screen.number = state.total }
        }
    }
}

extension NavigationState {
    fileprivate var number: Int? { screens.compactMap { ($0.screen as? Release.NumberScreen)?.number }.first }
}
