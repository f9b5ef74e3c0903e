import Coordination
import Foundation
import Programs
import Sessions
import SessionsTesting
import Testing

@testable import Services

@Suite("The stored use of limits by addresses")
struct UsedLimitsTests {
    private let clock = ManualClock()
    private let folder: TemporaryFolder
    private let key = UsedLimits.Key(name: "hour", address: Digest(of: "address"))
    private let other = UsedLimits.Key(name: "share", address: Digest(of: "address"))

    init() throws { folder = try TemporaryFolder() }

    private func limits() throws -> UsedLimits {
        UsedLimits(in: try ServiceDatabase(path: folder.path + "/services", key: Array(repeating: 1, count: 32)))
    }

    @Test("it is there after a restart, less the time that has passed, and ends with that time")
    func restart() throws {
        try limits().save([key: .seconds(3_600), other: .seconds(60)], at: clock.now)
        #expect(try limits().load(at: clock.now) == [key: .seconds(3_600), other: .seconds(60)])
        clock.advance(by: .seconds(600))
        #expect(try limits().load(at: clock.now) == [key: .seconds(3_000)])
        let next = try limits()
        _ = try next.load(at: clock.now)
        try next.save([key: .seconds(3_600)], at: clock.now)
        #expect(try next.load(at: clock.now) == [key: .seconds(3_600)])
        clock.advance(by: .seconds(3_600))
        try next.save([:], at: clock.now)
        let past = Timestamp(milliseconds: clock.now.milliseconds - 7_200_000)
        #expect(try next.load(at: past) == [:])
    }

    @Test("nothing is written unless an address has used more")
    func unchanged() throws {
        let limits = try limits()
        try limits.save([key: .seconds(3_600)], at: clock.now)
        // A write would fail without the table.
        let database = limits.database
        try database.write { db in try db.change("ALTER TABLE used_limit RENAME TO other") }
        clock.advance(by: .seconds(60))
        try limits.save([key: .seconds(3_540)], at: clock.now)
        try limits.save([key: .milliseconds(3_540_900)], at: clock.now)
        #expect(throws: (any Error).self) { try limits.save([key: .seconds(3_560)], at: clock.now) }
        // A use that could not be stored is stored later.
        try database.write { db in try db.change("ALTER TABLE other RENAME TO used_limit") }
        try limits.save([key: .seconds(3_560)], at: clock.now)
        #expect(try limits.load(at: clock.now) == [key: .seconds(3_560)])
    }

    @Test("the key of the digests is neither in the database nor one of another purpose")
    func derivedKey() throws {
        let database = try ServiceDatabase(path: folder.path + "/services", key: Array(repeating: 1, count: 32))
        let limits = UsedLimits(in: database)
        #expect(limits.key.count == 32 && limits.key != database.countKey)
        let content = try Data(contentsOf: URL(filePath: folder.path + "/services"))
        #expect(content.range(of: Data(limits.key)) == nil)
    }
}
