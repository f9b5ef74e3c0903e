import FaultyDisk
import Foundation
import GRDB
import Programs
import Testing

/// Tests of SQLite 3.40.1 and GRDB 7.10 with a database that a killed process has left and that fails to open.
@Suite("Opening a database whose log was not checkpointed") struct OpeningFaultTests {
    /// Returns a folder with the files of a process that was killed after entry 1.
    private func abandonedFolder() throws -> TemporaryFolder {
        let fixture = try LedgerFixture()
        let folder = try TemporaryFolder()
        for name in [Ledger.fileName, Ledger.logName] {
            try FileManager.default.copyItem(
                atPath: "\(fixture.folder.path)/\(name)",
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

    @Test("opening fails when the files can't be read, and loses nothing", arguments: faults, [false, true])
    func failing(fault: (DiskOperations, DiskFiles, Int, ResultCode), repeating: Bool) throws {
        let folder = try abandonedFolder()
        let disk = try FaultyDisk(folder: folder.path)
        disk.fail(fault.0, on: fault.1, after: fault.2, repeating: repeating)
        #expect(try failure { _ = try Ledger(in: folder.path) } == fault.3)
        disk.clearFaults()
        #expect(try Ledger(in: folder.path).entries() == [1])
    }

    @Test("opening succeeds when nothing can be written, and the first write fails")
    func readOnly() throws {
        let folder = try abandonedFolder()
        let disk = try FaultyDisk(folder: folder.path)
        disk.fail([.write, .sync, .truncate, .delete], repeating: true)
        let ledger = try Ledger(in: folder.path)
        #expect(try ledger.entries() == [1])
        #expect(try failure { try ledger.add(2) } == .SQLITE_IOERR_WRITE)
        disk.clearFaults()
        try ledger.add(3)
        #expect(try ledger.entries() == [1, 3])
    }

    @Test("GRDB's own setting for the log weakens the syncs, even those configured before")
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
