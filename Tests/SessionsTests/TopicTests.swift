import Concurrency
import Coordination
import Seats
import SessionsTesting
import Testing

@testable import Sessions

@Suite("Topics of sessions")
struct TopicTests {
    private let train = SeatMap(train: "7")

    @Test("a value reaches each session that follows the topic and has a client, once")
    func reaches() async throws {
        let server = try SeatsServer()
        let followers = try await server.startWatched(3, train: "7")
        let other = try await server.startWatched(1, train: "8")
        try await server.topics.publish(SeatMap.Value(taken: [4]), to: train)
        for follower in followers {
            await eventually(advancing: server.clock) { follower.session.taken == [4] }
            #expect(follower.session.received == 1)
        }
        #expect(other[0].session.taken == [])
        server.stop(followers + other)
    }

    @Test("a session without a client gets no event, and when a client comes, the last value and none before it")
    func withoutClient() async throws {
        let server = try SeatsServer()
        let session = try await server.start(train: "7")
        let revision = session.revision
        for seat in 1...3 {
            try await server.topics.publish(SeatMap.Value(taken: [seat]), to: train)
            server.clock.advance(by: .seconds(1))
        }
        #expect(session.revision == revision)
        let follower = server.watch(session)
        await eventually(advancing: server.clock) { session.taken == [3] }
        #expect(session.received == 1)
        // The client leaves, and the session is left alone again.
        follower.stop()
        await eventually { session.waiterCount == 0 }
        let last = session.revision
        try await server.topics.publish(SeatMap.Value(taken: [9]), to: train)
        server.clock.advance(by: .seconds(1))
        #expect(session.revision == last)
        server.registry.close()
    }

    @Test("a client that asks for the state gets what was published since it asked last")
    func asks() async throws {
        let server = try SeatsServer()
        let session = try await server.start(train: "7")
        try await server.topics.publish(SeatMap.Value(taken: [5]), to: train)
        await server.bringUpToDate(session)
        #expect(session.taken == [5])
        let revision = session.revision
        await server.bringUpToDate(session)
        #expect(session.revision == revision)
        server.registry.close()
    }

    @Test("a flow that follows a topic again, or has changed what the value says, gets the present value again")
    func followsAgain() async throws {
        let server = try SeatsServer()
        let session = try await server.start(train: "7")
        try await server.topics.publish(SeatMap.Value(taken: [5]), to: train)
        await server.bringUpToDate(session)
        #expect(session.taken == [5])
        try await session.report("leave")
        try await session.report("board", "7")
        #expect(session.taken == [])
        await server.bringUpToDate(session)
        #expect(session.taken == [5])

        // The user takes a seat, and somebody else's publication of the value before is the last one.
        try await session.report("take", 6)
        await eventually { session.view.record.state.pending.isEmpty }
        try await server.topics.publish(SeatMap.Value(taken: [5]), to: train)
        #expect(session.taken == [5, 6])
        await server.bringUpToDate(session)
        #expect(session.taken == [5])
        server.registry.close()
    }

    @Test("nobody but the server publishes a presence, and an error that is certain is no unknown outcome")
    func certainErrors() async throws {
        let server = try SeatsServer()
        let error = await #expect(throws: TopicError.self) {
            try await server.topics.publish(Followers(count: 9), to: Presence(of: train))
        }
        #expect(error?.mayHaveHappened == false)
        #expect(!TopicError.tooLarge(bytes: 2, limit: 1).mayHaveHappened)
        #expect(!TopicError.store(StoreError(.unavailable, "")).mayHaveHappened)
        #expect(TopicError.store(StoreError(.unknownOutcome, "")).mayHaveHappened)
        server.registry.close()
    }

    @Test("of many values in an interval, sessions get the first and the last")
    func coalesces() async throws {
        let server = try SeatsServer()
        let followers = try await server.startWatched(2, train: "7")
        let received = followers.map(\.session.received)
        server.clock.advance(by: .seconds(1))
        for seat in 1...50 { try await server.topics.publish(SeatMap.Value(taken: [seat]), to: train) }
        await eventually { followers.allSatisfy { $0.session.taken == [1] } }
        server.clock.advance(by: SeatMap.interval)
        for follower in followers {
            await eventually { follower.session.taken == [50] }
            #expect(follower.session.received == 2, "\(received)")
        }
        server.stop(followers)
    }

    @Test("a value does not prolong a session")
    func expiry() async throws {
        let server = try SeatsServer()
        let followers = try await server.startWatched(1, train: "7")
        let expiry = followers[0].session.record.expiresAt
        server.clock.advance(by: .seconds(600))
        try await server.topics.publish(SeatMap.Value(taken: [4]), to: train)
        await eventually(advancing: server.clock) { followers[0].session.taken == [4] }
        #expect(followers[0].session.record.expiresAt == expiry)
        server.stop(followers)
    }

    @Test("after a restart a session gets the present value again, and the same value changes nothing")
    func restart() async throws {
        let first = try SeatsServer()
        let followers = try await first.startWatched(1, train: "7")
        try await first.topics.publish(SeatMap.Value(taken: [4]), to: train)
        await eventually(advancing: first.clock) { followers[0].session.taken == [4] }
        let received = followers[0].session.received
        first.stop(followers)

        let second = try SeatsServer(first.store, first.clock)
        let session = try await second.registry.session(followers[0].session.id, opening: followers[0].credential)
        await second.bringUpToDate(session)
        #expect(session.received == received && session.taken == [4])
        try await second.topics.publish(SeatMap.Value(taken: [6]), to: train)
        await second.bringUpToDate(session)
        #expect(session.received == received + 1 && session.taken == [6])
        second.registry.close()
    }

    @Test("what a flow publishes reaches the other sessions once its step is committed")
    func flowPublishes() async throws {
        let server = try SeatsServer()
        let followers = try await server.startWatched(2, train: "7")
        try await followers[0].session.report("take", 12)
        await eventually(advancing: server.clock) { followers[1].session.taken == [12] }
        await eventually { followers[0].session.view.record.state.pending.isEmpty }
        server.stop(followers)
    }

    @Test("a value that a flow rejects is left out, and the next one arrives")
    func rejected() async throws {
        let server = try SeatsServer()
        let followers = try await server.startWatched(1, train: "7")
        try await server.topics.publish(SeatMap.Value(taken: [13]), to: train)
        await eventually(advancing: server.clock) { server.log.lines.contains("warning Topic value rejected") }
        server.clock.advance(by: .seconds(1))
        try await server.topics.publish(SeatMap.Value(taken: [14]), to: train)
        await eventually(advancing: server.clock) { followers[0].session.taken == [14] }
        server.stop(followers)
    }

    @Test("a value of another type, as another release publishes it, changes nothing and is logged")
    func anotherType() async throws {
        let server = try SeatsServer()
        let followers = try await server.startWatched(1, train: "7")
        let revision = followers[0].session.revision
        try await server.topics.publish(Array(#"{"taken":"all"}"#.utf8), to: TopicID(train))
        await eventually(advancing: server.clock) { server.log.lines.contains("warning Topic value unreadable") }
        #expect(followers[0].session.revision == revision)
        server.stop(followers)
    }

    @Test("a failure of the store is an error of the publication, and what sessions miss comes later")
    func storeFailure() async throws {
        let store = TestStore()
        let server = try SeatsServer(store)
        let followers = try await server.startWatched(1, train: "7")
        store.failsTopics = true
        await #expect(throws: TopicError.self) {
            try await server.topics.publish(SeatMap.Value(taken: [4]), to: train)
        }
        store.failsTopics = false
        try await server.topics.publish(SeatMap.Value(taken: [5]), to: train)
        server.clock.advance(by: .seconds(2))
        await eventually(advancing: server.clock) { followers[0].session.taken == [5] }
        server.stop(followers)
    }

    @Test("a value beyond the limit is an error")
    func tooLarge() async throws {
        let server = try SeatsServer()
        await #expect(throws: TopicError.tooLarge(bytes: 72_901, limit: Topics.valueLimit)) {
            try await server.topics.publish(SeatMap.Value(taken: Array(0..<14_000)), to: train)
        }
        server.registry.close()
    }

    // MARK: - Presence

    @Test("a presence counts the sessions with a client, and forgets those that leave")
    func presence() async throws {
        let server = try SeatsServer()
        let followers = try await server.startWatched(3, train: "7")
        server.clock.advance(by: .seconds(1))
        await eventually(advancing: server.clock) { followers[0].session.viewers == 3 }
        followers[2].stop()
        await eventually { followers[2].session.waiterCount == 0 }
        await eventually {
            server.clock.advance(by: TopicFollowers.sweepInterval)
            return followers[0].session.viewers == 2
        }
        server.stop(followers)
    }

    // MARK: - Several servers

    @Test("a value that one server publishes reaches the sessions of the others")
    func severalServers() async throws {
        let clock = ManualClock()
        let shared = SharedMemoryStore.Shared(clock: clock)
        let servers = try (0..<3).map { _ in try SeatsServer(SharedMemoryStore(shared), clock) }
        for server in servers { try await server.registry.open() }
        let followers = try await servers.asyncFlatMap { try await $0.startWatched(2, train: "7") }
        try await servers[0].topics.publish(SeatMap.Value(taken: [4]), to: train)
        for follower in followers { await eventually(advancing: servers[0].clock) { follower.session.taken == [4] } }
        // They know of each other, and of a server that ends without a word.
        await eventually {
            clock.advance(by: .seconds(1))
            return followers[0].session.viewers == 6
        }
        servers[0].stop(Array(followers[0..<2]))
        await eventually {
            clock.advance(by: .seconds(5))
            return followers[2].session.viewers == 4
        }
        servers[1].stop(Array(followers[2..<4]))
        servers[2].stop(Array(followers[4..<6]))
    }

    @Test("without hints, servers look for new values now and then")
    func polling() async throws {
        let clock = ManualClock()
        let shared = SharedMemoryStore.Shared(clock: clock)
        let servers = try (0..<2).map { _ in try SeatsServer(SharedMemoryStore(shared, sharing: .polling), clock) }
        for server in servers { try await server.registry.open() }
        let followers = try await servers[1].startWatched(1, train: "7")
        try await servers[0].topics.publish(SeatMap.Value(taken: [4]), to: train)
        await eventually {
            clock.advance(by: .seconds(1))
            return followers[0].session.taken == [4]
        }
        servers[1].stop(followers)
        servers[0].registry.close()
    }
}

/// A server of the application with seats.
struct SeatsServer: Sendable {
    /// A session with a client that waits for each change, as a stream does.
    final class Follower: Sendable {
        let session: Session
        let credential: Credential
        private let isStopped = Lock(false)

        init(_ session: Session, _ credential: Credential) {
            (self.session, self.credential) = (session, credential)
        }

        func watch(after revision: UInt64) {
            let caller = FollowerCaller(isCancelled: { [weak self] in self?.isStopped.withLock { $0 } ?? true })
            session.view(after: revision, wait: .seconds(3_600), as: nil, for: caller) { [weak self] view in
                guard let self, !self.isStopped.withLock({ $0 }), !view.session.dependencies.isClosed else { return }
                InlineQueue.shared.perform { self.watch(after: view.record.revision) }
            }
        }

        func stop() {
            isStopped.withLock { $0 = true }
            session.wakeCancelled()
        }
    }

    private final class FollowerCaller: Caller {
        let queue: any WorkQueue = InlineQueue.shared
        private let check: @Sendable () -> Bool

        init(isCancelled: @escaping @Sendable () -> Bool) { check = isCancelled }

        var isCancelled: Bool { check() }
    }

    let clock: ManualClock
    let store: any SessionStore
    let registry: SessionRegistry
    let log = RecordedLog()

    var topics: Topics { registry.topics }

    init(_ store: any SessionStore = TestStore(), _ clock: ManualClock = ManualClock()) throws {
        (self.store, self.clock) = (store, clock)
        registry = try SessionRegistry(
            applications: HostedApplications([SeatsApplication.make()]),
            store: store,
            effects: EffectHandlers(),
            clock: clock,
            log: log.logger
        )
    }

    func start(train: String) async throws -> Session { try await startWithCredential(train).0 }

    private func startWithCredential(_ train: String) async throws -> (Session, Credential) {
        let (result, credential) = try await registry.start(nil, link: nil, client: ClientInfo(), idempotency: nil)
        let session = result.view.session
        try await session.report("board", .string(train))
        return (session, credential)
    }

    /// Starts sessions with clients that wait for changes.
    func startWatched(_ count: Int, train: String) async throws -> [Follower] {
        var followers: [Follower] = []
        for _ in 0..<count {
            let (session, credential) = try await startWithCredential(train)
            let follower = Follower(session, credential)
            follower.watch(after: session.revision)
            followers.append(follower)
        }
        // The presence changes with each of them.
        let started = followers
        await eventually { started.allSatisfy { $0.session.viewers > 0 } }
        return started
    }

    func watch(_ session: Session) -> Follower {
        let follower = Follower(session, Credential("unused"))
        follower.watch(after: session.revision)
        return follower
    }

    func bringUpToDate(_ session: Session) async {
        await withCheckedContinuation { continuation in
            topics.bringUpToDate(session, for: InternalCaller(queue: InlineQueue.shared)) { continuation.resume() }
        }
    }

    func stop(_ followers: [Follower]) {
        for follower in followers { follower.stop() }
        registry.close()
    }
}

extension Array {
    fileprivate func asyncFlatMap<Value>(_ body: (Element) async throws -> [Value]) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values += try await body(element) }
        return values
    }
}

extension Session {
    fileprivate var taken: [Int] { view.record.state.seatPicker?.taken ?? [-1] }
    fileprivate var viewers: Int { view.record.state.seatPicker?.viewers ?? -1 }
    fileprivate var received: Int {
        view.record.state.coordinators.compactMap { ($0.state as? SeatsCoordinator.State)?.received }.first ?? -1
    }
}
