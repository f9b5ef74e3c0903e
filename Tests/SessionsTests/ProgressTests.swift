import Concurrency
import Coordination
import SessionsTesting
import Testing

@testable import Sessions

@Suite("The progress of effects")
struct ProgressTests {
    /// A handler that does what the test says, and returns when the test lets it.
    private final class Exporter: Sendable {
        private let state = Lock((context: EffectContext?.none, end: CheckedContinuation<Void, Never>?.none))

        var context: EffectContext? { state.withLock { $0.context } }

        func perform(_ context: EffectContext) async -> Nothing {
            await withCheckedContinuation { end in state.withLock { $0 = (context, end) } }
            return Nothing()
        }

        func end() { state.withLock { $0.end }?.resume() }
    }

    /// A client that waits for each next revision.
    private final class Client: Sendable {
        private let session: Session

        init(of session: Session) {
            self.session = session
            wait(after: session.revision)
        }

        private func wait(after revision: UInt64) {
            let caller = InternalCaller(queue: InlineQueue.shared)
            session.view(after: revision, wait: .seconds(3_600), as: nil, for: caller) { [weak self] view in
                guard let self, !view.session.dependencies.isClosed else { return }
                InlineQueue.shared.perform { self.wait(after: view.record.revision) }
            }
        }
    }

    private let exporter = Exporter()

    private func started(_ output: String) async throws -> (TestServer, Session) {
        let application = try Application("office", title: "Office", root: Office.self, state: .init(), factory: ())
        let store = TestStore(MemoryStore(requiresEncoding: true))
        let server = try TestServer(store: store, applications: HostedApplications([application])) { handlers in
            handlers.on(Export.self) { [exporter] _, context in await exporter.perform(context) }
            handlers.on(QuietExport.self) { [exporter] _, context in await exporter.perform(context) }
        }
        let (session, _) = try await server.start("office")
        try await session.report(output)
        await eventually { exporter.context != nil }
        return (server, session)
    }

    private func seen(_ session: Session) -> [Double] {
        session.record.state.screens.compactMap { ($0.screen as? Report)?.seen }.first ?? []
    }

    @Test("a session with a client gets the last report of each interval, and lives no longer for it")
    func coalesced() async throws {
        let (server, session) = try await started("export")
        let client = Client(of: session)
        let expiresAt = session.record.expiresAt
        server.clock.advance(by: .seconds(60))
        let context = try #require(exporter.context)
        context.report(progress: 0.1)
        await eventually { seen(session) == [0.1] }
        for step in 2...9 { context.report(progress: Double(step) / 10) }
        server.clock.advance(by: ProgressReports.interval - .milliseconds(1))
        for _ in 0..<20 { await Task.yield() }
        #expect(seen(session) == [0.1])
        await eventually(advancing: server.clock) { seen(session) == [0.1, 0.9] }
        #expect(session.record.expiresAt == expiresAt)
        exporter.end()
        await eventually { session.record.state.pending.isEmpty }
        // The call has ended, and so have its reports.
        context.report(progress: 1)
        server.clock.advance(by: .seconds(10))
        for _ in 0..<20 { await Task.yield() }
        #expect(seen(session) == [0.1, 0.9, -1])
        server.registry.close()
        withExtendedLifetime(client) {}
    }

    @Test("a session without a client has no commits for it, and gets the last report when a client comes")
    func withoutClient() async throws {
        let (server, session) = try await started("export")
        let revision = session.revision
        for step in 0..<100 {
            exporter.context?.report(progress: Double(step) / 100)
            server.clock.advance(by: .seconds(1))
        }
        for _ in 0..<100 { await Task.yield() }
        #expect(session.revision == revision)
        let client = Client(of: session)
        await eventually(advancing: server.clock) { seen(session) == [0.99] }
        exporter.end()
        await eventually { session.record.state.pending.isEmpty }
        server.registry.close()
        withExtendedLifetime(client) {}
    }

    @Test("without a flow that handles it, a report does nothing")
    func unhandled() async throws {
        let (server, session) = try await started("exportQuietly")
        let client = Client(of: session)
        let revision = session.revision
        exporter.context?.report(progress: 0.5)
        #expect(server.clock.scheduledCount == 1)
        for _ in 0..<20 { await Task.yield() }
        #expect(session.revision == revision)
        exporter.end()
        await eventually { session.record.state.pending.isEmpty }
        server.registry.close()
        withExtendedLifetime(client) {}
    }
}

@Suite("The last failure of an effect")
struct LastFailureTests {
    @Test("after the last attempt the flow gets the failure, and the screen waits no longer")
    func lastFailure() async throws {
        let application = try Application("office", title: "Office", root: Office.self, state: .init(), factory: ())
        let store = TestStore(MemoryStore(requiresEncoding: true))
        let calls = Lock(0)
        let server = try TestServer(store: store, applications: HostedApplications([application])) { handlers in
            handlers.on(Export.self) { _, _ in
                calls.withLock { $0 += 1 }
                throw EffectNotPerformed("The printer is off.")
            }
            handlers.on(QuietExport.self) { _, _ in Nothing() }
        }
        try await server.registry.open()
        let (session, credential) = try await server.start("office")
        try await session.report("export")
        await eventually(advancing: server.clock) { session.record.state.pending.isEmpty }
        #expect(calls.withLock { $0 } == 3)
        let report = session.record.state.screens.compactMap { $0.screen as? Report }.first
        #expect(report?.failures == 1 && session.messages == [] && session.view.status == .active)
        server.registry.close()
        // The store has it, too.
        let again = try await server.restarted().registry.session(session.id, opening: credential)
        #expect(again.record.state.screens.compactMap { $0.screen as? Report }.first?.failures == 1)
    }
}

private struct Export: Effect {
    static let name = "export"
    static let retry = RetryPolicy.attempts(3, delay: .seconds(2))
    typealias Value = Nothing
}

private struct QuietExport: Effect {
    static let name = "quietExport"
    typealias Value = Nothing
}

private struct Report: Screen {
    static let name = "report"
    static let export = Output<Report, Nothing>("export")
    static let exportQuietly = Output<Report, Nothing>("exportQuietly")

    var seen: [Double] = []
    var failures = 0
}

private final class Office: ApplicationCoordinator {
    struct State: CoordinatorState {}

    func start() { push(Report()) }

    static let wiring: Wiring<Office> = [
        .on(Report.export) { $0.perform(Export()) },
        .on(Report.exportQuietly) { $0.perform(QuietExport()) },
        .on(progress: Export.self) { $0.show($1.fraction ?? 0) },
        .on(Export.self) { flow, _ in flow.show(-1) },
        .on(failure: Export.self) { flow, failure in
            if failure == .failed { flow.update { (screen: inout Report) in screen.failures += 1 } }
        },
        .ignores(QuietExport.self),
    ]

    private func show(_ fraction: Double) {
        update { (screen: inout Report) in screen.seen.append(fraction) }
    }
}
