import Foundation
import Glibc
import Programs
import Sessions
import SessionsTesting
import Testing

@testable import Accounts
@testable import Applications
@testable import DemonstrationServices
@testable import ServiceDatabase

@Suite("The database of the services, whose file another process changes")
struct ServiceDatabaseTests {
    private let clock = ManualClock()
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/usher.db.services" }

    init() throws { folder = try TemporaryFolder() }

    @Test("a database whose file was removed or replaced changes nothing, and works again once the file is moved back")
    func removed() throws {
        let database = try ServiceDatabase(path: path).withAllTables()
        let records = try CustomerRecords(in: database, clock: clock)
        _ = try records.save(Profile(name: "Ada"), of: "ada")
        #expect(database.problem == nil)
        try FileManager.default.moveItem(atPath: path, toPath: path + ".elsewhere")
        for isReplaced in [false, true] {
            if isReplaced { try Data("other".utf8).write(to: URL(filePath: path)) }
            #expect(database.problem?.description.contains("\(path) was removed or replaced") == true)
            #expect(throws: StoreError.self) { try records.save(Profile(name: "Lost"), of: "ada") }
            #expect(throws: StoreError.self) { try records.customer("ada") }
        }
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: path + ".elsewhere", toPath: path)
        #expect(database.problem == nil)
        #expect(try records.customer("ada").profile.name == "Ada")
        _ = try records.save(Profile(name: "Ada B."), of: "ada")
    }

    @Test("a change during which the file was removed is not acknowledged")
    func removedDuringChange() throws {
        let database = try ServiceDatabase(path: path).withAllTables()
        let error = #expect(throws: StoreError.self) {
            try database.write { db in
                try db.change("INSERT INTO disabled_account (login) VALUES (x'61')")
                try FileManager.default.removeItem(atPath: path)
            }
        }
        #expect(error?.kind == .unknownOutcome)
    }

    @Test("a database whose file was truncated changes nothing more")
    func truncated() throws {
        let database = try ServiceDatabase(path: path).withAllTables()
        let records = try CustomerRecords(in: database, clock: clock)
        _ = try records.save(Profile(name: "Ada"), of: "ada")
        unsafe #expect(truncate(path, 4_096) == 0)
        for _ in 0..<2 {
            #expect(database.problem?.description.contains("\(path) was truncated") == true)
            #expect(throws: StoreError.self) { try records.save(Profile(name: "Lost"), of: "ada") }
        }
        #expect(try Data(contentsOf: URL(filePath: path)).count == 4_096)
    }

    @Test("a transaction that is rolled back after it has grown the file is no truncation")
    func rolledBack() throws {
        let database = try ServiceDatabase(path: path).withAllTables()
        struct Failure: Error {}
        #expect(throws: Failure.self) {
            try database.write { db in
                try db.change("PRAGMA cache_spill = 1; PRAGMA cache_size = 4")
                for number in 0..<200 {
                    try db.change("INSERT INTO market_cart VALUES (?, hex(zeroblob(3000)))", "\(number)")
                }
                // A readiness check may ask this at any time.
                #expect(database.problem == nil)
                throw Failure()
            }
        }
        #expect(database.problem == nil)
        try database.write { db in try db.change("DELETE FROM market_cart") }
    }

    @Test("a second server can't open the database, under any name of the file, but an operator's command can use it")
    func locked() throws {
        let link = folder.path + "/link.db"
        do {
            let database = try ServiceDatabase(path: path).withAllTables()
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            for name in [path, link] {
                let error = #expect(throws: StoreError.self) { try ServiceDatabase(path: name) }
                #expect(error?.description.contains("in use by another server") == true)
            }
            #expect(try ServiceDatabase.joining(path: path)?.has(.operations) == true)
            #expect(database.problem == nil)
        }
        #expect(try ServiceDatabase(path: link).problem == nil)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(folder.names.sorted() == ["link.db", "usher.db.services"])
    }

    @Test("the removal of the journal, which completes a transaction, is synced, too")
    func synchronous() throws {
        let database = try ServiceDatabase(path: path).withAllTables()
        #expect(try database.read { try $0.row("PRAGMA synchronous")?.integer(0) } == 3)
    }
}
