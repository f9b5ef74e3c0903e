import FaultyDisk
import GRDB
import Programs
import Testing

/// Tests of SQLite 3.40.1 with checkpoints that fail, for the behavior that the store depends on.
@Suite("A checkpoint") struct CheckpointFaultTests {
    static let faults: [(DiskOperations, DiskFiles, ResultCode)] = [
        (.sync, .wal, .SQLITE_IOERR_FSYNC),
        (.read, .wal, .SQLITE_IOERR_READ),
        (.write, .database, .SQLITE_IOERR_WRITE),
        (.sync, .database, .SQLITE_IOERR_FSYNC),
        (.truncate, .wal, .SQLITE_IOERR_TRUNCATE),
    ]

    @Test("a checkpoint that fails throws, loses nothing, and can be repeated", arguments: faults)
    func explicit(operation: DiskOperations, file: DiskFiles, code: ResultCode) throws {
        let fixture = try LedgerFixture()
        fixture.disk.fail(operation, on: file, repeating: true)
        #expect(try failure { try fixture.ledger.checkpoint() } == code)
        fixture.disk.clearFaults()
        #expect(try fixture.ledger.entries() == [1])
        #expect(try fixture.entriesAfterKill() == [1])
        try fixture.ledger.add(2)
        #expect(try fixture.entriesAfterKill() == [1, 2])
        try fixture.ledger.checkpoint()
        #expect(fixture.folder.size(of: Ledger.logName) == 0)
        #expect(try fixture.entriesAfterReopening() == [1, 2])
    }

    @Test(
        "an automatic checkpoint that fails does not fail the commit, and the log grows",
        arguments: [DiskOperations.write, .sync]
    )
    func automatic(operation: DiskOperations) throws {
        let fixture = try LedgerFixture(checkpointPages: 1)
        fixture.disk.fail(operation, on: .database, repeating: true)
        #expect(try failure { try fixture.ledger.add(2) } == nil)
        let size = try #require(fixture.folder.size(of: Ledger.logName))
        #expect(try failure { try fixture.ledger.add(3) } == nil)
        #expect(fixture.disk.failures == 2)
        #expect(try #require(fixture.folder.size(of: Ledger.logName)) > size)
        #expect(try fixture.ledger.entries() == [1, 2, 3])
        #expect(try fixture.entriesAfterKill() == [1, 2, 3])
        fixture.disk.clearFaults()
        #expect(try fixture.entriesAfterReopening() == [1, 2, 3])
    }

    @Test("a checkpoint that fails while the connection closes is not reported, and the next connection finds the log")
    func closing() throws {
        let fixture = try LedgerFixture()
        fixture.disk.fail(.write, on: .database, repeating: true)
        #expect(try failure { try fixture.ledger.database.close() } == nil)
        #expect(fixture.disk.failures == 1)
        #expect(try #require(fixture.folder.size(of: Ledger.logName)) > 0)
        fixture.disk.clearFaults()
        #expect(try Ledger(in: fixture.folder.path).entries() == [1])
    }

    @Test("a checkpoint fails on a full disk if the database must grow, and loses nothing")
    func full() throws {
        let fixture = try LedgerFixture()
        fixture.disk.limit(bytes: 0)
        #expect(try failure { try fixture.ledger.checkpoint() } == .SQLITE_FULL)
        #expect(try fixture.ledger.entries() == [1])
        fixture.disk.limit(bytes: nil)
        try fixture.ledger.checkpoint()
        #expect(try fixture.entriesAfterReopening() == [1])
    }
}
