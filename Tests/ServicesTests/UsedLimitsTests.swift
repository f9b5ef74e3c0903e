import Coordination
import Foundation
import Programs
import Sessions
import SessionsTesting
import Testing

@testable import ServiceDatabase

@Suite("The stored use of limits by addresses")
struct UsedLimitsTests {
    private let clock = ManualClock()
    private let folder: TemporaryFolder
    private let key = UsedLimits.Key(name: "hour", address: Digest(of: "address"))
    private let other = UsedLimits.Key(name: "share", address: Digest(of: "address"))

    init() throws { folder = try TemporaryFolder() }

    private func limits(_ clock: ManualClock? = nil) throws -> UsedLimits {
        UsedLimits(
            in: try ServiceDatabase(path: folder.path + "/services", key: Array(repeating: 1, count: 32)),
            clock: clock ?? self.clock
        )
    }

    @Test("it is there after a restart, less the time that has passed, and ends with that time")
    func restart() throws {
        try limits().save([key: .seconds(3_600), other: .seconds(60)])
        #expect(try limits().load() == [key: .seconds(3_600), other: .seconds(60)])
        clock.advance(by: .seconds(600))
        #expect(try limits().load() == [key: .seconds(3_000)])
        let next = try limits()
        _ = try next.load()
        try next.save([key: .seconds(3_600)])
        #expect(try next.load() == [key: .seconds(3_600)])
        clock.advance(by: .seconds(3_600))
        try next.save([:])
        clock.rewind(by: .seconds(7_200))
        #expect(try next.load() == [:])
    }

    @Test("a server that starts with a clock that is a month ahead removes no use of the servers before it")
    func startAhead() throws {
        try limits().save([key: .seconds(3_600)])
        let ahead = ManualClock(now: clock.now + .seconds(30 * 86_400))
        do {
            let early = try limits(ahead)
            _ = try early.load()
            ahead.advance(by: .seconds(3_599))
            try early.save([other: .seconds(60)])
        }
        #expect(try limits().load()[key] == .seconds(3_600))
    }

    @Test("of the uses that two servers store for an address the longer one stays")
    func twoServers() throws {
        let database = try ServiceDatabase.inMemory()
        let (first, second) = (UsedLimits(in: database, clock: clock), UsedLimits(in: database, clock: clock))
        try first.save([key: .seconds(3_600), other: .seconds(60)])
        try second.save([key: .seconds(600), other: .seconds(120)])
        #expect(try first.load() == [key: .seconds(3_600), other: .seconds(120)])
    }

    @Test("nothing is written unless an address has used more")
    func unchanged() throws {
        let limits = try limits()
        try limits.save([key: .seconds(3_600)])
        // A write would fail without the table.
        let database = limits.database
        try database.write { db in try db.change("ALTER TABLE used_limit RENAME TO other") }
        clock.advance(by: .seconds(60))
        try limits.save([key: .seconds(3_540)])
        try limits.save([key: .milliseconds(3_540_900)])
        #expect(throws: (any Error).self) { try limits.save([key: .seconds(3_560)]) }
        // A use that could not be stored is stored later.
        try database.write { db in try db.change("ALTER TABLE other RENAME TO used_limit") }
        try limits.save([key: .seconds(3_560)])
        #expect(try limits.load() == [key: .seconds(3_560)])
    }

    @Test("the key of the digests is neither in the database nor one of another purpose")
    func derivedKey() throws {
        let database = try ServiceDatabase(path: folder.path + "/services", key: Array(repeating: 1, count: 32))
        let limits = UsedLimits(in: database, clock: clock)
        #expect(limits.key.count == 32 && limits.key != database.key(for: "counts of sign-ins"))
        let content = try Data(contentsOf: URL(filePath: folder.path + "/services"))
        #expect(content.range(of: Data(limits.key)) == nil)
    }
}
