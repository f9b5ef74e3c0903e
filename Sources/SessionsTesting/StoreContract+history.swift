import Coordination
import Sessions
import Testing

extension StoreContract {
    func histories(_ store: any SessionStore) async throws {
        #expect(try await store.history(of: SessionID("unknown")) == nil)
        var session = SampleSessions.session("a")
        #expect(try await store.create(session, recording: record(1)) == .committed)
        let other = SampleSessions.session("other")
        #expect(try await store.create(other, recording: record(1)) == .committed)
        for revision in 2...20 {
            session = try await next(session, recording: record(UInt64(revision)), in: store)
        }
        let stored = try #require(try await store.history(of: session.id))
        expectSame(stored.session, session)
        #expect(stored.records.map(\.revision) == (1...20).reversed())
        #expect(stored.records.first?.details == record(20).details)
        #expect(stored.records.first?.at == record(20).at && stored.records.first?.expiresAt == record(20).expiresAt)
        guard case .encoded(EncodedChange(bytes: [20])) = stored.records.first?.change else {
            Issue.record("The change is not the one that was committed.")
            return
        }
        // A store may remove the records beyond a limit up to eight revisions later.
        for revision in 21...24 {
            session = try await next(session, recording: record(UInt64(revision)), HistoryLimits(entries: 5), in: store)
        }
        #expect(try await revisions(of: session, in: store) == (20...24).reversed())
        let size = record(25).byteCount
        for revision in 25...32 {
            let limits = HistoryLimits(bytes: 3 * size)
            session = try await next(session, recording: record(UInt64(revision)), limits, in: store)
        }
        #expect(try await revisions(of: session, in: store) == (30...32).reversed())
        // The generation of another server is not followed, and adds no record.
        let stale = SessionCommit(expectedGeneration: 1, session: session, addsReply: false, history: record(33))
        #expect(try await store.commit(stale) == .conflict)
        #expect(try await revisions(of: session, in: store) == (30...32).reversed())
        session = try await next(session, account: "ann", recording: record(33), in: store)
        #expect(try await revisions(of: session, in: store) == [33])
        session = try await next(session, account: .some(nil), recording: nil, in: store)
        #expect(try await revisions(of: session, in: store) == [])
        try await store.remove(session.id)
        #expect(try await store.history(of: session.id) == nil)
        #expect(try await revisions(of: other, in: store) == [1])
        // A session that is created again has none of the records.
        try await store.remove(other.id)
        #expect(try await store.create(other) == .committed)
        #expect(try await revisions(of: other, in: store) == [])
    }

    private func record(_ revision: UInt64) -> HistoryRecord {
        HistoryRecord(
            revision: revision,
            at: SampleSessions.start + .seconds(Int(revision)),
            expiresAt: SampleSessions.start + .seconds(Int(revision) + 60),
            details: Array("{\"event\":\(10 + revision)}".utf8),
            change: revision == 1 ? .unknown : .encoded(EncodedChange(bytes: [UInt8(revision)]))
        )
    }

    private func next(
        _ session: StoredSession,
        account: String?? = nil,
        recording record: HistoryRecord?,
        _ limits: HistoryLimits = HistoryLimits(),
        in store: any SessionStore
    ) async throws -> StoredSession {
        let next = SampleSessions.next(session, account: account)
        let commit = SessionCommit(
            expectedGeneration: session.generation,
            session: next,
            addsReply: false,
            changesAccount: next.account != session.account,
            history: record,
            historyLimits: limits
        )
        #expect(try await store.commit(commit) == .committed)
        return next
    }

    private func revisions(of session: StoredSession, in store: any SessionStore) async throws -> [UInt64] {
        try await store.history(of: session.id)?.records.map(\.revision) ?? []
    }
}

extension SessionStore {
    fileprivate func create(_ session: StoredSession, recording record: HistoryRecord) async throws -> CommitOutcome {
        try await commit(
            SessionCommit(expectedGeneration: nil, session: session, addsReply: false, history: record)
        )
    }
}
