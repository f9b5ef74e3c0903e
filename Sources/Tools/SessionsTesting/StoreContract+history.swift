import Coordination
import Sessions
import Testing

extension StoreContract {
    func changes(_ store: any SessionStore) async throws {
        var session = SampleSessions.session("a")
        let other = SampleSessions.session("b")
        #expect(try await store.create(session) == .committed)
        #expect(try await store.create(other) == .committed)
        guard case .encoded(var log) = session.content else { return }
        for step in 1...40 {
            let change = "{\"step\":\(step)}"
            switch step % 13 {
            // A new whole state, and a commit that leaves the state as it is.
            case 0:
                session = try await next(session, content: "whole \(step)", in: store)
                log = StateLog(whole: Array("whole \(step)".utf8))
            case 5: session = try await nextWithoutStep(session, in: store)
            default:
                session = try await next(session, change: change, in: store)
                log.append(Array(change.utf8))
            }
            session = session.with(.encoded(log))
            expectSame(try await store.load(session.id), session)
        }
        guard case .changed(let found) = try await store.load(session.id, unless: 1) else {
            Issue.record("The session was not found.")
            return
        }
        expectSame(found, session)
        expectSame(try await store.load(other.id), other)
        // A rejected commit adds no change.
        let late = SessionCommit(
            expectedGeneration: 1,
            session: session,
            record: SampleSessions.record(of: SampleSessions.next(session), "{}"),
            addsReply: false
        )
        #expect(try await store.commit(late) == .conflict)
        expectSame(try await store.load(session.id), session)
        // A session that is created again has none of the changes.
        try await store.remove(session.id)
        let again = SampleSessions.session("a")
        #expect(try await store.create(again) == .committed)
        expectSame(try await store.load(again.id), again)
    }

    func histories(_ store: any SessionStore) async throws {
        #expect(try await store.history(of: SessionID("unknown")) == nil)
        var session = SampleSessions.session("a")
        #expect(try await store.create(session) == .committed)
        let other = SampleSessions.session("other")
        #expect(try await store.create(other) == .committed)
        // A whole state at each revision that is one more than a multiple of five.
        func advance(to last: UInt64, _ limits: HistoryLimits = HistoryLimits()) async throws {
            while session.revision < last {
                let isWhole = session.revision % 5 == 0
                session = try await next(session, change: isWhole ? nil : "{}", limits, in: store)
            }
        }
        try await advance(to: 20)
        let stored = try #require(try await store.history(of: session.id))
        #expect(stored.session.id == session.id && stored.session.revision == 20)
        #expect(stored.records.map(\.revision) == (1...20).reversed())
        #expect(stored.records.map(\.isWhole) == (1...20).reversed().map { $0 % 5 == 1 })
        let (last, wanted) = (try #require(stored.records.first), SampleSessions.record(of: session, "{}"))
        #expect(last.details == wanted.details && last.at == wanted.at && last.expiresAt == wanted.expiresAt)
        guard case .change(Array("{}".utf8)) = last.state else {
            Issue.record("The state is not the one that was committed.")
            return
        }
        // The records that the limits need stay, and the records between them and the whole one before. A store removes the
        // others with the next whole one.
        try await advance(to: 26, HistoryLimits(entries: 8))
        #expect(try await revisions(of: session, in: store) == (16...26).reversed())
        try await advance(to: 30, HistoryLimits(entries: 8))
        #expect(try await revisions(of: session, in: store) == (16...30).reversed())
        try await advance(to: 31, HistoryLimits(bytes: 300))
        #expect(try await revisions(of: session, in: store).count < 16)
        #expect(try await revisions(of: session, in: store).first == 31)
        // No limit removes the records of the current state.
        try await advance(to: 36, HistoryLimits(entries: 0, bytes: 0))
        #expect(try await revisions(of: session, in: store) == [36])
        try await advance(to: 38, HistoryLimits(entries: 0, bytes: 0))
        #expect(try await revisions(of: session, in: store) == (36...38).reversed())
        // The generation of another server is not followed, and adds no record.
        let stale = SessionCommit(expectedGeneration: 1, session: SampleSessions.next(session), addsReply: false)
        #expect(try await store.commit(stale) == .conflict)
        #expect(try await revisions(of: session, in: store) == (36...38).reversed())
        session = try await next(session, account: "ann", in: store)
        #expect(try await revisions(of: session, in: store) == [39])
        session = try await next(session, account: .some(nil), in: store)
        #expect(try await revisions(of: session, in: store) == [40])
        try await store.remove(session.id)
        #expect(try await store.history(of: session.id) == nil)
        #expect(try await revisions(of: other, in: store) == [1])
        // A session that is created again has none of the records.
        try await store.remove(other.id)
        #expect(try await store.create(other) == .committed)
        #expect(try await revisions(of: other, in: store) == [1])
    }

    private func next(
        _ session: StoredSession,
        content: String? = nil,
        account: String?? = nil,
        change: String? = nil,
        _ limits: HistoryLimits = HistoryLimits(),
        in store: any SessionStore
    ) async throws -> StoredSession {
        let next = SampleSessions.next(session, content: content, account: account)
        let commit = SessionCommit(
            expectedGeneration: session.generation,
            session: next,
            record: SampleSessions.record(of: next, change),
            addsReply: false,
            isPlainStep: next.isPlainStep(after: session),
            changesAccount: next.account != session.account,
            historyLimits: limits
        )
        #expect(try await store.commit(commit) == .committed)
        return next
    }

    private func nextWithoutStep(_ session: StoredSession, in store: any SessionStore) async throws -> StoredSession {
        let next = SampleSessions.next(session, isStep: false, credential: "new \(session.generation)")
        let commit = SessionCommit(
            expectedGeneration: session.generation,
            session: next.with(()),
            record: nil,
            addsReply: false
        )
        #expect(try await store.commit(commit) == .committed)
        return next
    }

    private func revisions(of session: StoredSession, in store: any SessionStore) async throws -> [UInt64] {
        try await store.history(of: session.id)?.records.map(\.revision) ?? []
    }
}
