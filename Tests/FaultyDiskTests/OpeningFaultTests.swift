import FaultyDisk
import Foundation
import GRDB
import Programs
import Testing

/// What SQLite 3.40.1 and GRDB 7.10 do when a database that was not closed can't be opened, as far as a store must know it.
@Suite("Opening a database with a log that was left") struct OpeningFaultTests {
    /// A folder as a process leaves it that was killed after entry 1.
    private func abandonedFolder() throws -> TemporaryFolder {
        let bench = try Bench()
        let folder = try TemporaryFolder()
        for name in [Ledger.fileName, Ledger.logName] {
            try FileManager.default.copyItem(
                atPath: "\(bench.folder.path)/\(name)",
                toPath: "\(folder.path)/\(name)"
            )
        }
        return folder
    }

    static let faults: [(DiskOperations, DiskFiles, Int, ResultCode)] = [
        (.open, .database, 0, .SQLITE_CANTOPEN),
        (.open, .wal, 0, .SQLITE_CANTOPEN),
        (.read, .database, 0, .SQLITE_IOERR_READ),
        (.read, .wal, 0, .SQLITE_IOERR_READ),
        (.read, .wal, 3, .SQLITE_IOERR_READ),
        (.sharedMemory, .database, 0, .SQLITE_IOERR_SHMMAP),
        (.lock, .database, 0, .SQLITE_IOERR_LOCK),
    ]

    @Test("fails when it can't be read, and loses nothing", arguments: faults, [false, true])
    func failing(fault: (DiskOperations, DiskFiles, Int, ResultCode), repeating: Bool) throws {
        let folder = try abandonedFolder()
        let disk = try FaultyDisk(folder: folder.path)
        disk.fail(fault.0, on: fault.1, after: fault.2, repeating: repeating)
        #expect(try failure { _ = try Ledger(in: folder.path) } == fault.3)
        disk.heal()
        #expect(try Ledger(in: folder.path).entries() == [1])
    }

    @Test("succeeds when nothing can be written, until something must be")
    func readOnly() throws {
        let folder = try abandonedFolder()
        let disk = try FaultyDisk(folder: folder.path)
        disk.fail([.write, .sync, .truncate, .delete], repeating: true)
        let ledger = try Ledger(in: folder.path)
        #expect(try ledger.entries() == [1])
        #expect(try failure { try ledger.add(2) } == .SQLITE_IOERR_WRITE)
        disk.heal()
        try ledger.add(3)
        #expect(try ledger.entries() == [1, 3])
    }

    @Test("through GRDB's own setting for the log weakens the syncs, even those asked for before")
    func journalMode() throws {
        let folder = try TemporaryFolder()
        var configuration = Configuration()
        configuration.journalMode = .wal
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        let database = try DatabaseQueue(path: "\(folder.path)/\(Ledger.fileName)", configuration: configuration)
        let normal = 1
        #expect(try database.read { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == normal)
    }
}
