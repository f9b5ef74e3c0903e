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
        let bench = try Bench()
        bench.disk.fail(operation, on: file, repeating: true)
        #expect(try failure { try bench.ledger.checkpoint() } == code)
        bench.disk.heal()
        #expect(try bench.ledger.entries() == [1])
        #expect(try bench.entriesAfterKill() == [1])
        try bench.ledger.add(2)
        #expect(try bench.entriesAfterKill() == [1, 2])
        try bench.ledger.checkpoint()
        #expect(bench.folder.size(of: Ledger.logName) == 0)
        #expect(try bench.entriesAfterReopening() == [1, 2])
    }

    @Test(
        "an automatic checkpoint that fails does not fail the commit, and the log grows",
        arguments: [DiskOperations.write, .sync]
    )
    func automatic(operation: DiskOperations) throws {
        let bench = try Bench(checkpointPages: 1)
        bench.disk.fail(operation, on: .database, repeating: true)
        #expect(try failure { try bench.ledger.add(2) } == nil)
        let size = try #require(bench.folder.size(of: Ledger.logName))
        #expect(try failure { try bench.ledger.add(3) } == nil)
        #expect(bench.disk.failures == 2)
        #expect(try #require(bench.folder.size(of: Ledger.logName)) > size)
        #expect(try bench.ledger.entries() == [1, 2, 3])
        #expect(try bench.entriesAfterKill() == [1, 2, 3])
        bench.disk.heal()
        #expect(try bench.entriesAfterReopening() == [1, 2, 3])
    }

    @Test("a checkpoint that fails while the connection closes is not reported, and the next connection finds the log")
    func closing() throws {
        let bench = try Bench()
        bench.disk.fail(.write, on: .database, repeating: true)
        #expect(try failure { try bench.ledger.database.close() } == nil)
        #expect(bench.disk.failures == 1)
        #expect(try #require(bench.folder.size(of: Ledger.logName)) > 0)
        bench.disk.heal()
        #expect(try Ledger(in: bench.folder.path).entries() == [1])
    }

    @Test("a checkpoint fails on a full disk if the database must grow, and loses nothing")
    func full() throws {
        let bench = try Bench()
        bench.disk.limit(bytes: 0)
        #expect(try failure { try bench.ledger.checkpoint() } == .SQLITE_FULL)
        #expect(try bench.ledger.entries() == [1])
        bench.disk.limit(bytes: nil)
        try bench.ledger.checkpoint()
        #expect(try bench.entriesAfterReopening() == [1])
    }
}
