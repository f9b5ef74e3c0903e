import Concurrency
import Coordination
import Counter
import Logging
import PostgreSQL
import PostgreSQLServers
import PostgreSQLSessions
import SessionsTesting
import Testing

@testable import Sessions

@Suite("Acknowledgments while the standby is away")
struct FailoverTests {
    /// A primary that makes commits wait for a standby, and a store that knows this.
    private final class Pair: Sendable {
        let primary: PostgreSQLServer
        let standby: PostgreSQLServer
        let settings: ConnectionSettings

        init() throws {
            primary = try PostgreSQLServer(options: ["fsync=on"])
            standby = try PostgreSQLServer(following: primary)
            // A wait for the standby ends with a warning after four fifths of this.
            settings = primary.settings(schema: "usher", timeout: .seconds(1))
            try primary.waitForStandby(true)
        }

        /// Ends the waits of commits for the standby, as an operator or a restart does: PostgreSQL shows them from then on.
        func interruptWaits() throws {
            try primary.execute("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        }

        /// Runs a function while waits for the standby are interrupted.
        func interrupting<Result>(_ body: () async -> Result) async -> Result {
            let isDone = Lock(false)
            let interruption = Task.detached { [self] in
                while !isDone.withLock({ $0 }) { try interruptWaits() }
            }
            let result = await body()
            isDone.withLock { $0 = true }
            _ = try? await interruption.value
            return result
        }

        func registry(_ store: any SessionStore) throws -> SessionRegistry {
            try SessionRegistry(
                applications: HostedApplications([CounterApplication.make()]),
                store: store,
                effects: EffectHandlers(),
                clock: SystemClock(of: store),
                log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
        }
    }

    /// A store that acknowledges what it reads, however few machines have it: the rule that loses taps.
    private struct HastyStore: SessionStore {
        let inner: PostgreSQLStore
        var requiresEncoding: Bool { true }
        var promises: StorePromises { inner.promises }
        func commit(_ commit: SessionCommit, then completion: StoreCompletion<CommitOutcome>) {
            inner.commit(commit, then: completion)
        }
        func load(_ key: SessionLookup, then completion: StoreCompletion<StoredSession?>) {
            inner.load(key, then: completion)
        }
        func remove(_ removal: SessionRemoval, then completion: StoreCompletion<Int>) {
            inner.remove(removal, then: completion)
        }
        func due(
            after last: DueSession?,
            at now: Timestamp,
            limit: Int,
            then completion: StoreCompletion<[DueSession]>
        ) { inner.due(after: last, at: now, limit: limit, then: completion) }
        func count(then completion: StoreCompletion<Int>) { inner.count(then: completion) }
    }

    private func submission(_ session: Session, _ key: String, _ credential: Credential) -> Submission {
        Submission(
            .output("raise", screen: session.view.record.state.focus?.key ?? Key(0), payload: nil),
            idempotency: Idempotency(key: key, request: Array("request".utf8), credential: credential),
            wait: .zero
        )
    }

    /// Reports an output with a key, and again with the same key, until it is acknowledged or the tries have ended.
    private func acknowledgment(_ session: Session, _ credential: Credential, tries: Int) async -> SubmissionResult? {
        let submission = submission(session, "a key of the output", credential)
        for _ in 0..<tries {
            if let result = try? await session.submit(submission) { return result }
        }
        return nil
    }

    @Test(
        "an output is acknowledged only when the standby has it, whether its commit is found in the store or replayed",
        arguments: [true, false]
    )
    func output(confirms: Bool) async throws {
        let pair = try Pair(), store = try PostgreSQLStore(pair.settings)
        #expect(store.promises.survivesFailover)
        let registry = try pair.registry(confirms ? store : HastyStore(inner: store))
        let (result, credential) = try await registry.start(
            "counter",
            link: nil,
            client: ClientInfo(),
            idempotency: nil
        )
        let session = result.view.session
        try pair.standby.stop()
        var early = await pair.interrupting { await acknowledgment(session, credential, tries: 1) }
        if early == nil { early = await acknowledgment(session, credential, tries: 2) }
        // The control acknowledges what is on one disk.
        #expect((early == nil) == confirms)
        // A server that loads the session anew does the same.
        let other = try pair.registry(confirms ? store : HastyStore(inner: store))
        if let loaded = try? await other.session(session.id, opening: credential) {
            #expect((await acknowledgment(loaded, credential, tries: 2) == nil) == confirms)
        }
        if confirms {
            try pair.standby.start()
            // The standby connects within seconds.
            let late = await acknowledgment(session, credential, tries: 60)
            #expect(late?.view.record.revision == 2)
        }
        // The primary is lost.
        try pair.primary.crash()
        if !confirms { try pair.standby.start() }
        try pair.standby.promote()
        var settings = pair.standby.settings(schema: "usher")
        settings.string += " target_session_attrs=any"
        let connection = try Connection(settings)
        while try connection.query("SELECT pg_is_in_recovery()::int").first?.integer(0) == 1 {}
        let revision = try connection.query("SELECT revision FROM session").first?.integer(0)
        #expect(revision == (confirms ? 2 : 1))
        registry.close()
        other.close()
        try pair.standby.stop()
    }

    @Test("a repeated start is acknowledged only when the standby has the session")
    func start() async throws {
        let pair = try Pair(), store = try PostgreSQLStore(pair.settings), registry = try pair.registry(store)
        try pair.standby.stop()
        let key = Idempotency(creationKey: "0b5cf7a2-6a0e-4d38-9f53-1f2a1f6b7c11", request: Array("start".utf8))
        func start() async -> StartedSession? {
            try? await registry.start("counter", link: nil, client: ClientInfo(), idempotency: key)
        }
        #expect(await pair.interrupting { await start() } == nil)
        for _ in 0..<2 { #expect(await start() == nil) }
        // It is on one disk all the while.
        #expect(try await store.load(createdWith: key.key) != nil)
        try pair.standby.start()
        var started: StartedSession?
        for _ in 0..<60 where started == nil { started = await start() }
        #expect(started?.result.isReplay == true)
        registry.close()
        await store.close()
        try pair.primary.stop()
        try pair.standby.stop()
    }
}
