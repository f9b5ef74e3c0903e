import Coordination
import Sessions
import Testing

extension StoreContract {
    func creates(_ store: any SessionStore) async throws {
        let first = try records.record("a")
        #expect(try await store.load(first.id) == nil)
        #expect(try await store.commit(first, follows: nil) == .committed)
        expectSame(try await store.load(first.id), first)
        let second = try records.next(first)
        #expect(try await store.commit(second, follows: nil) == .conflict)
        expectSame(try await store.load(first.id), first)
    }

    func follows(_ store: any SessionStore) async throws {
        let first = try records.record("a")
        #expect(try await store.commit(try records.next(first), follows: 1) == .conflict)
        #expect(try await store.load(first.id) == nil)
        #expect(try await store.commit(first, follows: nil) == .committed)
        let second = try records.next(first)
        #expect(try await store.commit(second, follows: 2) == .conflict)
        #expect(try await store.commit(second, follows: 1) == .committed)
        #expect(try await store.commit(second, follows: 1) == .conflict)
        expectSame(try await store.load(first.id), second)
        // A record may be replaced by one of the same revision: another credential, a remembered answer.
        var renewed = try records.next(second, credential: "new")
        renewed = records.withRevision(second.revision, renewed)
        #expect(try await store.commit(renewed, follows: 2) == .committed)
        expectSame(try await store.load(first.id), renewed)
    }

    func batches(_ store: any SessionStore) async throws {
        #expect(try await store.commit([]) == [])
        let kept = try (0..<300).map { try records.record("kept \($0)") }
        let created = try await store.commit(kept.map { SessionCommit(follows: nil, record: $0) })
        #expect(created == Array(repeating: .committed, count: 300))
        var batch: [SessionCommit] = []
        var wanted: [CommitOutcome] = []
        for (index, record) in kept.enumerated() {
            switch index % 3 {
            case 0:
                batch.append(SessionCommit(follows: 1, record: try records.next(record)))
                wanted.append(.committed)
            case 1:
                batch.append(SessionCommit(follows: 7, record: try records.next(record)))
                wanted.append(.conflict)
            default:
                batch.append(SessionCommit(follows: nil, record: try records.record("new \(index)")))
                wanted.append(.committed)
            }
        }
        #expect(try await store.commit(batch) == wanted)
        expectSame(try await store.load(kept[0].id), batch[0].record)
        expectSame(try await store.load(kept[1].id), kept[1])
        expectSame(try await store.load(kept[2].id), kept[2])
        expectSame(try await store.load(SessionID("new 2")), batch[2].record)
    }

    func roundTrip(_ store: any SessionStore) async throws {
        var record = try records.record(
            "\u{E4} 'quoted\" \\ \u{1F600}",
            createdWith: "key",
            after: ["askQuietly", "startTimer"]
        )
        #expect(try await store.commit(record, follows: nil) == .committed)
        expectSame(try await store.load(record.id), record)
        for number in 0..<20 {
            let next = try records.next(
                record,
                number % 2 == 0 ? "startTimer" : "keep",
                expiry: 4_000 + number,
                credential: "c\(number)"
            )
            #expect(try await store.commit(next, follows: record.revision) == .committed)
            record = next
        }
        expectSame(try await store.load(record.id), record)
        let bare = try records.bare("bare")
        #expect(try await store.commit(bare, follows: nil) == .committed)
        expectSame(try await store.load(bare.id), bare)
        #expect(try await store.load(SessionID("")) == nil)
        #expect(try await store.load(SessionID("BARE")) == nil)
    }

    func oneWinner(_ store: any SessionStore) async throws {
        var record = try records.record("contended")
        #expect(try await store.commit(record, follows: nil) == .committed)
        for round in 0..<1_000 {
            let follows = record.revision
            let rivals = try (0..<16).map { try records.next(record, credential: "\(round).\($0)") }
            let winners = try await withThrowingTaskGroup(of: SessionRecord?.self) { group in
                for rival in rivals {
                    group.addTask { try await store.commit(rival, follows: follows) == .committed ? rival : nil }
                }
                return try await group.reduce(into: [SessionRecord]()) { winners, rival in
                    if let rival { winners.append(rival) }
                }
            }
            guard winners.count == 1, let loaded = try await store.load(record.id),
                loaded.credential == winners[0].credential, loaded.revision == follows + 1
            else {
                Issue.record("\(winners.count) of 16 were taken in round \(round), or another one was.")
                return
            }
            record = records.withoutReplies(loaded)
        }
    }
}
