import Concurrency
import Coordination
import SessionsTesting
import Testing

@testable import Sessions

@Suite("The clients of a session, for notifications")
struct AudienceTests {
    private let clock: ManualClock
    private let one: TestServer
    private let other: TestServer

    init() throws {
        let clock = ManualClock()
        let shared = SharedMemoryStore.Shared(clock: clock)
        let application = try Application("bell", title: "Bell", root: BellCoordinator.self, factory: ())
        func server() throws -> TestServer {
            try TestServer(
                clock: clock,
                store: TestStore(SharedMemoryStore(shared)),
                applications: HostedApplications([application])
            )
        }
        self.clock = clock
        one = try server()
        other = try server()
    }

    /// Starts a session that both servers have in memory.
    private func start(isSubscribed: Bool = true) async throws -> (here: Session, there: Session) {
        let (session, credential) = try await one.start("bell")
        let subscription = isSubscribed ? NotificationSubscription(platform: "phone", token: "t1") : nil
        try await withCheckedThrowingContinuation { continuation in
            one.registry.subscribe(
                credential,
                of: session,
                to: subscription,
                for: InternalCaller(queue: InlineQueue.shared)
            ) {
                continuation.resume(with: $0)
            }
        }
        return (session, try await other.registry.session(session.id, opening: credential))
    }

    /// Connects a client to a session, until the change that ``disconnect(_:)`` makes.
    private func connect(_ session: Session) {
        let caller = InternalCaller(queue: InlineQueue.shared)
        session.view(after: session.revision, wait: .seconds(80_000), as: nil, for: caller) { _ in }
    }

    /// Returns whether a server finds a client, while time passes.
    private func isFollowed(_ session: Session) async throws -> Bool {
        let answer = Lock<Result<Bool, any Error>?>(nil)
        Task {
            do {
                let isFollowed = try await SessionAudience(session: session).isFollowed()
                answer.withLock { $0 = .success(isFollowed) }
            } catch {
                answer.withLock { $0 = .failure(error) }
            }
        }
        await eventually {
            clock.advance(by: .milliseconds(200))
            return answer.withLock { $0 != nil }
        }
        return try answer.withLock { $0 }?.get() ?? false
    }

    @Test("a client is known at its own server and at the others, and forgotten after it has left")
    func servers() async throws {
        let (here, there) = try await start()
        #expect(try await !isFollowed(here))
        #expect(try await !isFollowed(there))
        connect(here)
        #expect(try await isFollowed(here))
        #expect(try await isFollowed(there))
        // Time alone does not end it.
        for _ in 0..<60 { clock.advance(by: .seconds(1)) }
        await eventually {
            clock.advance(by: .seconds(1))
            return await isKnown(there)
        }
        here.wakeAll()
        await eventually { here.waiterCount == 0 }
        #expect(try await !isFollowed(here))
        #expect(try await !isFollowed(there))
        close()
    }

    @Test("servers tell each other of no session that has nobody to notify")
    func unsubscribed() async throws {
        let (here, there) = try await start(isSubscribed: false)
        connect(here)
        for _ in 0..<20 { clock.advance(by: .seconds(1)) }
        #expect(await !isKnown(there))
        #expect(ClientsTopic.of(here) == nil)
        close()
    }

    private func isKnown(_ session: Session) async -> Bool {
        (try? await session.dependencies.topics.followers.isFollowedElsewhere(session)) == true
    }

    private func close() {
        one.registry.close()
        other.registry.close()
    }
}

private struct Bell: Screen {
    static let name = "bell"
    static let ring = Output<Bell, Nothing>("ring")
    var title: LocalizedText { "Bell" }
}

private final class BellCoordinator: ApplicationCoordinator {
    typealias State = NoState

    func start() { setRoot(Bell()) }

    static let wiring: Wiring<BellCoordinator> = [
        .notifies(),
        .on(Bell.ring) { flow, _ in flow.notify("It rings") },
    ]
}
