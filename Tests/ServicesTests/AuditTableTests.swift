import Coordination
import Logging
import Sessions
import SessionsTesting
import Testing

@testable import ServiceDatabase

@Suite("An audit log in the database of the services", .eachEngine)
struct AuditTableTests {
    private let clock = ManualClock()
    private let database: ServiceDatabase

    init() throws { database = try .forTest() }

    private func open() throws -> AuditTable {
        try AuditTable(in: database, clock: clock, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func events() throws -> [String] {
        try database.read { db in
            try db.rows("SELECT event, outcome, account, session FROM audit_event ORDER BY number").map { row in
                try "\(row.text(0)) \(row.text(1)) \(row.text(2)) \(row.text(3))"
            }
        }
    }

    @Test("has each event once, in order, with its time")
    func events() async throws {
        let log = try open()
        for number in 0..<1_200 {
            log.record(AuditEvent(.signIn, "ok", session: SessionID("s\(number)"), account: "ann"))
        }
        log.flush(within: .seconds(10))
        #expect(try events() == (0..<1_200).map { "account.sign-in ok ann s\($0)" })
        let time = try database.read { try $0.row("SELECT at FROM audit_event WHERE number = 1")?.time(0) }
        #expect(time == clock.timeOfDay)
        log.close()
    }

    @Test("keeps events while the database can't be written, and drops the oldest beyond its capacity")
    func outage() throws {
        let log = try open()
        try database.write { db in try db.change("ALTER TABLE audit_event RENAME TO elsewhere") }
        for number in 0..<10_100 {
            log.record(AuditEvent(.signIn, "ok", session: SessionID("s\(number)"), account: "ann"))
        }
        log.flush(within: .milliseconds(100))
        try database.write { db in try db.change("ALTER TABLE elsewhere RENAME TO audit_event") }
        log.flush(within: .seconds(20))
        let events = try events()
        #expect((10_000...10_100).contains(events.count))
        #expect(events.last == "account.sign-in ok ann s10099")
        log.close()
    }
}
