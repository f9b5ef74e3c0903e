import Concurrency
import Coordination
import Logging
import PostgreSQL
import PostgreSQLServers
import PostgreSQLSessions
import Programs
import SQLiteSessions
import SessionsTesting
import Testing

@testable import Sessions

@Suite("A release that is older than its sessions")
struct RollbackTests {
    /// The engines of a store, with the store of each server that uses it.
    enum Engine: CaseIterable { case sqlite, postgreSQL }

    private let folder: TemporaryFolder
    private let settings: ConnectionSettings
    private let clock = ManualClock()

    init() throws {
        folder = try TemporaryFolder()
        settings = try PostgreSQLServer.shared.get().settings(count: 2)
    }

    private func store(_ engine: Engine) throws -> any SessionStore {
        switch engine {
        case .sqlite: try SQLiteStore(path: folder.path + "/usher.db")
        case .postgreSQL: try PostgreSQLStore(settings)
        }
    }

    /// A server of one release, with handlers that answer only if they are told to.
    fileprivate struct Server {
        let registry: SessionRegistry
        let store: any SessionStore
        let warnings: Warnings
        /// The keys with which the handler of ``Ask`` was called.
        let asked = Lock([String]())
        private let answer: Lock<Result<Int, EffectNotPerformed>?>

        /// Answers the questions from now on, also those that wait.
        func answer(_ result: Result<Int, EffectNotPerformed>) { answer.withLock { $0 = result } }

        init(_ application: Application, _ store: any SessionStore, _ clock: ManualClock, answers: Bool) throws {
            let (warnings, asked) = (Warnings(), asked)
            let answer = Lock<Result<Int, EffectNotPerformed>?>(answers ? .success(10) : nil)
            var handlers = EffectHandlers()
            handlers.on(Ask.self) { _, context in
                asked.withLock { $0.append(context.idempotencyKey) }
                while true {
                    if let answer = answer.withLock({ $0 }) { return try answer.get() }
                    try await Task.sleep(for: .milliseconds(1))
                }
            }
            handlers.on(AskNewly.self) { _, _ in
                while !answers { try await Task.sleep(for: .seconds(60)) }
                return 100
            }
            self.store = store
            self.warnings = warnings
            self.answer = answer
            registry = try SessionRegistry(
                applications: HostedApplications([application]),
                store: store,
                effects: handlers,
                clock: clock,
                limits: SessionLimits(),
                log: warnings.logger
            )
        }

        func close() async {
            registry.close()
            await store.close()
            // This ends handlers that still wait. Nothing gets their results any more.
            answer(.success(10))
        }
    }

    private func stored(_ id: SessionID, _ store: any SessionStore) async throws -> Stored {
        let session = try #require(try await store.load(id))
        guard case .encoded(let log) = session.content else { throw Unexpected() }
        return Stored(log: log, generation: session.generation, revision: session.revision, due: session.due)
    }

    @Test(
        "leaves a session of the newer one as it is, byte for byte, with its effects and timers, which go on after it",
        arguments: Engine.allCases,
        Novelty.allCases
    )
    func rollback(_ engine: Engine, _ novelty: Novelty) async throws {
        let next = try novelty.application()
        let first = try Server(next, try store(engine), clock, answers: false)
        try await first.registry.open()
        let (session, credential) = try await first.start()
        try await session.report("ask")
        try await session.report("go", novelty.rawValue)
        try await waiting { first.asked.withLock { $0.count } == 1 }
        await first.close()

        clock.advance(by: .seconds(120))
        let last = try store(engine)
        let before = try await stored(session.id, last)
        // The control: to the release that has written it, the session is no news.
        #expect(throws: Never.self) { try next.decode(before.log, at: .rollback) }
        await last.close()

        let old = try Server(try Novelty.firstRelease(), try store(engine), clock, answers: true)
        try await old.registry.open()
        try await waiting { old.warnings.lines == ["warning Session left to a later release"] }
        for _ in 0..<2 {
            #expect(await old.rejection(of: session.id, credential) == .newer)
        }
        clock.advance(by: .seconds(5))
        // A session of its own goes on beside it.
        let (other, _) = try await old.start()
        try await other.report("raise")
        #expect(old.asked.withLock { $0 } == [])
        #expect(old.warnings.lines == ["warning Session left to a later release"])
        #expect(try await stored(session.id, old.store) == before)
        await old.close()

        let again = try Server(next, try store(engine), clock, answers: true)
        try await again.registry.open()
        let back = try await again.registry.session(session.id, opening: credential)
        // The number 1, 10 of the effect, 1,000 of the timer, and 100 of the new effect or timer.
        let total = 1_011 + (novelty == .effect || novelty == .timer ? 100 : 0)
        try await waiting { back.view.record.state.number == total }
        try await back.report("raise")
        #expect(back.view.record.state.number == total + 1)
        await again.close()
    }

    @Test("gives back what it has claimed of such a session, so that the newer one runs it meanwhile")
    func rollingUpgrade() async throws {
        let next = try Novelty.version.application()
        let first = try Server(next, try store(.postgreSQL), clock, answers: false)
        try await first.registry.open()
        let (session, credential) = try await first.start()
        try await session.report("ask")
        try await waiting { first.asked.withLock { $0.count } == 1 }
        await first.close()
        clock.advance(by: .seconds(120))
        let old = try Server(try Novelty.firstRelease(), try store(.postgreSQL), clock, answers: true)
        try await old.registry.open()
        try await waiting { !old.warnings.lines.isEmpty }
        // The older one still runs, and has claimed the effect and the timer.
        clock.advance(by: .seconds(5))
        let again = try Server(next, try store(.postgreSQL), clock, answers: true)
        try await again.registry.open()
        let back = try await again.registry.session(session.id, opening: credential)
        try await waiting {
            clock.advance(by: .seconds(5))
            return back.view.record.state.number == 1_011
        }
        #expect(old.asked.withLock { $0 } == [])
        await again.close()
        await old.close()
    }

    @Test(
        "leaves the outcome of an effect to the newer one, which performs it again with its key, if that has changed the session",
        arguments: [true, false]
    )
    func effectInFlight(_ succeeds: Bool) async throws {
        let old = try Server(try Novelty.firstRelease(), try store(.postgreSQL), clock, answers: false)
        try await old.registry.open()
        // Without a lease, the effect would wait for the next claim, which does not know that no server has begun it.
        try await waiting { old.store.lease != nil }
        let (session, credential) = try await old.start()
        try await session.report("ask")
        try await waiting { old.asked.withLock { $0.count } == 1 }
        let next = try Server(try Novelty.version.application(), try store(.postgreSQL), clock, answers: true)
        try await next.registry.open()
        let back = try await next.registry.session(session.id, opening: credential)
        try await back.report("go", "version")
        let before = try await stored(session.id, next.store)
        // The older one holds the effect, so the newer one does not perform it at once.
        #expect(next.asked.withLock { $0 } == [])

        old.answer(succeeds ? .success(10) : .failure(EffectNotPerformed("It is closed.")))
        try await waiting { old.warnings.lines.contains("warning Session left to a later release") }
        // The older one still runs while the newer one performs the effect.
        try await waiting {
            clock.advance(by: .seconds(1))
            return back.view.record.state.number.map { $0 % 1_000 == 11 } ?? false
        }
        #expect(next.asked.withLock { $0 } == old.asked.withLock { $0 })
        let failures = succeeds ? [] : ["error Effect failed"]
        #expect(old.warnings.lines == failures + ["warning Session left to a later release"])
        #expect(back.view.record.state.pending.allSatisfy { $0.effect == nil })
        #expect(try await stored(session.id, next.store).revision > before.revision)
        await next.close()
        await old.close()
    }

    @Test("a copy by the older one has the effects and timers of such a session, and the same bytes")
    func copy() async throws {
        let first = try Server(try Novelty.version.application(), try store(.sqlite), clock, answers: false)
        try await first.registry.open()
        let (session, credential) = try await first.start()
        try await session.report("ask")
        try await waiting { first.asked.withLock { $0.count } == 1 }
        let before = try await stored(session.id, first.store)
        await first.close()
        // The copy needs no application, so it is the same in any release.
        let copy = try StoreCopy.run(
            from: try StoreInspection(path: folder.path + "/usher.db"),
            to: try NewPostgreSQLStore(settings)
        )
        #expect(copy.count == 1 && copy.problems == [])
        let again = try Server(try Novelty.version.application(), try store(.postgreSQL), clock, answers: true)
        #expect(try await stored(session.id, again.store) == before)
        try await again.registry.open()
        let back = try await again.registry.session(session.id, opening: credential)
        try await waiting { back.view.record.state.number == 11 }
        await again.close()
    }
}

/// The differences between the second release of an application and the first one.
enum Novelty: String, CaseIterable {
    /// A flow has a higher version, and a member and a screen have other names.
    case version
    /// A flow with a higher version runs below one with the same.
    case child
    /// There is one more flow, screen, effect or timer, or one more value of a member.
    case flow, screen, effect, timer, value

    static func firstRelease() throws -> Application {
        try Application("late", title: "Late", root: FirstRelease.self, state: .init(), factory: ())
    }

    func application() throws -> Application {
        switch self {
        case .version:
            try Application("late", title: "Late", root: SecondRelease<Two>.self, state: .init(), factory: ())
        default: try Application("late", title: "Late", root: SecondRelease<One>.self, state: .init(), factory: ())
        }
    }
}

private protocol Number: SendableMetatype { static var value: Int { get } }
private enum One: Number { static let value = 1 }
private enum Two: Number { static let value = 2 }

private struct Ask: Effect {
    static let name = "ask"
    static let blocksScreen = false
    typealias Value = Int
}

private struct AskNewly: Effect {
    static let name = "askNewly"
    static let blocksScreen = false
    typealias Value = Int
}

private struct NumberScreen: Screen {
    static let name = "number"
    static let raise = Output<NumberScreen, Nothing>("raise")
    static let ask = Output<NumberScreen, Nothing>("ask")
    static let go = Output<NumberScreen, String>("go")

    var number: Int
}

private struct NewScreen: Screen {
    static let name = "new"
    static let raise = Output<NewScreen, Nothing>("raise")

    var text = "new"
}

/// The state of a session of the first release is lost if it restarts there, because the anchor begins again.
private final class FirstRelease: ApplicationCoordinator {
    struct State: CoordinatorState {
        enum Mode: String, Codable { case plain }

        var number = 1
        var mode = Mode.plain
    }

    static let name = "Late"
    static let wiring: Wiring<FirstRelease> = [
        .anchor(.restart { _ in State() }),
        .on(NumberScreen.raise) { $0.add(1) },
        .on(NumberScreen.ask) { flow in
            flow.perform(Ask())
            flow.startTimer("known", after: .seconds(60))
        },
        .on(NumberScreen.go) { _, _ in },
        .on(Ask.self) { $0.add($1) },
        .on(timer: "known") { $0.add(1_000) },
        .runs(FirstChild.self),
    ]

    func start() { push(NumberScreen(number: state.number)) }

    private func add(_ number: Int) {
        state.number += number
        update { (screen: inout NumberScreen) in screen.number = state.number }
    }
}

private final class FirstChild: Coordinator {
    struct State: CoordinatorState { var text = "child" }

    static let name = "Child"
    static let wiring: Wiring<FirstChild> = [.anchor(.restart), .shows(ChildScreen.self)]

    func start() { push(ChildScreen()) }
}

private struct ChildScreen: Screen {
    static let name = "child"
    static let raise = Output<ChildScreen, Nothing>("raise")

    var text = "child"
}

private final class SecondRelease<Version: Number>: ApplicationCoordinator {
    struct State: CoordinatorState {
        enum Mode: String, Codable { case plain, new }

        var number = 1
        var mode = Mode.plain
        var title: String?
    }

    static var name: String { "Late" }
    static var version: Int { Version.value }
    static var migrations: [Migration] { Version.value == 1 ? [] : [Migration(from: 1) { _ in }] }
    static var wiring: Wiring<SecondRelease> {
        [
            .on(NumberScreen.raise) { $0.add(1) },
            .on(NewScreen.raise) { $0.add(1) },
            .on(ChildScreen.raise) { $0.add(1) },
            .on(NumberScreen.ask) { flow in
                flow.perform(Ask())
                flow.startTimer("known", after: .seconds(60))
            },
            .on(NumberScreen.go) { $0.go(Novelty(rawValue: $1)) },
            .on(Ask.self) { $0.add($1) },
            .on(AskNewly.self) { $0.add($1) },
            .on(timer: "known") { $0.add(1_000) },
            .on(timer: "new") { $0.add(100) },
            .runs(SecondChild.self),
            .runs(NewChild.self),
        ]
    }

    func start() { push(NumberScreen(number: state.number)) }

    private func go(_ novelty: Novelty?) {
        switch novelty {
        case .version, nil: state.title = "new"
        case .child: run(SecondChild.self, with: .init())
        case .flow: run(NewChild.self, with: .init())
        case .screen: push(NewScreen())
        case .effect: perform(AskNewly())
        case .timer: startTimer("new", after: .seconds(60))
        case .value: state.mode = .new
        }
    }

    private func add(_ number: Int) {
        state.number += number
        update { (screen: inout NumberScreen) in screen.number = state.number }
    }
}

private final class SecondChild: Coordinator {
    struct State: CoordinatorState { var text = "child" }

    static let name = "Child"
    static let version = 2
    static let migrations = [Migration(from: 1) { _ in }]
    static let wiring: Wiring<SecondChild> = [.shows(ChildScreen.self)]

    func start() { push(ChildScreen()) }
}

private final class NewChild: Coordinator {
    struct State: CoordinatorState { var text = "child" }

    static let name = "NewChild"
    static let wiring: Wiring<NewChild> = [.shows(ChildScreen.self)]

    func start() { push(ChildScreen()) }
}

private struct Unexpected: Error {}

/// The parts of a stored session that an older release must not change.
private struct Stored: Equatable {
    let log: StateLog
    let generation: UInt64
    let revision: UInt64
    let due: Timestamp?
}

/// The warnings and errors of a server.
private final class Warnings: Sendable {
    private let recorded = Lock([String]())

    var lines: [String] { recorded.withLock { $0 } }

    var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

    private struct Handler: LogHandler {
        let log: Warnings
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.warning

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            log.recorded.withLock { $0.append("\(event.level) \(event.message)") }
        }
    }
}

/// Waits until a condition holds, and records an issue after a minute.
private func waiting(
    _ location: SourceLocation = #_sourceLocation,
    _ condition: @Sendable () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while try await !condition() {
        guard ContinuousClock.now < deadline else {
            Issue.record("It did not come about.", sourceLocation: location)
            throw Unexpected()
        }
        try await Task.sleep(for: .milliseconds(2))
    }
}

extension StepContext {
    fileprivate static let rollback = StepContext(now: Timestamp(milliseconds: 0), session: "s", client: ClientInfo())
}

extension NavigationState {
    fileprivate var number: Int? { screens.compactMap { ($0.screen as? NumberScreen)?.number }.first }
}

extension Session {
    /// Reports an output of the screen in focus.
    fileprivate func report(_ output: String, _ payload: String? = nil) async throws(SessionError) {
        let screen = view.record.state.focus?.key ?? Key(0)
        _ = try await submit(
            Submission(.output(output, screen: screen, payload: payload.map { .string($0) }), wait: .zero)
        )
    }
}

extension RollbackTests.Server {
    /// The kind of the store's error with which a session is rejected, or `nil` if it is not.
    fileprivate func rejection(of id: SessionID, _ credential: Credential) async -> StoreError.Kind? {
        do throws(SessionError) {
            _ = try await registry.session(id, opening: credential)
            return nil
        } catch {
            guard case .store(let reason) = error else { return nil }
            return reason.kind
        }
    }

    fileprivate func start() async throws -> (session: Session, credential: Credential) {
        let (result, credential) = try await registry.start("late", link: nil, client: ClientInfo(), idempotency: nil)
        return (result.view.session, credential)
    }
}
