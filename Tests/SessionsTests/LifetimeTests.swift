import Concurrency
import Coordination
import Counter
import SessionsTesting
import Testing

@testable import Sessions

@Suite("Lifetime of sessions")
struct LifetimeTests {
    private func opening(_ server: TestServer, _ id: SessionID, _ credential: Credential?) async -> String? {
        await error { () async throws(SessionError) in try await server.registry.session(id, opening: credential) }
    }

    private func starting(_ server: TestServer, _ name: String? = "counter", link: String? = nil) async -> String? {
        await error { () async throws(SessionError) in
            try await server.registry.start(name, link: link, client: ClientInfo(), idempotency: nil)
        }
    }

    @Test("a wrong credential, a missing one and an unknown session get the same error")
    func credentials() async throws {
        let server = try TestServer()
        let (session, credential) = try await server.start()
        #expect(await opening(server, session.id, credential) == nil)
        #expect(await opening(server, session.id, Credential("x")) == "unauthorized")
        #expect(await opening(server, session.id, nil) == "unauthorized")
        #expect(await opening(server, SessionID("unknown"), credential) == "unauthorized")
        server.registry.close()
    }

    @Test("a credential that has opened its session opens it again, and no other one")
    func knownCredential() async throws {
        let server = try TestServer()
        let (session, credential) = try await server.start()
        let (other, otherCredential) = try await server.start()
        for _ in 0..<2 {
            #expect(await opening(server, session.id, credential) == nil)
            #expect(await opening(server, other.id, otherCredential) == nil)
            #expect(await opening(server, session.id, otherCredential) == "unauthorized")
            #expect(await opening(server, other.id, credential) == "unauthorized")
        }
        server.registry.close()
    }

    @Test("credentials have 256 bits, are stored only as a digest, and never repeat")
    func credentialForm() async throws {
        let server = try TestServer()
        let (session, credential) = try await server.start()
        #expect(credential.exposed.utf8.count == 43)
        #expect("\(credential)" == "•••")
        #expect(session.record.credential == Digest(of: Array(credential.exposed.utf8)))
        #expect(Set((0..<1_000).map { _ in Credential.make().exposed }).count == 1_000)
        server.registry.close()
    }

    @Test("ids are UUIDs of version 7 that sort by time")
    func ids() {
        let ids = (0..<1_000).map { SessionID.make(at: 1_795_253_400_000 + $0).description }
        #expect(ids == ids.sorted() && Set(ids).count == 1_000)
        #expect(ids.allSatisfy { $0.utf8.count == 36 && Array($0)[14] == "7" && "89ab".contains(Array($0)[19]) })
    }

    @Test("unknown applications and links start no session, and a link selects its application")
    func unknownApplications() async throws {
        let server = try TestServer()
        #expect(await starting(server, "nothing") == "unknownApplication nothing")
        #expect(
            await starting(server, nil, link: "usher://nothing/x")
                == "navigation \(NavigationError.unknownLink("usher://nothing/x"))"
        )
        #expect(
            await starting(server, "notebook", link: "usher://counter/x")
                == "navigation \(NavigationError.unknownLink("usher://counter/x"))"
        )
        let (result, _) = try await server.registry.start(
            nil,
            link: "usher://notebook/signUp",
            client: ClientInfo(),
            idempotency: nil
        )
        #expect(result.view.session.stack == ["login", "signUp"])
        #expect(try await server.store.count() == 1)
        server.registry.close()
    }

    @Test("a session expires when nothing has changed it for the idle time; reading does not count")
    func idleTimeout() async throws {
        var limits = SessionLimits()
        limits.idleTimeout = .seconds(100)
        let server = try TestServer(limits: limits)
        let (session, credential) = try await server.start()
        server.clock.advance(by: .seconds(60))
        try await session.report("raise")
        #expect(session.view.record.expiresAt == server.clock.now + .seconds(100))
        server.clock.advance(by: .seconds(60))
        try await session.report("keep")
        _ = try await server.registry.session(session.id, opening: credential).view
        server.clock.advance(by: .seconds(40) - .milliseconds(1))
        #expect(await opening(server, session.id, credential) == nil)
        server.clock.advance(by: .milliseconds(1))
        #expect(await opening(server, session.id, credential) == "expired counter")
        #expect(await error { () async throws(SessionError) in try await session.report("raise") } == "expired counter")
        #expect(await opening(server, session.id, Credential("x")) == "unauthorized")
        server.registry.close()
    }

    @Test("when the clock is put back, no session expires early, and timers fire at their time")
    func clockPutBack() async throws {
        var limits = SessionLimits()
        limits.idleTimeout = .seconds(1_000)
        let server = try TestServer(limits: limits)
        try await server.registry.open()
        let (session, credential) = try await server.start()
        try await session.report("startTimer")
        let expiry = session.view.record.expiresAt
        let due = server.clock.now + .seconds(60)
        server.clock.rewind(by: .seconds(86_400))
        try await session.report("raise")
        #expect(session.view.record.expiresAt == expiry)
        let (other, otherCredential) = try await server.start()
        try await other.report("raise")
        #expect(await opening(server, session.id, credential) == nil)
        #expect(await opening(server, other.id, otherCredential) == nil)
        #expect(session.count == 1)
        server.clock.advance(by: due - server.clock.now)
        await eventually { session.count == 101 }
        #expect(await opening(server, session.id, credential) == nil)
        server.registry.close()
    }

    @Test("a session does not outlive the absolute limit, even when it changes often")
    func absoluteTimeout() async throws {
        var limits = SessionLimits()
        limits.idleTimeout = .seconds(100)
        limits.absoluteTimeout = .seconds(250)
        let server = try TestServer(limits: limits)
        let (session, credential) = try await server.start()
        for _ in 0..<4 {
            server.clock.advance(by: .seconds(62))
            try await session.report("raise")
        }
        server.clock.advance(by: .seconds(2))
        #expect(await opening(server, session.id, credential) == "expired counter")
        server.registry.close()
    }

    @Test("an expired session is remembered for a while, out of memory, and is unknown afterwards")
    func expiredRetention() async throws {
        var limits = SessionLimits()
        limits.idleTimeout = .seconds(100)
        limits.expiredRetention = .seconds(1_000)
        limits.removalDelay = .zero
        let server = try TestServer(limits: limits)
        try await server.registry.open()
        let (session, credential) = try await server.start()
        try await session.report("askQuietly")
        await eventually { server.questions.keys.count == 1 && session.count == 1_000 }
        // A sweep runs on another thread. It is complete when it has scheduled the next one.
        try await advance(server, .seconds(99))
        #expect(server.registry.liveCount == 1)
        try await advance(server, .seconds(60))
        #expect(server.registry.liveCount == 0)
        for _ in 0..<3 { #expect(await opening(server, session.id, credential) == "expired counter") }
        #expect(await opening(server, session.id, Credential("x")) == "unauthorized")
        #expect(server.registry.liveCount == 0)
        #expect(await error { () async throws(SessionError) in try await session.report("raise") } == "expired counter")
        try await advance(server, .seconds(930))
        #expect(await opening(server, session.id, credential) == "expired counter")
        try await advance(server, .seconds(60))
        #expect(await opening(server, session.id, credential) == "unauthorized")
        #expect(try await server.store.count() == 0)
        server.registry.close()
    }

    @Test("a server removes no expired session in its first hour, because its clock may be wrong")
    func removalDelay() async throws {
        var limits = SessionLimits()
        limits.sweepInterval = .seconds(600)
        let server = try TestServer(limits: limits)
        let (session, credential) = try await server.start()
        let id = session.id
        server.registry.close()
        // The machine's clock is wrong by a month when the next server starts.
        server.clock.advance(by: .seconds(31 * 86_400))
        let next = try server.restarted()
        try await next.registry.open()
        try await advance(next, .seconds(3_000))
        #expect(await opening(next, id, credential) == "expired counter")
        try await advance(next, .seconds(1_200))
        #expect(await opening(next, id, credential) == "unauthorized")
        next.registry.close()
    }

    @Test("a server removes no expired session in the hour after its clock has followed a jump, which may be wrong")
    func removalAfterJump() async throws {
        var limits = SessionLimits()
        limits.sweepInterval = .seconds(600)
        let server = try TestServer(limits: limits)
        try await server.registry.open()
        try await advance(server, .seconds(7_200))
        let (session, credential) = try await server.start()
        server.clock.jump(by: .seconds(31 * 86_400))
        try await advance(server, .seconds(3_000))
        #expect(await opening(server, session.id, credential) == "expired counter")
        try await advance(server, .seconds(1_200))
        #expect(await opening(server, session.id, credential) == "unauthorized")
        server.registry.close()
    }

    @Test("in the hour after a start or a jump of the clock, expired sessions don't give way to new ones")
    func placesAfterJump() async throws {
        var limits = SessionLimits()
        limits.sessions = 2
        limits.accountShare = 0
        let server = try TestServer(limits: limits)
        let (session, credential) = try await server.start()
        try await session.report("raise")
        try await server.start().session.report("raise")
        server.clock.jump(by: .seconds(2 * 86_400))
        #expect(await starting(server) == "full")
        // An operator sets the clock right within the hour.
        server.clock.rewind(by: .seconds(2 * 86_400))
        #expect(await opening(server, session.id, credential) == nil)
        server.clock.jump(by: .seconds(2 * 86_400))
        var until: Timestamp?
        do throws(SessionError) {
            _ = try await server.registry.start("counter", link: nil, client: ClientInfo(), idempotency: nil)
        } catch {
            if case .tooManySessions(let time) = error { until = time }
        }
        #expect(until == server.clock.now + .seconds(3_600))
        server.clock.advance(by: .seconds(3_601))
        #expect(await starting(server) == nil)
        server.registry.close()
    }

    /// Advances the clock in steps of the sweep interval, and waits for the end of each sweep.
    private func advance(_ server: TestServer, _ duration: Duration) async throws {
        var left = duration
        while left > .zero {
            let step = min(left, server.registry.limits.sweepInterval)
            server.clock.advance(by: step)
            await eventually { server.clock.scheduledCount == 1 }
            left -= step
        }
    }

    @Test("a sweep leaves a session alone while a commit is in flight")
    func sweepAndCommit() async throws {
        var limits = SessionLimits()
        limits.idleTimeout = .seconds(100)
        limits.sweepInterval = .seconds(10)
        let server = try TestServer(limits: limits)
        try await server.registry.open()
        let (session, credential) = try await server.start()
        try await advance(server, .seconds(99))
        server.store.pause()
        let raising = Task { try await session.report("ask") }
        await eventually { server.store.pausedCount == 1 }
        try await advance(server, .seconds(20))
        server.store.release()
        _ = try await raising.value
        await eventually { session.count == 10 }
        let found = try await server.registry.session(session.id, opening: credential)
        #expect(found === session)
        server.registry.close()
    }

    @Test("an ended session is unknown, also to a caller that still has a reference")
    func ends() async throws {
        let server = try TestServer()
        let (session, credential) = try await server.start()
        try await server.registry.end(session)
        #expect(await opening(server, session.id, credential) == "unauthorized")
        #expect(await error { () async throws(SessionError) in try await session.report("raise") } == "unauthorized")
        try await server.registry.end(session)
        #expect(try await server.store.count() == 0)
        server.registry.close()
    }

    @Test("a session that is ended by several callers at once frees its quota once")
    func endsOnce() async throws {
        var limits = SessionLimits()
        limits.sessions = 2
        let server = try TestServer(limits: limits)
        let (session, _) = try await server.start()
        try await server.start().session.report("raise")
        try await withThrowingTaskGroup { group in
            for _ in 0..<16 { group.addTask { try await server.registry.end(session) } }
            try await group.waitForAll()
        }
        try await server.start().session.report("raise")
        #expect(await starting(server) == "full")
        server.registry.close()
    }

    @Test("a session that is ended during a commit ends after the commit")
    func endsDuringCommit() async throws {
        let server = try TestServer()
        let (session, credential) = try await server.start()
        server.store.pause()
        let raising = Task { try await session.report("raise").view.record.revision }
        await eventually { server.store.pausedCount == 1 }
        let ending = Task { try await server.registry.end(session) }
        for _ in 0..<50 { await Task.yield() }
        server.store.release()
        #expect(try await raising.value == 2)
        try await ending.value
        #expect(await opening(server, session.id, credential) == "unauthorized")
        #expect(try await server.store.count() == 0)
        server.registry.close()
    }

    @Test("the number of sessions never exceeds the limit, and expired ones make room")
    func full() async throws {
        var limits = SessionLimits()
        limits.sessions = 10
        limits.accountShare = 0
        limits.idleTimeout = .seconds(100)
        limits.removalDelay = .zero
        let server = try TestServer(limits: limits)
        let errors = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<64 { group.addTask { await starting(server) } }
            return await group.reduce(into: [String?]()) { $0.append($1) }
        }
        #expect(errors.filter { $0 == nil }.count >= 10)
        #expect(errors.allSatisfy { $0 == nil || $0 == "full" })
        #expect(try await server.store.count() <= 10)
        server.clock.advance(by: .seconds(101))
        var last: Session?
        for _ in 0..<10 {
            last = try await server.start().session
            try await last?.report("raise")
        }
        #expect(try await server.store.count() == 10)
        #expect(await starting(server) == "full")
        try await server.registry.end(try #require(last))
        #expect(await starting(server) == nil)
        server.registry.close()
    }

    @Test("a count that returns after sessions were started does not make them exceed the limit")
    func lateCount() async throws {
        var limits = SessionLimits()
        limits.sessions = 2
        limits.accountShare = 0
        let server = try TestServer(limits: limits)
        server.store.pauseCounts()
        // Neither knows the number of sessions yet.
        let late = Task { await starting(server) }
        await eventually { server.store.pausedCounts == 1 }
        let first = Task { try await server.start().session }
        await eventually { server.store.pausedCounts == 2 }
        server.store.releaseCount()
        try await first.value.report("raise")
        try await server.start().session.report("raise")
        server.store.releaseCount()
        #expect(await late.value == "full")
        #expect(try await server.store.count() == 2)
        server.registry.close()
    }

    @Test("the quota counts too many sessions rather than too few while counts and changes overlap")
    func overlappingCounts() {
        var limits = SessionLimits()
        limits.sessions = 10
        limits.accountShare = 0
        let quota = SessionQuota(limits: limits)
        let beginning = quota.mark
        quota.record(SessionTally(all: 9, withAccount: 2), since: beginning)
        // Sessions were removed and have lost their accounts, and a count that may or may not know it returns first.
        quota.record(SessionTally(all: 7, withAccount: 1), since: beginning)
        quota.release(withoutAccount: 2, since: beginning)
        #expect(quota.tally == SessionTally(all: 7, withAccount: 1))
        quota.accountChanged(isPresent: true, since: beginning)
        #expect(quota.tally?.withAccount == 1)
        quota.release(hadAccount: true, since: beginning)
        #expect(quota.tally == SessionTally(all: 7, withAccount: 0))
        // A session was started and one has lost its account while the store was counted.
        let mark = quota.mark
        #expect(quota.reserve())
        quota.endReservation(isStarted: true)
        quota.accountChanged(isPresent: false, since: mark)
        quota.record(SessionTally(all: 7, withAccount: 2), since: mark)
        #expect(quota.tally == SessionTally(all: 8, withAccount: 1))
        // Without a count in between, changes are exact.
        let next = quota.mark
        quota.release(withoutAccount: 3, since: next)
        quota.accountChanged(isPresent: true, since: next)
        #expect(quota.tally == SessionTally(all: 5, withAccount: 2))
    }

    @Test("a session that was never used is replaced by a new one, and a used one is not")
    func replaced() async throws {
        var limits = SessionLimits()
        limits.sessions = 200
        let server = try TestServer(limits: limits)
        let (used, usedCredential) = try await server.start()
        try await used.report("raise")
        var latest: [(session: Session, credential: Credential)] = []
        for _ in 0..<500 {
            latest.append(try await server.start())
            server.clock.advance(by: .milliseconds(1))
        }
        #expect(try await server.store.count() <= 160, "a fifth is left to users who have signed in")
        #expect(await opening(server, used.id, usedCredential) == nil)
        let first = latest[0]
        #expect(
            await error { () async throws(SessionError) in try await first.session.report("raise") } == "unauthorized"
        )
        #expect(await opening(server, first.session.id, first.credential) == "unauthorized")
        for (session, _) in latest.suffix(100) { try await session.report("raise") }
        server.registry.close()
    }

    @Test("when all sessions are in use, a client is told when the next one expires")
    func retry() async throws {
        var limits = SessionLimits()
        limits.sessions = 3
        limits.accountShare = 0
        limits.idleTimeout = .seconds(1_000)
        limits.removalDelay = .zero
        let server = try TestServer(limits: limits)
        for _ in 0..<3 {
            try await server.start().session.report("raise")
            server.clock.advance(by: .seconds(100))
        }
        var until: Timestamp?
        do throws(SessionError) {
            _ = try await server.registry.start("counter", link: nil, client: ClientInfo(), idempotency: nil)
        } catch {
            if case .tooManySessions(let time) = error { until = time }
        }
        let wait = try #require(until).milliseconds - server.clock.now.milliseconds
        #expect((700_000...760_000).contains(wait))
        server.clock.advance(by: .milliseconds(wait))
        #expect(await starting(server) == nil)
        server.registry.close()
    }

    @Test("a session that is never used expires after 15 minutes, also with effects; the first event makes it last")
    func untouched() async throws {
        let applications = HostedApplications([try GreetingCoordinator.application(), try CounterApplication.make()])
        let server = try TestServer(applications: applications) { handlers in
            handlers.on(LoadGreeting.self) { _, _ in "Hello" }
        }
        let (unused, unusedCredential) = try await server.start("greeting")
        // The effect has ended before the user has done anything.
        await eventually { unused.revision > 1 && unused.record.state.busy == nil }
        let (used, usedCredential) = try await server.start()
        #expect(unused.record.expiresAt == server.clock.now + .seconds(900))
        try await used.report("raise")
        #expect(used.record.expiresAt == server.clock.now + .seconds(86_400))
        #expect(used.record.usedAt == server.clock.now && unused.record.usedAt == nil)
        server.clock.advance(by: .seconds(900))
        #expect(await opening(server, unused.id, unusedCredential) == "expired greeting")
        #expect(await opening(server, used.id, usedCredential) == nil)
        server.registry.close()
    }

    @Test("guests can't take the share of users who have signed in, who make room for guests")
    func accountShare() {
        var limits = SessionLimits()
        limits.sessions = 10
        let quota = SessionQuota(limits: limits)
        #expect(!quota.reserve(), "the store was not counted")
        quota.record(SessionTally(all: 0), since: quota.mark)
        func startAll() -> Int {
            var count = 0
            while quota.reserve() {
                quota.endReservation(isStarted: true)
                count += 1
            }
            return count
        }
        #expect(startAll() == 8)
        quota.accountChanged(isPresent: true, since: quota.mark)
        #expect(startAll() == 1)
        quota.accountChanged(isPresent: true, since: quota.mark)
        #expect(startAll() == 1)
        quota.accountChanged(isPresent: true, since: quota.mark)
        #expect(startAll() == 0, "all places are taken")
        quota.release(hadAccount: true, since: quota.mark)
        #expect(startAll() == 1)
        quota.release(withoutAccount: 3, since: quota.mark)
        #expect(startAll() == 3)
    }

    @Test("starting sessions does not count all sessions each time")
    func counting() async throws {
        let server = try TestServer()
        for _ in 0..<100 { _ = try await server.start() }
        #expect(server.store.counts <= 1)
        server.store.planFailures(.fails(.unavailable))
        #expect(await starting(server) == "store unavailable")
        server.registry.close()
    }

    @Test("sessions survive a restart, and events continue from the same state")
    func restart() async throws {
        let server = try TestServer(store: TestStore(MemoryStore(requiresEncoding: true)))
        let (session, credential) = try await server.start("notebook")
        try await session.report("submit", ["login": "demo", "password": "demo-password"], wait: .seconds(10))
        let next = try server.restarted()
        let again = try await next.registry.session(session.id, opening: credential)
        #expect(again.stack == ["noteList"])
        #expect(again.view.record.state == session.view.record.state)
        try await again.report("noteSelected", 3)
        #expect(again.stack == ["noteList", "note"])
        server.registry.close()
        next.registry.close()
    }

    @Test("sixteen requests for a session that is not in memory get one object")
    func oneObject() async throws {
        let server = try TestServer()
        let (session, credential) = try await server.start()
        let next = try server.restarted()
        let objects = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
            for _ in 0..<16 {
                group.addTask { ObjectIdentifier(try await next.registry.session(session.id, opening: credential)) }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(objects.count == 1)
        #expect(next.registry.liveCount == 1)
        server.registry.close()
        next.registry.close()
    }

    @Test("a closed registry and its sessions are released")
    func released() async throws {
        weak var registry: SessionRegistry?
        weak var session: Session?
        do {
            let server = try TestServer()
            try await server.registry.open()
            registry = server.registry
            let (started, _) = try await server.start()
            session = started
            try await started.report("ask", wait: .seconds(10))
            server.registry.close()
        }
        let deadline = ContinuousClock.now + .seconds(10)
        while registry != nil || session != nil, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(registry == nil && session == nil)
    }
}

/// An application that performs an effect when it starts.
private final class GreetingCoordinator: ApplicationCoordinator {
    static func application() throws -> Application {
        try Application("greeting", title: "Greeting", root: GreetingCoordinator.self, factory: ())
    }

    func start() {
        push(Greeting(text: ""))
        perform(LoadGreeting())
    }

    static let wiring: Wiring<GreetingCoordinator> = [
        .on(LoadGreeting.self) { flow, text in flow.update { (screen: inout Greeting) in screen.text = text } },
        .shows(Greeting.self),
    ]
}

private struct Greeting: Screen {
    static let name = "greeting"

    var text: String
}

private struct LoadGreeting: Effect {
    static let name = "loadGreeting"
    typealias Value = String
}
