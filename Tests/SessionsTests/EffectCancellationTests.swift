import Concurrency
import Coordination
import SessionsTesting
import Testing

@testable import Sessions

@Suite("Effects that a flow cancels while they run")
struct EffectCancellationTests {
    /// A handler that waits until its task is cancelled, and then returns a result or throws.
    private final class Handler: Sendable {
        private let state = Lock((calls: 0, cancelled: 0))
        let returns: Bool

        init(returns: Bool) { self.returns = returns }

        var calls: Int { state.withLock { $0.calls } }
        var cancelled: Int { state.withLock { $0.cancelled } }

        func perform() async throws -> String {
            state.withLock { $0.calls += 1 }
            do { try await Task.sleep(for: .seconds(3_600)) } catch {
                state.withLock { $0.cancelled += 1 }
                if !returns { throw error }
            }
            return "paid"
        }
    }

    private func server(
        _ handler: Handler,
        store: TestStore = TestStore(),
        threads: Int = 4,
        log: RecordedLog = RecordedLog()
    ) throws -> TestServer {
        let application = try Application("till", title: "Till", root: Till.self, state: .init(), factory: ())
        return try TestServer(
            store: store,
            applications: HostedApplications([application]),
            effectThreads: threads,
            log: log.logger
        ) { handlers in
            handlers.on(Pay.self) { _, _ in try await handler.perform() }
        }
    }

    private func log(of session: Session) -> [String] {
        session.record.state.screens.compactMap { ($0.screen as? Checkout)?.log }.first ?? []
    }

    @Test(
        "the task of its handler is cancelled, its late result or error reaches no flow, and it is not called again",
        arguments: [true, false]
    )
    func cancels(returns: Bool) async throws {
        let (handler, lines) = (Handler(returns: returns), RecordedLog())
        let server = try server(handler, log: lines)
        let (session, _) = try await server.start("till")
        try await session.report("pay")
        await eventually { handler.calls == 1 }
        let result = try await session.report("stop", wait: .seconds(10))
        #expect(result.view.status == .active)
        await eventually { handler.cancelled == 1 }
        try await session.report("pay")
        await eventually { handler.calls == 2 }
        #expect(log(of: session) == ["stopped"])
        #expect(lines.lines == ["notice Effect cancelled"])
        server.clock.advance(by: .seconds(64))
        #expect(session.revision == 4 && handler.calls == 2)
        try await session.report("stop")
        server.registry.close()
    }

    @Test("one that waits for a thread is never performed")
    func queued() async throws {
        let gate = EffectQueueTests.Gate()
        let handler = Handler(returns: true)
        let queue = EffectQueue(name: "tills", threads: 1, limit: 8)
        let application = try Application("till", title: "Till", root: Till.self, state: .init(), factory: ())
        let server = try TestServer(applications: HostedApplications([application])) { handlers in
            handlers.on(Pay.self, in: queue) { _, _ in try await handler.perform() }
            handlers.on(Block.self, in: queue) { _, _ in
                gate.pass()
                return Nothing()
            }
        }
        let (session, _) = try await server.start("till")
        try await session.report("block")
        await eventually { gate.waitingCount == 1 }
        try await session.report("pay")
        try await session.report("stop")
        gate.open()
        await eventually { session.record.state.pending.isEmpty }
        try await session.report("block")
        await eventually { session.record.state.pending.isEmpty }
        #expect(handler.calls == 0)
        server.registry.close()
    }

    @Test(
        "another server that shares the store cancels it, and its handler learns of it as soon as its own server does"
    )
    func otherServer() async throws {
        let (handler, clock) = (Handler(returns: true), ManualClock())
        let shared = SharedMemoryStore.Shared(clock: clock)
        let application = try Application("till", title: "Till", root: Till.self, state: .init(), factory: ())
        let servers = try (0..<2).map { _ in
            try TestServer(
                clock: clock,
                store: TestStore(SharedMemoryStore(shared)),
                applications: HostedApplications([application])
            ) { handlers in
                handlers.on(Pay.self) { _, _ in try await handler.perform() }
            }
        }
        try await servers[0].registry.open()
        let (session, credential) = try await servers[0].start("till")
        try await session.report("pay")
        await eventually(advancing: clock) { handler.calls == 1 }
        try await servers[1].registry.session(session.id, opening: credential).report("stop")
        #expect(handler.cancelled == 0)
        _ = try await servers[0].registry.session(session.id, opening: credential)
        await eventually { handler.cancelled == 1 }
        #expect(log(of: session) == ["stopped"] && handler.calls == 1)
        for server in servers { server.registry.close() }
    }

    @Test("the history names it in the step that has cancelled it")
    func history() async throws {
        let handler = Handler(returns: true)
        let server = try server(handler)
        let (session, _) = try await server.start("till")
        try await session.report("pay")
        await eventually { handler.calls == 1 }
        try await session.report("stop")
        let history = try await server.store.inner.history(of: session.id)
        let details = String(decoding: try #require(history?.records.first?.details), as: UTF8.self)
        #expect(details.contains(#""name":"pay","status":"cancelled""#))
        server.registry.close()
    }
}

private struct Pay: Effect {
    static let name = "pay"
    typealias Value = String
}

private struct Block: Effect {
    static let name = "block"
    static let blocksScreen = false
    typealias Value = Nothing
}

private struct Checkout: Screen {
    static let name = "checkout"
    static let pay = Output<Checkout, Nothing>("pay")
    static let stop = Output<Checkout, Nothing>("stop")
    static let block = Output<Checkout, Nothing>("block")

    var log: [String] = []
}

private final class Till: ApplicationCoordinator {
    struct State: CoordinatorState {}

    func start() { push(Checkout()) }

    static let wiring: Wiring<Till> = [
        .on(Checkout.pay) { $0.perform(Pay()) },
        .on(Checkout.stop) { flow in
            if flow.cancel(Pay.self) { flow.add("stopped") }
        }.whileBusy(),
        .on(Checkout.block) { $0.perform(Block()) },
        .on(Pay.self) { $0.add($1) },
        .on(failure: Pay.self) { flow, _ in flow.add("failed") },
        .ignores(Block.self),
    ]

    private func add(_ line: String) {
        update { (screen: inout Checkout) in screen.log.append(line) }
    }
}
