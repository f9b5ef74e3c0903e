import Concurrency
import Coordination
import PostgreSQL
import PostgreSQLServers
import PostgreSQLSessions
import Sessions
import SessionsTesting
import Testing

@Suite("Hints about changes in a shared database")
struct ChangeHintTests {
    /// The hints that a store has received.
    private final class Received: Sendable {
        private let hints = Monitor([ChangeHint]())

        func add(_ hint: ChangeHint) { hints.withLock { $0.append(hint) } }

        var count: Int { hints.withLock { $0.count } }

        /// Returns whether some hint has a change.
        static func has(_ change: ChangeHint.Change, _ hints: [ChangeHint]) -> Bool {
            hints.contains { hint in
                guard case .changed(let changes) = hint else { return false }
                return changes.contains(change)
            }
        }

        /// Waits until some hint has a change, and blocks the thread meanwhile.
        func has(_ change: ChangeHint.Change, within limit: Duration) -> Bool {
            wait(within: limit) { Self.has(change, $0) }
        }

        /// Waits until the hints fulfill a condition, and blocks the thread meanwhile.
        func wait(
            within limit: Duration = .seconds(10),
            until condition: @escaping @Sendable ([ChangeHint]) -> Bool
        ) -> Bool {
            let deadline = ContinuousClock.now + limit
            return hints.wait(
                while: { !condition($0) && ContinuousClock.now < deadline },
                recheckAfter: { _ in 100 }
            ) { condition($0) }
        }
    }

    private let settings: ConnectionSettings

    init() throws {
        settings = try PostgreSQLServer.shared.get().settings(count: 2)
    }

    /// Opens a store that is connected for hints.
    private func open() throws -> (store: PostgreSQLStore, received: Received) {
        let store = try PostgreSQLStore(settings), received = Received()
        store.onChange { received.add($0) }
        #expect(received.wait { $0 == [.unknown] }, "Before the connection, hints may be lost.")
        return (store, received)
    }

    private func create(_ name: String, in store: PostgreSQLStore) async throws -> StoredSession {
        let session = SampleSessions.session(name)
        let creation = SessionCommit(expectedGeneration: nil, session: session, addsReply: false)
        #expect(try await store.commit(creation) == .committed)
        return session
    }

    private func change(_ session: StoredSession, in store: PostgreSQLStore) async throws -> StoredSession {
        let next = SampleSessions.next(session)
        let commit = SessionCommit(expectedGeneration: session.generation, session: next, addsReply: false)
        #expect(try await store.commit(commit) == .committed)
        return next
    }

    @Test("a change and a removal at one server are announced to the others, and not to itself")
    func announced() async throws {
        let (one, own) = try open(), (other, theirs) = try open()
        let session = try await create("a session", in: one)
        let next = try await change(session, in: one)
        let changed = ChangeHint.Change(session: session.id, generation: next.generation)
        #expect(theirs.wait { $0.contains(.changed([changed])) })
        try await one.remove(session.id)
        #expect(theirs.wait { $0.contains(.changed([.init(session: session.id, generation: .max)])) })
        _ = try await create("another", in: other)
        #expect(own.count == 1)
        await one.close()
        await other.close()
    }

    @Test("a value of a topic that one server publishes is announced to the others, whatever its members are")
    func published() async throws {
        let (one, own) = try open(), (other, theirs) = try open()
        let topic = TopicID(name: "seatMap", key: #"{"train":"EN 40 466\n","car":"~1"}"#)
        let expiry = SampleSessions.start + .seconds(60)
        try await one.publish(Publication(topic: topic, value: Array("1".utf8), expiresAt: expiry))
        #expect(theirs.wait { $0.contains(.published([topic])) })
        #expect(try await other.publications(of: topic, at: SampleSessions.start).map(\.value) == [Array("1".utf8)])
        #expect(own.count == 1)
        await one.close()
        await other.close()
    }

    @Test("many changes share few notifications, and each session's last change arrives")
    func coalesced() async throws {
        let (one, _) = try open(), (other, theirs) = try open()
        let sessions = try await withThrowingTaskGroup(of: StoredSession.self) { group in
            for number in 0..<400 {
                group.addTask {
                    var session = try await create("a session with a name that fills a payload soon \(number)", in: one)
                    for _ in 0..<5 { session = try await change(session, in: one) }
                    return session
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for session in sessions {
            let last = ChangeHint.Change(session: session.id, generation: session.generation)
            #expect(theirs.wait { Received.has(last, $0) })
        }
        #expect(theirs.count < 400, "\(theirs.count) hints about 2,000 changes")
        await one.close()
        await other.close()
    }

    @Test("after its connection was lost, a server is told that hints may be lost, and gets later ones")
    func reconnects() async throws {
        let (one, _) = try open(), (other, theirs) = try open()
        let session = try await create("a session", in: one)
        try Connection(settings).execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%LISTEN%' AND pid <> pg_backend_pid()"
        )
        #expect(theirs.wait { $0.count { $0 == .unknown } == 2 })
        var last = session
        // The other end connects again in its own time, and sends nothing before.
        var isAnnounced = false
        for _ in 0..<100 where !isAnnounced {
            last = try await change(last, in: one)
            let change = ChangeHint.Change(session: last.id, generation: last.generation)
            isAnnounced = theirs.has(change, within: .milliseconds(100))
        }
        #expect(isAnnounced)
        await one.close()
        await other.close()
    }
}
