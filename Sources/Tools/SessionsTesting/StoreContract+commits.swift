import Concurrency
import Coordination
import Sessions
import Testing

extension StoreContract {
    func creates(_ store: any SessionStore) async throws {
        let first = SampleSessions.session("a")
        #expect(try await store.load(first.id) == nil)
        #expect(try await store.create(first) == .committed)
        expectSame(try await store.load(first.id), first)
        #expect(try await store.create(SampleSessions.next(first)) == .conflict)
        expectSame(try await store.load(first.id), first)
    }

    func expectedGeneration(_ store: any SessionStore) async throws {
        let first = SampleSessions.session("a")
        let second = SampleSessions.next(first, content: "second")
        #expect(try await store.commit(second, after: first) == .conflict)
        #expect(try await store.load(first.id) == nil)
        #expect(try await store.create(first) == .committed)
        #expect(try await store.commit(SampleSessions.next(second), after: second) == .conflict)
        #expect(try await store.commit(second, after: first) == .committed)
        #expect(try await store.commit(SampleSessions.next(first, content: "late"), after: first) == .conflict)
        expectSame(try await store.load(first.id), second)
        // A commit may leave the revision unchanged: here it sets a credential and adds a reply.
        let renewed = SampleSessions.next(second, isStep: false, credential: "new", replies: 64)
        #expect(renewed.revision == second.revision)
        #expect(try await store.commit(renewed, after: second) == .committed)
        expectSame(try await store.load(first.id), renewed)
        #expect(try await store.commit(SampleSessions.next(second, content: "late"), after: second) == .conflict)
        expectSame(try await store.load(first.id), renewed)
    }

    func batches(_ store: any SessionStore) async throws {
        #expect(try await store.commit([]) == [])
        let stored = (0..<300).map { SampleSessions.session("stored \($0)") }
        let created = try await store.commit(
            stored.map { SessionCommit(expectedGeneration: nil, session: $0, addsReply: false) }
        )
        #expect(created == Array(repeating: .committed, count: 300))
        var batch: [SessionCommit] = [], sessions: [StoredSession] = []
        var wanted: [CommitOutcome] = []
        for (index, session) in stored.enumerated() {
            let next = SampleSessions.next(session, replies: 64, content: "next")
            let new = SampleSessions.session("new \(index)")
            sessions.append(index % 3 == 2 ? new : next)
            switch index % 3 {
            case 0:
                batch.append(SessionCommit(expectedGeneration: 1, session: next, addsReply: true))
                wanted.append(.committed)
            case 1:
                batch.append(SessionCommit(expectedGeneration: 7, session: next, addsReply: true))
                wanted.append(.conflict)
            default:
                batch.append(
                    SessionCommit(expectedGeneration: nil, session: new, addsReply: false)
                )
                wanted.append(.committed)
            }
        }
        #expect(try await store.commit(batch) == wanted)
        expectSame(try await store.load(stored[0].id), sessions[0])
        expectSame(try await store.load(stored[1].id), stored[1])
        expectSame(try await store.load(stored[2].id), stored[2])
        expectSame(try await store.load(SessionID("new 2")), sessions[2])
    }

    func completes(_ store: any SessionStore) async throws {
        let workers = try WorkerThreads(count: 1, name: "contract")
        let calls = Monitor((count: 0, elsewhere: 0))
        @Sendable func end() {
            let isCurrent = workers.isCurrent
            calls.withLock { calls in
                calls.count += 1
                calls.elsewhere += isCurrent ? 0 : 1
            }
        }
        let session = SampleSessions.session("a")
        let creation = SessionCommit(expectedGeneration: nil, session: session, addsReply: false)
        for number in 0..<100 {
            store.commit(creation, then: StoreCompletion(on: workers) { _ in end() })
            store.load(.id(SessionID("\(number)")), then: StoreCompletion(on: workers) { _ in end() })
            store.count(then: StoreCompletion(on: workers) { _ in end() })
        }
        let seen = await withCheckedContinuation { continuation in
            Task.detached { continuation.resume(returning: calls.wait(while: { $0.count < 300 }) { $0 }) }
        }
        #expect(seen.elsewhere == 0)
        expectSame(try await store.load(session.id), session)
        workers.stop()
        #expect(calls.withLock { $0.count } == 300)
    }

    func roundTrip(_ store: any SessionStore) async throws {
        var session = SampleSessions.session("\u{E4} 'quoted\" \\ \u{1F600}", createdWith: "key", due: 10)
        #expect(try await store.create(session) == .committed)
        expectSame(try await store.load(session.id), session)
        for number in 0..<20 {
            let next = SampleSessions.next(
                session,
                expiry: 4_000 + number,
                due: number % 2 == 0 ? number : nil,
                credential: "c\(number)",
                replies: number % 3 == 0 ? nil : 5,
                content: number % 4 == 0 ? nil : String(repeating: "\(number)\0", count: number * 1_000),
                devices: number % 5 == 0 ? nil : SampleSessions.devices(number % 5 - 1)
            )
            #expect(try await store.commit(next, after: session) == .committed)
            expectSame(try await store.load(session.id), next)
            session = next
        }
        #expect(session.replies.count == 13 && session.replies.latest.count == 5)
        let minimal = SampleSessions.minimal("bare")
        #expect(try await store.create(minimal) == .committed)
        expectSame(try await store.load(minimal.id), minimal)
        #expect(try await store.load(SessionID("")) == nil)
        #expect(try await store.load(SessionID("BARE")) == nil)
    }

    func concurrentCommits(_ store: any SessionStore) async throws {
        var session = SampleSessions.session("contended")
        #expect(try await store.create(session) == .committed)
        for round in 0..<500 {
            let current = session
            let winners = try await withThrowingTaskGroup(of: StoredSession?.self) { group in
                for number in 0..<16 {
                    let rival = SampleSessions.next(current, credential: "\(round).\(number)", replies: 3)
                    group.addTask { try await store.commit(rival, after: current) == .committed ? rival : nil }
                }
                return try await group.reduce(into: [StoredSession]()) { winners, rival in
                    if let rival { winners.append(rival) }
                }
            }
            guard winners.count == 1, let loaded = try await store.load(session.id),
                loaded.credential == winners[0].credential, loaded.replies == winners[0].replies
            else {
                Issue.record(
                    "\(winners.count) of 16 commits succeeded in round \(round), or the stored session is not the committed one."
                )
                return
            }
            session = loaded
        }
    }
}
