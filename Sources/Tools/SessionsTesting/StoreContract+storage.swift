import Coordination
import Sessions
import Testing

extension StoreContract {
    func updates(_ store: any SessionStore) async throws {
        func update(of session: StoredSession, unless generation: UInt64) async throws -> StoredSession? {
            switch try await store.load(session.id, unless: generation) {
            case .unchanged: return nil
            case .changed(let found): return found
            case .missing:
                Issue.record("There is no session \(session.id).")
                return nil
            }
        }
        func isMissing(_ session: StoredSession) async throws -> Bool {
            if case .missing = try await store.load(session.id, unless: session.generation) { true } else { false }
        }
        let session = SampleSessions.session("a")
        #expect(try await isMissing(session))
        #expect(try await store.create(session) == .committed)
        #expect(try await update(of: session, unless: session.generation) == nil)
        expectSame(try await update(of: session, unless: session.generation + 1), session)
        let next = SampleSessions.next(session, replies: 3)
        #expect(try await store.commit(next, after: session) == .committed)
        expectSame(try await update(of: session, unless: session.generation), next)
        #expect(try await update(of: next, unless: next.generation) == nil)
        try await store.remove(session.id)
        #expect(try await isMissing(next))
    }

    func createdWith(_ store: any SessionStore) async throws {
        let key = SampleSessions.digest("key")
        #expect(try await store.load(createdWith: key) == nil)
        let first = SampleSessions.session("first", createdWith: "key")
        #expect(try await store.create(first) == .committed)
        #expect(try await store.create(SampleSessions.session("other", createdWith: "other key")) == .committed)
        #expect(try await store.create(SampleSessions.session("without")) == .committed)
        expectSame(try await store.load(createdWith: key), first)
        let next = SampleSessions.next(first)
        #expect(try await store.commit(next, after: first) == .committed)
        expectSame(try await store.load(createdWith: key), next)
        // Once a key is so old that it starts another session, it finds that session. A server that does not know the first
        // one starts none.
        let second = SampleSessions.session("second", createdWith: "key")
        #expect(try await store.create(second) == .conflict)
        #expect(try await store.create(second, replacing: SessionID("other")) == .conflict)
        #expect(try await store.create(second, replacing: first.id) == .committed)
        expectSame(try await store.load(createdWith: key), second)
        try await store.remove(first.id)
        expectSame(try await store.load(createdWith: key), second)
        try await store.remove(second.id)
        #expect(try await store.load(createdWith: key) == nil)
        let third = SampleSessions.session("third", createdWith: "key")
        #expect(try await store.create(third, replacing: second.id) == .conflict)
        #expect(try await store.create(third) == .committed)
        let outcomes = try await withThrowingTaskGroup(of: CommitOutcome.self) { group in
            for number in 0..<20 {
                let session = SampleSessions.session("\(number)", createdWith: "a key of many")
                group.addTask { try await store.create(session) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == .committed } == 1)
    }

    func removes(_ store: any SessionStore) async throws {
        let session = SampleSessions.session("a", createdWith: "key", due: 5)
        let next = SampleSessions.next(session, due: 6, replies: 64)
        #expect(try await store.create(session) == .committed)
        #expect(try await store.commit(next, after: session) == .committed)
        try await store.remove(SessionID("unknown"))
        try await store.remove(session.id)
        try await store.remove(session.id)
        #expect(try await store.load(session.id) == nil)
        #expect(try await store.load(createdWith: SampleSessions.digest("key")) == nil)
        #expect(try await due(store) == [])
        #expect(try await store.count() == 0)
        #expect(try await store.commit(SampleSessions.next(next), after: next) == .conflict)
        #expect(try await store.create(session) == .committed)
        expectSame(try await store.load(session.id), session)
    }

    func removesExpired(_ store: any SessionStore) async throws {
        // Not in the order of expiry, and some far apart.
        let expiries = [500, 100, 90_000, 300, 200, 400, 100, 7_000]
        var sessions: [StoredSession] = []
        for (index, expiry) in expiries.enumerated() {
            let session = SampleSessions.session("\(index)", expiry: expiry, createdWith: "key \(index)", due: 1)
            #expect(try await store.create(session) == .committed)
            sessions.append(session)
        }
        let ids = sessions.map(\.id)
        func left() async throws -> [String] {
            var left: [String] = []
            for id in ids where try await store.load(id) != nil { left.append(id.description) }
            return left
        }
        // A change moves the expiry of the fourth session, which was 300, beyond the times below.
        #expect(
            try await store.commit(SampleSessions.next(sessions[3], expiry: 8_000), after: sessions[3]) == .committed
        )
        #expect(try await store.removeExpired(before: SampleSessions.start + .seconds(100), limit: 10) == 0)
        #expect(try await store.removeExpired(before: SampleSessions.start + .seconds(500), limit: 3) == 3)
        #expect(try await left() == ["0", "2", "3", "5", "7"])
        #expect(try await store.removeExpired(before: SampleSessions.start + .seconds(500), limit: 3) == 1)
        #expect(try await left() == ["0", "2", "3", "7"])
        #expect(try await store.removeExpired(before: SampleSessions.start + .seconds(500), limit: 3) == 0)
        #expect(try await store.removeExpired(before: SampleSessions.start + .milliseconds(500_001), limit: 0) == 0)
        #expect(try await store.removeExpired(before: SampleSessions.start + .milliseconds(500_001), limit: 3) == 1)
        #expect(try await store.removeExpired(before: SampleSessions.start + .seconds(100_000), limit: 256) == 3)
        #expect(try await left() == [])
        #expect(try await store.count() == 0)
        #expect(try await due(store) == [])
        #expect(try await store.load(createdWith: SampleSessions.digest("key 2")) == nil)
    }

    func due(_ store: any SessionStore) async throws {
        #expect(try await due(store) == [])
        var sessions: [String: StoredSession] = [:]
        for index in 0..<50 {
            // Two sessions are due at each time, and every other session has nothing pending.
            let name = "s\(10 + index * 37 % 50)"
            let session = SampleSessions.session(name, due: index % 2 == 0 ? 100 - index / 4 : nil)
            #expect(try await store.create(session) == .committed)
            sessions[name] = session
        }
        let wanted = sessions.values.compactMap { session in session.due.map { DueSession(at: $0, id: session.id) } }
            .sorted { ($0.at, $0.id.description) < ($1.at, $1.id.description) }
        #expect(try await due(store) == wanted)
        // One session gets a timer, one completes its timer, and one gets a later timer.
        let begins = try #require(sessions.values.first { $0.due == nil })
        #expect(try await store.commit(SampleSessions.next(begins, due: 1), after: begins) == .committed)
        let done = try #require(sessions[wanted[0].id.description])
        #expect(try await store.commit(SampleSessions.next(done), after: done) == .committed)
        let moved = try #require(sessions[wanted[1].id.description])
        #expect(try await store.commit(SampleSessions.next(moved, due: 1_000), after: moved) == .committed)
        let first = DueSession(at: SampleSessions.start + .seconds(1), id: begins.id)
        let last = DueSession(at: SampleSessions.start + .seconds(1_000), id: moved.id)
        #expect(try await due(store) == [first] + wanted.dropFirst(2) + [last])
        // An expired session is never due.
        #expect(try await store.create(SampleSessions.session("expired", expiry: 50, due: 0)) == .committed)
        #expect(
            try await store.due(after: nil, at: SampleSessions.start + .seconds(49), limit: 1)[0].id.description
                == "expired"
        )
        #expect(try await store.due(after: nil, at: SampleSessions.start + .seconds(50), limit: 1) == [first])
    }

    func counts(_ store: any SessionStore) async throws {
        #expect(try await store.count() == 0)
        let sessions = (0..<5).map { SampleSessions.session("\($0)") }
        for session in sessions { #expect(try await store.create(session) == .committed) }
        #expect(try await store.count() == 5)
        _ = try await store.create(sessions[0])
        _ = try await store.commit(SampleSessions.next(sessions[1]), after: sessions[1])
        #expect(try await store.count() == 5)
        try await store.remove(sessions[2].id)
        #expect(try await store.count() == 4)
    }

    func removesUntouched(_ store: any SessionStore) async throws {
        #expect(try await store.removeUntouched(limit: 10) == 0)
        var sessions: [StoredSession] = []
        for index in 0..<8 {
            let session = SampleSessions.session(
                "\(index)",
                expiry: 100,
                createdWith: "key \(index)",
                age: 10_000 - index * 90
            )
            #expect(try await store.create(session) == .committed)
            sessions.append(session)
        }
        // An effect has changed the second one, a client the third and the fourth one, and the fifth has an account.
        let (effect, used, signedIn) = (sessions[1], sessions[2], sessions[4])
        #expect(try await store.commit(SampleSessions.next(effect, isUsed: false), after: effect) == .committed)
        #expect(try await store.commit(SampleSessions.next(used), after: used) == .committed)
        #expect(try await store.commit(SampleSessions.next(sessions[3], due: 5), after: sessions[3]) == .committed)
        let account = SampleSessions.next(signedIn, isUsed: false, account: "ann")
        #expect(try await store.commit(account, after: signedIn) == .committed)
        #expect(try await store.removeUntouched(limit: 0) == 0)
        #expect(try await store.removeUntouched(limit: 2) == 2)
        func left() async throws -> [String] {
            var left: [String] = []
            for session in sessions where try await store.load(session.id) != nil {
                left.append(session.id.description)
            }
            return left
        }
        #expect(try await left() == ["2", "3", "4", "5", "6", "7"])
        #expect(try await store.load(createdWith: SampleSessions.digest("key 0")) == nil)
        #expect(try await store.removeUntouched(limit: 10) == 3)
        #expect(try await left() == ["2", "3", "4"])
        #expect(try await store.removeUntouched(limit: 10) == 0)
        #expect(try await store.count() == 3)
    }

    func accounts(_ store: any SessionStore) async throws {
        let now = SampleSessions.start
        #expect(try await store.sessions(of: "ann", at: now, limit: 10) == [])
        #expect(try await store.tally() == SessionTally(all: 0))
        let first = SampleSessions.session("first", expiry: 100, age: 20)
        let second = SampleSessions.session("second", expiry: 200, age: 10)
        let other = SampleSessions.session("other", expiry: 300)
        for session in [first, second, other] { #expect(try await store.create(session) == .committed) }
        let signedIn = SampleSessions.next(first, account: "ann")
        #expect(try await store.commit(signedIn, after: first) == .committed)
        expectSame(try await store.load(first.id), signedIn)
        let again = SampleSessions.next(signedIn, content: "again")
        #expect(try await store.commit(again, after: signedIn) == .committed)
        expectSame(try await store.load(first.id), again)
        let both = SampleSessions.next(second, isUsed: false, account: "ann")
        #expect(try await store.commit(both, after: second) == .committed)
        let bens = SampleSessions.next(other, account: "ben")
        #expect(try await store.commit(bens, after: other) == .committed)
        func found(_ account: String, at now: Timestamp, limit: Int = 10) async throws -> [String] {
            try await store.sessions(of: account, at: now, limit: limit).map(\.id.description)
        }
        #expect(try await found("ann", at: now) == ["second", "first"])
        #expect(try await found("ann", at: now, limit: 1) == ["second"])
        #expect(try await found("ann", at: now + .seconds(100)) == ["second"])
        let described = try #require(try await store.sessions(of: "ann", at: now, limit: 10).last)
        #expect(described.client == first.client && described.application == first.application)
        #expect(described.createdAt == first.createdAt && described.usedAt == again.usedAt)
        let tally = try await store.tally()
        #expect(tally.all == 3 && tally.withAccount == 3)
        let firstExpiry = try #require(tally.firstExpiry)
        #expect(firstExpiry >= first.expiresAt && firstExpiry <= first.expiresAt + .seconds(60))
        // The user of the first session signs out, another one signs in to the second, and the third session ends.
        #expect(try await store.commit(SampleSessions.next(again, account: .some(nil)), after: again) == .committed)
        #expect(try await store.commit(SampleSessions.next(both, account: "ben"), after: both) == .committed)
        try await store.remove(other.id)
        #expect(try await found("ann", at: now) == [])
        #expect(try await found("ben", at: now) == ["second"])
        #expect(try await store.tally().withAccount == 1)
    }

    func quarantines(_ store: any SessionStore) async throws {
        let session = SampleSessions.session("a", expiry: 100, due: 1)
        #expect(try await store.create(session) == .committed)
        let other = SampleSessions.session("other", due: 2)
        #expect(try await store.create(other) == .committed)
        try await store.quarantine(SessionID("unknown"), because: "nothing")
        #expect(try await store.load(SessionID("unknown")) == nil)
        try await store.quarantine(session.id, because: "it is \u{E4}")
        try await store.quarantine(session.id, because: "it is \u{E4}")
        let found = try #require(try await store.load(session.id))
        guard case .quarantined("it is \u{E4}") = found.content else {
            Issue.record("The content is \(found.content).")
            return
        }
        #expect(found.credential == session.credential && found.expiresAt == session.expiresAt)
        #expect(try await store.count() == 2)
        // A quarantined session is never due.
        #expect(try await due(store) == [DueSession(at: SampleSessions.start + .seconds(2), id: other.id)])
        #expect(try await store.removeExpired(before: SampleSessions.start + .seconds(101), limit: 1) == 1)
        #expect(try await store.load(session.id) == nil)
    }

    func crashes(_ store: any SessionStore) async throws {
        let session = SampleSessions.session("a")
        #expect(try await store.create(session) == .committed)
        #expect(try await store.recordCrash(of: session.id) == 1)
        let next = SampleSessions.next(session)
        #expect(try await store.commit(next, after: session) == .committed)
        #expect(try await store.recordCrash(of: session.id) == 2)
        expectSame(try await store.load(session.id), next)
        #expect(try await store.recordCrash(of: SessionID("unknown")) == 0)
        try await store.remove(session.id)
        #expect(try await store.create(session) == .committed)
        #expect(try await store.recordCrash(of: session.id) == 1)
    }

    func closes(_ store: any SessionStore) async throws {
        try await store.probe()
        #expect(try await store.create(SampleSessions.session("a")) == .committed)
        await store.close()
        await store.close()
        await #expect(throws: StoreError.self) { try await store.load(SessionID("a")) }
        await #expect(throws: StoreError.self) { try await store.create(SampleSessions.session("b")) }
        await #expect(throws: StoreError.self) { try await store.probe() }
    }

    /// Reads all sessions that are due, in small pages.
    private func due(_ store: any SessionStore) async throws -> [DueSession] {
        var found: [DueSession] = []
        while true {
            let page = try await store.due(after: found.last, at: SampleSessions.start, limit: 7)
            #expect(page.count <= 7)
            if page.isEmpty { return found }
            found += page
        }
    }
}
