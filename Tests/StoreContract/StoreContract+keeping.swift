import Coordination
import Sessions
import Testing

extension StoreContract {
    func createdWith(_ store: any SessionStore) async throws {
        let key = Records.digest("key")
        #expect(try await store.load(createdWith: key) == nil)
        let first = try records.record("first", createdWith: "key")
        #expect(try await store.commit(first, follows: nil) == .committed)
        #expect(
            try await store.commit(try records.record("other", createdWith: "other key"), follows: nil) == .committed
        )
        #expect(try await store.commit(try records.record("without"), follows: nil) == .committed)
        expectSame(try await store.load(createdWith: key), first)
        let next = try records.next(first)
        #expect(try await store.commit(next, follows: 1) == .committed)
        expectSame(try await store.load(createdWith: key), next)
        // Once a key is so old that it starts another session, it stands for that one.
        let second = try records.record("second", createdWith: "key")
        #expect(try await store.commit(second, follows: nil) == .committed)
        expectSame(try await store.load(createdWith: key), second)
        try await store.remove(first.id)
        expectSame(try await store.load(createdWith: key), second)
        try await store.remove(second.id)
        #expect(try await store.load(createdWith: key) == nil)
    }

    func removes(_ store: any SessionStore) async throws {
        let record = try records.record("a", createdWith: "key", after: ["askQuietly"])
        #expect(try await store.commit(record, follows: nil) == .committed)
        try await store.remove(SessionID("unknown"))
        try await store.remove(record.id)
        try await store.remove(record.id)
        #expect(try await store.load(record.id) == nil)
        #expect(try await store.load(createdWith: Records.digest("key")) == nil)
        #expect(try await store.pending(after: nil, limit: 10) == [])
        #expect(try await store.count() == 0)
        #expect(try await store.commit(try records.next(record, "startTimer"), follows: 1) == .conflict)
        #expect(try await store.commit(record, follows: nil) == .committed)
        expectSame(try await store.load(record.id), record)
    }

    func removesExpired(_ store: any SessionStore) async throws {
        // Not in the order of their expiry, and some far apart.
        let expiries = [500, 100, 90_000, 300, 200, 400, 100, 7_000]
        var ids: [SessionID] = []
        for (index, expiry) in expiries.enumerated() {
            let record = try records.record(
                "\(index)",
                expiry: expiry,
                createdWith: "key \(index)",
                after: ["askQuietly"]
            )
            #expect(try await store.commit(record, follows: nil) == .committed)
            ids.append(record.id)
        }
        func left() async throws -> [String] {
            var left: [String] = []
            for id in ids where try await store.load(id) != nil { left.append(id.description) }
            return left
        }
        // A change moves the expiry of the fourth, which is at 300, out of reach.
        #expect(
            try await store.commit(try records.next(try await loaded(ids[3], store), "keep", expiry: 8_000), follows: 1)
                == .committed
        )
        #expect(try await store.removeExpired(before: Records.start + .seconds(100), limit: 10) == 0)
        #expect(try await store.removeExpired(before: Records.start + .seconds(500), limit: 3) == 3)
        #expect(try await left() == ["0", "2", "3", "5", "7"])
        #expect(try await store.removeExpired(before: Records.start + .seconds(500), limit: 3) == 1)
        #expect(try await left() == ["0", "2", "3", "7"])
        #expect(try await store.removeExpired(before: Records.start + .seconds(500), limit: 3) == 0)
        #expect(try await store.removeExpired(before: Records.start + .milliseconds(500_001), limit: 0) == 0)
        #expect(try await store.removeExpired(before: Records.start + .milliseconds(500_001), limit: 3) == 1)
        #expect(try await store.removeExpired(before: Records.start + .seconds(100_000), limit: 256) == 3)
        #expect(try await left() == [])
        #expect(try await store.count() == 0)
        #expect(try await store.pending(after: nil, limit: 10) == [])
        #expect(try await store.load(createdWith: Records.digest("key 2")) == nil)
    }

    func pending(_ store: any SessionStore) async throws {
        #expect(try await store.pending(after: nil, limit: 10) == [])
        for index in 0..<50 {
            let name = String(1_000 + (index * 37) % 50)
            let outputs = index % 2 == 0 ? [["askQuietly"], ["startTimer"]][index / 2 % 2] : []
            #expect(try await store.commit(try records.record(name, after: outputs), follows: nil) == .committed)
        }
        let waiting = (0..<50).filter { $0 % 2 == 0 }.map { String(1_000 + ($0 * 37) % 50) }.sorted()
        var found: [String] = []
        var last: SessionID?
        while true {
            let page = try await store.pending(after: last, limit: 7)
            #expect(page.count <= 7)
            guard let end = page.last else { break }
            found += page.map(\.description)
            last = end
        }
        #expect(found == waiting)
        // One that begins to wait, and one that is done.
        let idle = try await loaded(SessionID("1037"), store)
        #expect(try await store.commit(try records.next(idle, "startTimer"), follows: 1) == .committed)
        #expect(try await store.pending(after: SessionID("1036"), limit: 1) == [SessionID("1037")])
        let done = try records.withoutPending(try await loaded(SessionID("1037"), store))
        #expect(try await store.commit(done, follows: 2) == .committed)
        #expect(try await store.pending(after: SessionID("1036"), limit: 1) != [SessionID("1037")])
    }

    func counts(_ store: any SessionStore) async throws {
        #expect(try await store.count() == 0)
        for index in 0..<5 {
            #expect(try await store.commit(try records.record("\(index)"), follows: nil) == .committed)
        }
        #expect(try await store.count() == 5)
        _ = try await store.commit(try records.record("0"), follows: nil)
        _ = try await store.commit(try records.next(try records.record("1")), follows: 1)
        #expect(try await store.count() == 5)
        try await store.remove(SessionID("2"))
        #expect(try await store.count() == 4)
    }

    private func loaded(_ id: SessionID, _ store: any SessionStore) async throws -> SessionRecord {
        try #require(try await store.load(id))
    }
}
