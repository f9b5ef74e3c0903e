import FaultyDisk
import GRDB
import Programs
import Testing

/// Tests of SQLite 3.40.1 and GRDB 7.10 when creating a database fails, for the behavior that the store depends on.
@Suite("Creating a database with a write-ahead log") struct CreationFaultTests {
    static let faults: [(DiskOperations, DiskFiles)] = [
        (.write, .database), (.sync, .database), (.sync, .journal), (.delete, .journal), (.sharedMemory, .database),
        (.open, .wal),
    ]

    @Test("the pragma reports the log although creating it fails; only the next statement throws", arguments: faults)
    func earlyReply(operation: DiskOperations, file: DiskFiles) throws {
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
        "switching to a log throws when the rollback journal, which it needs, can't be written",
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
        "creating a database fails or succeeds at every failing operation, and a new connection can repeat it",
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
            disk.clearFaults()
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
