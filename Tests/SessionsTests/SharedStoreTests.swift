import Concurrency
import Coordination
import Counter
import SessionsTesting
import Testing

@testable import Sessions

@Suite("Two servers that share a store")
struct SharedStoreTests {
    private let clock = ManualClock()
    private let one: TestServer
    private let other: TestServer
    /// The access of each server to the store.
    private let access: [SharedMemoryStore]
    private let log = RecordedLog()

    init() throws {
        let shared = SharedMemoryStore.Shared(clock: clock)
        access = [SharedMemoryStore(shared), SharedMemoryStore(shared)]
        one = try TestServer(clock: clock, store: TestStore(access[0]), log: log.logger)
        other = try TestServer(clock: clock, store: TestStore(access[1]))
    }

    /// Starts a session that both servers have in memory.
    private func start() async throws -> (id: SessionID, credential: Credential) {
        let (session, credential) = try await one.start()
        _ = try await other.registry.session(session.id, opening: credential)
        return (session.id, credential)
    }

    private func close() {
        one.registry.close()
        other.registry.close()
    }

    @Test("a change at one server is seen at the other, and each builds on the changes of the other")
    func alternates() async throws {
        let (id, credential) = try await start()
        for round in 1...6 {
            let server = round % 2 == 0 ? one : other
            let session = try await server.registry.session(id, opening: credential)
            #expect(session.count == round - 1)
            try await session.report("raise")
            #expect(session.revision == UInt64(round) + 1)
        }
        close()
    }

    @Test("submissions that reach both servers at once are all applied, each once")
    func simultaneous() async throws {
        let (id, credential) = try await start()
        let revisions = try await withThrowingTaskGroup(of: UInt64.self) { group in
            for number in 0..<60 {
                group.addTask {
                    let server = number % 2 == 0 ? one : other
                    let session = try await server.registry.session(id, opening: credential)
                    return try await session.report("raise", key: .of("a key \(number)")).view.record.revision
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(revisions.sorted() == Array(2...61))
        #expect(try await one.registry.session(id, opening: credential).count == 60)
        #expect(try await other.storedCount(id) == 60)
        close()
    }

    @Test("a request whose commit is in conflict runs again on the change of the other server")
    func conflict() async throws {
        let (id, credential) = try await start()
        let session = try await one.registry.session(id, opening: credential)
        let theirs = try await other.registry.session(id, opening: credential)
        // No refresh comes in between, so that the commit of the first server is in conflict.
        try await theirs.report("raise")
        try await session.report("raise")
        #expect(session.count == 2)
        #expect(session.revision == 3)
        // Servers that change a session at once are normal, and the log has no warning.
        #expect(log.lines == [])
        close()
    }

    @Test("a submission with the revision that its client knows is rejected if another server has changed the session")
    func expectedRevision() async throws {
        let (id, credential) = try await start()
        let session = try await one.registry.session(id, opening: credential)
        try await other.registry.session(id, opening: credential).report("raise")
        let mismatch = await error { () async throws(SessionError) in try await session.report("raise", revisions: [1])
        }
        #expect(mismatch == "revisionMismatch 2")
        close()
    }

    @Test("a request that one server has answered is not applied again when it is repeated at the other")
    func repetition() async throws {
        let (id, credential) = try await start()
        let key = Idempotency.of("a repeated key")
        let theirs = try await other.registry.session(id, opening: credential)
        try await theirs.report("raise", key: key)
        let session = try await one.registry.session(id, opening: credential)
        #expect(try await session.report("raise", key: key).isReplay)
        #expect(session.count == 1)
        close()
    }

    @Test(
        "a request that was held up is not applied a second time, even if its key was forgotten meanwhile",
        arguments: [63, 64]
    )
    func heldUp(followers: Int) async throws {
        let (id, credential) = try await start()
        let key = Idempotency.of("a repeated key")
        let session = try await one.registry.session(id, opening: credential)
        let theirs = try await other.registry.session(id, opening: credential)
        one.store.pause()
        async let held = error { () async throws(SessionError) in try await session.report("raise", key: key) }
        await eventually { one.store.pausedCount == 1 }
        try await theirs.report("raise", key: key)
        for number in 0..<followers { try await theirs.report("raise", key: .of("key \(number)")) }
        one.store.release()
        #expect(await held == (followers == 64 ? "store conflict" : nil))
        #expect(try await one.registry.session(id, opening: credential).count == followers + 1)
        close()
    }

    @Test("a request for a new session that reaches both servers at once starts one session, with one credential")
    func creation() async throws {
        for number in 0..<20 {
            let started = try await withThrowingTaskGroup(of: (SessionID, Credential).self) { group in
                for server in [one, other, one, other] {
                    group.addTask {
                        while true {
                            do {
                                let (session, credential) = try await server.start(key: "a creation key \(number)")
                                return (session.id, credential)
                            } catch SessionError.idempotencyKeyInUse {
                                await Task.yield()
                            }
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(started.map(\.0)).count == 1)
            #expect(Set(started.map(\.1.digest)).count == 1)
        }
        close()
    }

    @Test("a session that was ended at one server is unknown at the other")
    func ended() async throws {
        let (id, credential) = try await start()
        let session = try await one.registry.session(id, opening: credential)
        try await one.registry.end(session)
        let opening = await error { () async throws(SessionError) in
            try await other.registry.session(id, opening: credential)
        }
        #expect(opening == "unauthorized")
        close()
    }

    @Test("while the store can't be read, no server shows a state that may be out of date")
    func unreadable() async throws {
        let (id, credential) = try await start()
        one.store.failsLoads = true
        let opening = await error { () async throws(SessionError) in
            try await one.registry.session(id, opening: credential)
        }
        #expect(opening == "store unavailable")
        one.store.failsLoads = false
        #expect(try await one.registry.session(id, opening: credential).count == 0)
        close()
    }

    @Test("callers that wait at the same time share a look into the store, and join none that has begun")
    func sharesRefresh() async throws {
        let (id, credential) = try await start()
        let loads = one.store.loads
        one.store.pauseLoads()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await one.registry.session(id, opening: credential) }
            await eventually { one.store.loads == loads + 1 }
            for _ in 0..<8 { group.addTask { _ = try await one.registry.session(id, opening: credential) } }
            // The loads of the eight begin when the first has ended.
            for _ in 0..<100 { await Task.yield() }
            #expect(one.store.loads == loads + 1)
            one.store.release()
            try await group.waitForAll()
        }
        #expect((2...9).contains(one.store.loads - loads))
        close()
    }

    @Test("a caller that comes while a look into the store is under way gets the result of the next one")
    func joinsNoBegunRefresh() async throws {
        let (id, credential) = try await start()
        let session = try await one.registry.session(id, opening: credential)
        let loads = one.store.loads
        one.store.pauseLoads()
        async let first = one.registry.session(id, opening: credential).count
        await eventually { one.store.loads == loads + 1 }
        async let second = error { () async throws(SessionError) in
            try await one.registry.session(id, opening: credential)
        }
        await eventually { session.state.withLock { $0.refreshWaiters?.count } == 1 }
        // The look that is under way has passed this point.
        one.store.failsLoads = true
        one.store.release()
        #expect(try await first == 0)
        #expect(await second == "store unavailable")
        one.store.failsLoads = false
        close()
    }

    @Test("a caller that comes while a session is loaded gets no state from before it came")
    func joinsNoBegunLoad() async throws {
        let (session, credential) = try await one.start()
        other.store.pauseLoads()
        async let first = other.registry.session(session.id, opening: credential).count
        await eventually { other.store.loads == 1 }
        async let second = error { () async throws(SessionError) in
            try await other.registry.session(session.id, opening: credential)
        }
        await eventually { other.registry.live.loads(of: session.id).count == 2 }
        // The load that is under way has passed this point.
        other.store.failsLoads = true
        other.store.release()
        #expect(try await first == 0)
        #expect(await second == "store unavailable")
        other.store.failsLoads = false
        close()
    }

    @Test("an effect runs at the server that has committed it, and not at another that reads the session")
    func effects() async throws {
        let (id, credential) = try await start()
        one.questions.pause()
        let session = try await one.registry.session(id, opening: credential)
        try await session.report("ask")
        await eventually { one.questions.pausedCount == 1 }
        let theirs = try await other.registry.session(id, opening: credential)
        #expect(theirs.revision == session.revision)
        #expect(await error { () async throws(SessionError) in try await theirs.report("raise") } != nil)
        one.questions.release()
        await eventually { session.count == 10 }
        #expect(try await other.registry.session(id, opening: credential).count == 10)
        #expect(one.questions.keys.count == 1)
        #expect(other.questions.keys.isEmpty)
        close()
    }

    // MARK: Waiters at another server

    /// Waits at the other server for a change of a session, while `change` is under way at the first.
    private func revision(
        after id: SessionID,
        _ credential: Credential,
        _ change: () async throws -> Void
    ) async throws -> UInt64 {
        let theirs = try await other.registry.session(id, opening: credential)
        let revision = theirs.revision
        async let changed = theirs.view(after: revision, wait: .seconds(3_600))
        await eventually { theirs.waiterCount == 1 }
        try await change()
        await eventually { theirs.waiterCount == 0 }
        // After a failure, this ends the test.
        if theirs.waiterCount > 0 { other.registry.endWaits() }
        return await changed.record.revision
    }

    @Test("a caller that waits at one server gets what happens at another, and the end of the session")
    func hints() async throws {
        try await open()
        let (id, credential) = try await start()
        let session = try await one.registry.session(id, opening: credential)
        #expect(try await revision(after: id, credential) { try await session.report("raise") } == 2)
        #expect(try await revision(after: id, credential) { try await one.registry.end(session) } == 2)
        #expect(other.registry.live.all.allSatisfy { $0.isRemoved })
        close()
    }

    @Test("a change at another server that a caller misses between two waits is there at once when it waits again")
    func missedHint() async throws {
        try await open()
        let (id, credential) = try await start()
        let session = try await one.registry.session(id, opening: credential)
        let theirs = try await other.registry.session(id, opening: credential)
        // The first wait proves nothing, because a session is compared with the store then in any case.
        #expect(try await revision(after: id, credential) { try await session.report("raise") } == 2)
        // The session may still be comparing this change with the store.
        await eventually { theirs.isIdle }
        try await session.report("raise")
        // The hint arrives while no caller waits.
        await eventually { theirs.state.withLock { $0.isOutdated } }
        #expect(theirs.revision == 2)
        async let changed = theirs.view(after: 2, wait: .seconds(3_600))
        await eventually { theirs.revision == 3 }
        if theirs.revision != 3 { other.registry.endWaits() }
        #expect(await changed.record.revision == 3)
        close()
    }

    @Test("a change at another server while a session is loaded is there at once when a caller waits")
    func changeWhileLoading() async throws {
        try await open()
        let (id, credential) = try await start()
        let session = try await one.registry.session(id, opening: credential)
        let theirs = try await other.registry.session(id, opening: credential)
        access[0].loseHints()
        try await session.report("raise")
        async let changed = theirs.view(after: 1, wait: .seconds(3_600))
        await eventually { theirs.revision == 2 }
        if theirs.revision != 2 { other.registry.endWaits() }
        #expect(await changed.record.revision == 2)
        close()
    }

    @Test("a credential that is revoked at one server ends the waits with it at another, and no others")
    func revocation() async throws {
        try await open()
        let (id, phone) = try await start()
        let session = try await one.registry.session(id, opening: phone)
        let laptop = try await one.registry.addDevice(to: session)
        let theirs = try await other.registry.session(id, opening: laptop)
        let waiting = [phone, laptop].map { device in
            Task { await theirs.view(after: 1, wait: .seconds(3_600), as: device) }
        }
        await eventually { theirs.waiterCount == 2 }
        try await one.registry.revoke(phone, of: session)
        await eventually { theirs.waiterCount < 2 }
        #expect(theirs.waiterCount == 1)
        other.registry.endWaits()
        for task in waiting { _ = await task.value }
        close()
    }

    @Test("without a single hint, a caller that waits gets what happens at another server within the interval")
    func lostHints() async throws {
        try await open()
        access[0].loseHints()
        let (id, credential) = try await start()
        let session = try await one.registry.session(id, opening: credential)
        let seen = try await revision(after: id, credential) {
            try await session.report("raise")
            await pass(SessionRegistry.comparisonInterval + .seconds(5))
        }
        #expect(seen == 2)
        close()
    }

    @Test("with a store that has no hints, a caller that waits gets what happens at another server within 1.5 seconds")
    func polling() async throws {
        let shared = SharedMemoryStore.Shared(clock: clock)
        let access = (0..<2).map { _ in SharedMemoryStore(shared, sharing: .polling) }
        let servers = try access.map { try TestServer(clock: clock, store: TestStore($0)) }
        for server in servers { try await server.registry.open() }
        // After its first claim, a server schedules the next one.
        await eventually { access.allSatisfy { $0.lastClaim != nil } }
        let (session, credential) = try await servers[0].start()
        let theirs = try await servers[1].registry.session(session.id, opening: credential)
        async let changed = theirs.view(after: 1, wait: .seconds(3_600))
        await eventually { theirs.waiterCount == 1 }
        try await session.report("raise")
        // A third of the sessions is compared in each third of the interval.
        for _ in 1...3 where theirs.waiterCount > 0 {
            let timers = clock.scheduledCount
            clock.advance(by: SessionRegistry.pollingInterval / 3)
            await eventually { theirs.waiterCount == 0 || clock.scheduledCount >= timers }
        }
        await eventually { theirs.waiterCount == 0 }
        if theirs.waiterCount > 0 { servers[1].registry.endWaits() }
        #expect(await changed.record.revision == 2)
        for server in servers { server.registry.close() }
    }

    // MARK: Effects and timers of two servers

    /// Lets time pass, and waits for the claims of the servers that run.
    private func pass(
        _ duration: Duration,
        at servers: Range<Int> = 0..<2,
        until isOver: () -> Bool = { false }
    ) async {
        let end = clock.now + duration
        while clock.now < end, !isOver() {
            clock.advance(by: .seconds(1))
            await eventually {
                access[servers].allSatisfy { server in
                    server.lastClaim.map { $0 + DueWork.claimInterval > clock.now } ?? false
                }
            }
        }
    }

    private func open() async throws {
        try await one.registry.open()
        try await other.registry.open()
    }

    @Test("an effect that is in progress stays with its server as long as that renews its lease")
    func renewal() async throws {
        try await open()
        let (id, credential) = try await start()
        one.questions.pause()
        try await one.registry.session(id, opening: credential).report("ask")
        await eventually { one.questions.pausedCount == 1 }
        await pass(.seconds(90))
        #expect(other.questions.keys.isEmpty)
        one.questions.release()
        let session = try await one.registry.session(id, opening: credential)
        await eventually { session.count == 10 }
        close()
    }

    @Test("the effects of a server that has lost its lease are run by another, and their outcome counts once")
    func takeover() async throws {
        try await open()
        let (id, credential) = try await start()
        one.questions.pause()
        try await one.registry.session(id, opening: credential).report("ask")
        await eventually { one.questions.pausedCount == 1 }
        access[0].pauseRenewals()
        await pass(SharedMemoryStore.leaseDuration * 3) { !other.questions.keys.isEmpty }
        let theirs = try await other.registry.session(id, opening: credential)
        await eventually { theirs.count == 10 }
        #expect(other.questions.keys == one.questions.keys, "The key tells the service that it is the same effect.")
        // The paused server goes on: the outcome comes too late.
        access[0].continueRenewals()
        one.questions.release()
        await pass(.seconds(20))
        #expect(try await one.registry.session(id, opening: credential).count == 10)
        #expect(try await other.registry.session(id, opening: credential).count == 10)
        close()
    }

    @Test("an effect that fails after its server has lost its lease is left to the server that runs it again")
    func failureAfterTakeover() async throws {
        try await open()
        let (id, credential) = try await start()
        for server in [one, other] { server.questions.pause() }
        try await one.registry.session(id, opening: credential).report("ask")
        await eventually { one.questions.pausedCount == 1 }
        access[0].pauseRenewals()
        await pass(SharedMemoryStore.leaseDuration * 3) { other.questions.pausedCount == 1 }
        one.questions.fail()
        one.questions.release()
        await pass(.seconds(20), at: 1..<2)
        other.questions.release()
        let theirs = try await other.registry.session(id, opening: credential)
        await eventually { theirs.count == 10 }
        close()
    }

    @Test(
        "a failure that could not be committed until the lease was lost is left to the server that performs the effect"
    )
    func failureDuringOutage() async throws {
        try await open()
        let (id, credential) = try await start()
        for server in [one, other] { server.questions.pause() }
        try await one.registry.session(id, opening: credential).report("ask")
        await eventually { one.questions.pausedCount == 1 }
        // The first server tries after 1, 2, 4, 8 and 16 seconds. Its lease ends before the last of these, which succeeds.
        access[0].pauseRenewals()
        for _ in 0..<5 { one.store.planFailures(.fails(.unavailable)) }
        one.questions.fail(1)
        one.questions.release()
        await pass(SharedMemoryStore.leaseDuration * 3) { other.questions.pausedCount == 1 }
        #expect(other.questions.pausedCount == 1)
        await pass(.seconds(40), at: 1..<2)
        #expect(log.lines.contains("notice Effect left to another server"))
        other.questions.release()
        let theirs = try await other.registry.session(id, opening: credential)
        await eventually { theirs.count == 10 }
        #expect(theirs.count == 10)
        close()
    }

    @Test("an effect that fails under a lost lease runs again at the same server, if that has claimed it meanwhile")
    func failureAfterOwnTakeover() async throws {
        try await one.registry.open()
        let (session, _) = try await one.start()
        one.questions.pause()
        try await session.report("ask")
        await eventually { one.questions.pausedCount == 1 }
        access[0].pauseRenewals()
        await pass(SharedMemoryStore.leaseDuration * 2, at: 0..<1)
        access[0].continueRenewals()
        await pass(.seconds(20), at: 0..<1)
        one.questions.fail(1)
        one.questions.release()
        await eventually { session.count == 10 }
        #expect(one.questions.keys.count == 2 && Set(one.questions.keys).count == 1)
        close()
    }

    @Test("the effects that a claim has taken are run even if the server doesn't get the result of the claim")
    func lostClaim() async throws {
        try await open()
        let (id, credential) = try await start()
        one.questions.pause()
        try await one.registry.session(id, opening: credential).report("ask")
        await eventually { one.questions.pausedCount == 1 }
        access[0].pauseRenewals()
        access[1].loseClaims(3)
        await pass(SharedMemoryStore.leaseDuration + .seconds(60)) { !other.questions.keys.isEmpty }
        let theirs = try await other.registry.session(id, opening: credential)
        await eventually { theirs.count == 10 }
        one.questions.release()
        close()
    }

    @Test("an effect gets the lease under which its server runs it")
    func leaseOfEffect() async throws {
        let leases = Lock([Lease?]())
        let shared = SharedMemoryStore.Shared(clock: clock)
        let access = SharedMemoryStore(shared)
        let server = try TestServer(clock: clock, store: TestStore(access)) { handlers in
            handlers.on(Question.self) { _, _ in
                leases.withLock { $0.append(Lease.current) }
                return 10
            }
        }
        try await server.registry.open()
        let (session, _) = try await server.start()
        try await session.report("ask")
        await eventually { session.count == 10 }
        #expect(leases.withLock { $0 } == [access.lease] && access.lease != nil)
        server.registry.close()
    }

    @Test("a server without its lease starts no effect, and leaves those that it commits to another")
    func withoutLease() async throws {
        try await open()
        let (id, credential) = try await start()
        access[0].pauseRenewals()
        await pass(SharedMemoryStore.leaseDuration + .seconds(10))
        try await one.registry.session(id, opening: credential).report("ask")
        await pass(.seconds(30)) { !other.questions.keys.isEmpty }
        let theirs = try await other.registry.session(id, opening: credential)
        await eventually { theirs.count == 10 }
        #expect(one.questions.keys.isEmpty)
        close()
    }

    @Test("a timer fires once, at one of the servers")
    func timer() async throws {
        try await open()
        var sessions: [(id: SessionID, credential: Credential)] = []
        for _ in 0..<10 {
            let (id, credential) = try await start()
            try await one.registry.session(id, opening: credential).report("startTimer")
            sessions.append((id, credential))
        }
        await pass(.seconds(70))
        for (id, credential) in sessions {
            let session = try await other.registry.session(id, opening: credential)
            await eventually {
                session.count == 100 || one.registry.live.all.contains { $0.id == id && $0.count == 100 }
            }
        }
        await pass(.seconds(20))
        for (id, credential) in sessions {
            #expect(try await one.registry.session(id, opening: credential).count == 100)
        }
        close()
    }

    @Test("a timer fires at another server after its own has ended")
    func timerAfterEnd() async throws {
        try await open()
        let (id, credential) = try await start()
        try await one.registry.session(id, opening: credential).report("startTimer")
        one.registry.close()
        await pass(.seconds(70), at: 1..<2)
        let theirs = try await other.registry.session(id, opening: credential)
        await eventually { theirs.count == 100 }
        close()
    }

    @Test("an effect whose commit was in doubt runs at the server that committed it, once the record is known")
    func doubt() async throws {
        try await open()
        let (id, credential) = try await start()
        let session = try await one.registry.session(id, opening: credential)
        one.store.planFailures(.commitsAndFails(.unknownOutcome))
        one.store.failsLoads = true
        access[0].loseClaims(1)
        #expect(
            await error { () async throws(SessionError) in try await session.report("ask") } == "store unknownOutcome"
        )
        #expect(one.questions.keys.isEmpty)
        one.store.failsLoads = false
        let again = try await one.registry.session(id, opening: credential)
        await pass(.seconds(20)) { again.count == 10 }
        await eventually { again.count == 10 }
        #expect(one.questions.keys.count == 1 && other.questions.keys.isEmpty)
        close()
    }

    @Test("an effect runs although its commit happened only after its server had looked for the outcome")
    func lateCommit() async throws {
        try await open()
        let (id, credential) = try await start()
        let session = try await one.registry.session(id, opening: credential)
        one.store.planFailures(.failsAndCommitsLater(.unknownOutcome))
        #expect(
            await error { () async throws(SessionError) in try await session.report("ask") } == "store unknownOutcome"
        )
        one.store.commitLate()
        let again = try await one.registry.session(id, opening: credential)
        #expect(again.revision == 2)
        await pass(.seconds(20)) { again.count == 10 }
        await eventually { again.count == 10 }
        #expect(one.questions.keys.count == 1 && other.questions.keys.isEmpty)
        close()
    }
}
