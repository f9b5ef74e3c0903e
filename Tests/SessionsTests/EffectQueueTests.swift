import Concurrency
import Coordination
import Counter
import SessionsTesting
import Testing

@testable import Sessions

@Suite("Effect queues")
struct EffectQueueTests {
    /// A gate that blocks the threads of handlers until a test opens it.
    final class Gate: Sendable {
        private let state = Monitor((isOpen: false, waiting: 0))

        var waitingCount: Int { state.withLock { $0.waiting } }

        func pass() {
            state.withLock { $0.waiting += 1 }
            state.wait(while: { !$0.isOpen }) { $0.waiting -= 1 }
        }

        func open() { state.withLock { $0.isOpen = true } }
    }

    /// Returns a server with secret questions that block the threads of a queue until the gate opens.
    private func server(
        _ gate: Gate,
        store: TestStore = TestStore(),
        threads: Int = 1,
        limit: Int,
        questions: Questions = Questions()
    ) throws -> TestServer {
        let queue = EffectQueue(name: "slow", threads: threads, limit: limit)
        return try TestServer(store: store, questions: questions) { handlers in
            handlers.on(SecretQuestion.self, in: queue) { _, _ in
                gate.pass()
                return 10_000
            }
            handlers.on(Question.self, in: queue) { _, _ in
                gate.pass()
                return 10
            }
        }
    }

    /// Returns a session with a secret question that runs or waits.
    private func asking(_ server: TestServer) async throws -> Session {
        let (session, _) = try await server.start()
        try await session.report("askSecretly")
        return session
    }

    @Test("other effects and timers do not wait for a thousand effects whose queue has blocked threads")
    func separate() async throws {
        let gate = Gate()
        let server = try server(gate, threads: 2, limit: 1_000)
        let (timed, _) = try await server.start()
        try await timed.report("startTimer")
        var sessions: [Session] = []
        for _ in 0..<1_000 { sessions.append(try await asking(server)) }
        await eventually { gate.waitingCount == 2 }
        let (session, _) = try await server.start()
        try await session.report("askQuietly", wait: .seconds(2))
        await eventually { session.count == 1_000 }
        server.clock.advance(by: .seconds(60))
        await eventually { timed.count == 100 }
        #expect(gate.waitingCount == 2)
        gate.open()
        for session in sessions { await eventually { session.count == 10_000 } }
        server.registry.close()
    }

    @Test(
        "the result of an effect is committed ahead of the effects that wait, also of one that blocks the only thread"
    )
    func resultAhead() async throws {
        let (first, second) = (Gate(), Gate())
        let queue = EffectQueue(name: "slow", threads: 1, limit: 8)
        let server = try TestServer { handlers in
            handlers.on(SecretQuestion.self, in: queue) { _, _ in
                first.pass()
                return 10_000
            }
            handlers.on(Question.self, in: queue) { _, _ in
                second.pass()
                return 10
            }
        }
        let asking = try await asking(server)
        await eventually { first.waitingCount == 1 }
        let (waiting, _) = try await server.start()
        try await waiting.report("ask")
        first.open()
        await eventually { asking.count == 10_000 }
        await eventually { second.waitingCount == 1 }
        #expect(waiting.count == 0)
        second.open()
        await eventually { waiting.count == 10 }
        server.registry.close()
    }

    @Test("a request that would add an effect to a full queue is rejected before anything is committed")
    func full() async throws {
        let gate = Gate()
        let server = try server(gate, limit: 2)
        let running = try await asking(server)
        let waiting = try await asking(server)
        let (session, _) = try await server.start()
        let commits = server.store.batches.count
        let key = Idempotency.of("a key of a request")
        #expect(
            await error { () async throws(SessionError) in try await session.report("askSecretly", key: key) }
                == "effectQueueFull secretQuestion"
        )
        #expect(session.revision == 1)
        #expect(server.store.batches.count == commits)
        // Events without such an effect are accepted.
        try await session.report("raise")
        gate.open()
        await eventually { running.count == 10_000 && waiting.count == 10_000 }
        // The result is committed just before the place is free.
        await eventually { (try? await session.report("askSecretly", key: key)) != nil }
        await eventually { session.count == 10_001 }
        server.registry.close()
    }

    @Test("one client gets its share of the places, from any number of sessions, and others are served")
    func share() async throws {
        let gate = Gate()
        let share = EffectQueue.ClientShare(places: 3) { $0 == "127.0.0.1" ? nil : $0 }
        let queue = EffectQueue(name: "slow", threads: 1, limit: 8, clientShare: share)
        let server = try TestServer { handlers in
            handlers.on(SecretQuestion.self, in: queue) { _, _ in
                gate.pass()
                return 10_000
            }
        }
        @Sendable func ask(from client: String?) async throws -> (session: Session, error: String?) {
            let (session, _) = try await server.start()
            let focus = session.view.record.state.focus?.key ?? Key(0)
            let submission = Submission(
                .output("askSecretly", screen: focus, payload: nil),
                wait: .zero,
                client: client
            )
            return (session, await error { () async throws(SessionError) in try await session.submit(submission) })
        }
        let commits = server.store.batches.count
        var served: [Session] = []
        for number in 0..<6 {
            let asked = try await ask(from: "192.0.2.1")
            #expect(asked.error == (number < 3 ? nil : "effectQueueFull secretQuestion"))
            if asked.error == nil { served.append(asked.session) }
        }
        // Six starts and three questions.
        #expect(server.store.batches.count == commits + 9)
        for client in ["198.51.100.1", "198.51.100.1", "127.0.0.1", nil] {
            let asked = try await ask(from: client)
            #expect(asked.error == nil)
            served.append(asked.session)
        }
        gate.open()
        for session in served { await eventually { session.count == 10_000 } }
        await eventually { (try? await ask(from: "192.0.2.1"))?.error == nil }
        server.registry.close()
    }

    @Test("a session whose first effect finds a full queue is not started")
    func start() async throws {
        let gate = Gate()
        let application = try Application(
            "asking",
            title: "Asking",
            root: AskingCoordinator.self,
            state: .init(),
            factory: ()
        )
        let server = try TestServer(applications: HostedApplications([application])) { handlers in
            handlers.on(FirstQuestion.self, in: EffectQueue(name: "slow", threads: 1, limit: 1)) { _, _ in
                gate.pass()
                return 1
            }
        }
        let (first, _) = try await server.start("asking")
        let rejection = await error { () async throws(SessionError) in
            try await server.registry.start("asking", link: nil, client: ClientInfo(), idempotency: nil)
        }
        #expect(rejection == "effectQueueFull firstQuestion")
        #expect(try await server.store.count() == 1)
        gate.open()
        await eventually { first.revision == 2 }
        server.registry.close()
    }

    @Test("the place of an effect is given back when its commit fails, certainly or after a reload")
    func failedCommits() async throws {
        let gate = Gate()
        let server = try server(gate, limit: 1)
        let (session, _) = try await server.start()
        for failure in [StoreError.Kind.unavailable, .unknownOutcome, .conflict] {
            // A request runs again after a conflict, up to 32 times.
            for _ in 0..<(failure == .conflict ? 33 : 1) { server.store.planFailures(.fails(failure)) }
            #expect(
                await error { () async throws(SessionError) in try await session.report("askSecretly") }
                    == "store \(failure)"
            )
        }
        server.store.planFailures(.commitsAndFails(.unknownOutcome))
        try await session.report("askSecretly")
        await eventually { gate.waitingCount == 1 }
        let (other, _) = try await server.start()
        #expect(
            await error { () async throws(SessionError) in try await other.report("askSecretly") }
                == "effectQueueFull secretQuestion"
        )
        gate.open()
        await eventually { session.count == 10_000 }
        server.registry.close()
    }

    @Test("an effect that a timer adds to a full queue waits")
    func timer() async throws {
        let gate = Gate()
        let queue = EffectQueue(name: "slow", threads: 1, limit: 1)
        let server = try TestServer { handlers in
            handlers.on(QuietQuestion.self, in: queue) { _, _ in
                gate.pass()
                return 1_000
            }
        }
        let (timed, _) = try await server.start()
        try await timed.report("startAskingTimer")
        let (other, _) = try await server.start()
        try await other.report("askQuietly")
        await eventually { gate.waitingCount == 1 }
        server.clock.advance(by: .seconds(60))
        await eventually { timed.revision == 3 }
        #expect(timed.view.record.state.pending.map(\.name) == ["quietQuestion"])
        gate.open()
        await eventually { timed.count == 1_000 && other.count == 1_000 }
        server.registry.close()
    }

    @Test("an effect that has begun continues ahead of the effects that wait")
    func continuation() async throws {
        let gate = Gate()
        let order = Lock([String]())
        let suspended = Lock<CheckedContinuation<Void, Never>?>(nil)
        let queue = EffectQueue(name: "slow", threads: 1, limit: 10)
        let server = try TestServer { handlers in
            handlers.on(Question.self, in: queue) { _, _ in
                await withCheckedContinuation { continuation in suspended.withLock { $0 = continuation } }
                order.withLock { $0.append("continued") }
                return 10
            }
            handlers.on(SecretQuestion.self, in: queue) { _, _ in
                gate.pass()
                order.withLock { $0.append("begun") }
                return 10_000
            }
        }
        let (first, _) = try await server.start()
        try await first.report("ask")
        await eventually { suspended.withLock { $0 != nil } }
        let second = try await asking(server)
        await eventually { gate.waitingCount == 1 }
        let third = try await asking(server)
        suspended.withLock { $0 }?.resume()
        gate.open()
        await eventually { first.count == 10 && second.count == 10_000 && third.count == 10_000 }
        #expect(order.withLock { $0 } == ["begun", "continued", "begun"])
        server.registry.close()
    }

    @Test("a stop drops the effects that have not begun, abandons one that blocks, and the next server performs them")
    func stop() async throws {
        let gate = Gate()
        let server = try server(gate, store: TestStore(MemoryStore(requiresEncoding: true)), limit: 10)
        var sessions: [(session: Session, credential: Credential)] = []
        for _ in 0..<3 {
            sessions.append(try await server.start())
            try await sessions[sessions.count - 1].session.report("ask")
        }
        let secret = try await server.start()
        try await secret.session.report("askSecretly")
        await eventually { gate.waitingCount == 1 }
        server.registry.close(within: .milliseconds(50))
        #expect(gate.waitingCount == 1)
        gate.open()
        await eventually { gate.waitingCount == 0 }
        for (session, _) in sessions { #expect(try await server.storedCount(of: session) == 0) }

        let next = try server.restarted()
        try await next.registry.open()
        for (session, credential) in sessions {
            let again = try await next.registry.session(session.id, opening: credential)
            await eventually { again.count == 10 }
        }
        let again = try await next.registry.session(secret.session.id, opening: secret.credential)
        await eventually { again.messages == ["effect.interrupted"] }
        next.registry.close()
    }
}

/// An effect at the start of an application.
private struct FirstQuestion: Effect {
    static let name = "firstQuestion"

    typealias Value = Int
}

private struct AskingScreen: Screen {
    static let name = "asking"

    var number: Int
}

private final class AskingCoordinator: ApplicationCoordinator {
    struct State: CoordinatorState {}

    func start() {
        push(AskingScreen(number: 0))
        perform(FirstQuestion())
    }

    static let wiring: Wiring<AskingCoordinator> = [
        .shows(AskingScreen.self),
        .on(FirstQuestion.self) { flow, number in
            flow.update { (screen: inout AskingScreen) in screen.number = number }
        },
    ]
}
