import FaultyDisk
import GRDB
import Programs
import Testing

/// What SQLite 3.40.1 and GRDB 7.10 do when a new database can't be made, as far as a store must know it.
@Suite("Making a database with a log") struct CreationFaultTests {
    static let faults: [(DiskOperations, DiskFiles)] = [
        (.write, .database), (.sync, .database), (.sync, .journal), (.delete, .journal), (.sharedMemory, .database),
        (.open, .wal),
    ]

    @Test("answers that there is a log before it can know; only the next statement fails", arguments: faults)
    func earlyAnswer(operation: DiskOperations, file: DiskFiles) throws {
        let folder = try TemporaryFolder()
        let disk = try FaultyDisk(folder: folder.path)
        disk.fail(operation, on: file, repeating: true)
        let database = try DatabaseQueue(path: "\(folder.path)/\(Ledger.fileName)")
        try database.writeWithoutTransaction { (database) throws in
            #expect(try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL") == "wal")
            #expect(try failure { try database.execute(sql: "CREATE TABLE entry (number INTEGER)") } != nil)
        }
    }

    @Test(
        "says so when there can be no rollback journal, which it needs first",
        arguments: [DiskOperations.open, .write]
    )
    func journal(operation: DiskOperations) throws {
        let folder = try TemporaryFolder()
        let disk = try FaultyDisk(folder: folder.path)
        disk.fail(operation, on: .journal, repeating: true)
        let database = try DatabaseQueue(path: "\(folder.path)/\(Ledger.fileName)")
        try database.writeWithoutTransaction { (database) throws in
            #expect(try failure { try database.execute(sql: "PRAGMA journal_mode = WAL") } != nil)
            #expect(try String.fetchOne(database, sql: "PRAGMA journal_mode") == "delete")
        }
    }

    @Test(
        "fails or works, whichever operation fails, and can be tried again by a new connection",
        arguments: [false, true]
    )
    func torture(repeating: Bool) throws {
        var number = 0
        while true {
            let folder = try TemporaryFolder()
            let disk = try FaultyDisk(folder: folder.path)
            disk.fail(.all, after: number, repeating: repeating)
            var acknowledged: [Int] = []
            _ = try failure {
                let ledger = try Ledger(in: folder.path)
                try ledger.create()
                try ledger.add(1)
                acknowledged = [1]
            }
            let failures = disk.failures
            disk.heal()
            let ledger = try Ledger(in: folder.path)
            let found = try ledger.entries()
            #expect(found == acknowledged || found == [1])
            #expect(try ledger.database.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
            if try !ledger.database.read({ try $0.tableExists("entry") }) { try ledger.create() }
            try ledger.add(2)
            #expect(folder.size(of: Ledger.logName) != nil)
            #expect(try ledger.entries() == found + [2])
            if failures == 0 { break }
            number += 1
        }
        #expect(number > 50)
    }
}
