import FaultyDisk
import GRDB
import Programs
import Testing

/// Tests of SQLite 3.40.1 with commits that fail, for the behavior that the store depends on.
@Suite("A commit to a write-ahead log") struct CommitFaultTests {
    @Test("a commit whose write fails is rolled back, and the connection stays usable", arguments: 0..<6)
    func write(number: Int) throws {
        let fixture = try LedgerFixture()
        fixture.disk.fail(.write, on: .wal, after: number, repeating: true)
        #expect(try failure { try fixture.ledger.add(2) } == .SQLITE_IOERR_WRITE)
        #expect(fixture.ledger.database.unsafeRead { $0.isInsideTransaction } == false)
        #expect(try fixture.ledger.entries() == [1])
        #expect(try fixture.entriesAfterKill() == [1])
        fixture.disk.clearFaults()
        try fixture.ledger.add(3)
        #expect(try fixture.ledger.entries() == [1, 3])
        #expect(try fixture.entriesAfterKill() == [1, 3])
        #expect(try fixture.entriesAfterReopening() == [1, 3])
    }

    @Test("a commit whose failed write is complete in the file exists for the next process")
    func wholeWrite() throws {
        let fixture = try LedgerFixture()
        // The sixth write is the page of the last frame, which makes the commit valid.
        fixture.disk.fail(.write, on: .wal, after: 5, writing: .max)
        #expect(try failure { try fixture.ledger.add(2) } == .SQLITE_IOERR_WRITE)
        #expect(try fixture.ledger.entries() == [1])
        #expect(try fixture.entriesAfterKill() == [1, 2])
    }

    @Test("a commit whose sync fails is invisible to its connection, but not to the next process")
    func sync() throws {
        let fixture = try LedgerFixture()
        fixture.disk.fail(.sync, on: .wal)
        #expect(try failure { try fixture.ledger.add(2) } == .SQLITE_IOERR_FSYNC)
        #expect(fixture.ledger.database.unsafeRead { $0.isInsideTransaction } == false)
        #expect(try fixture.ledger.entries() == [1])
        #expect(try fixture.entriesAfterKill() == [1, 2])
    }

    @Test("a commit whose sync failed is lost for good once another commit overwrites it in the log")
    func syncThenCommit() throws {
        let fixture = try LedgerFixture()
        fixture.disk.fail(.sync, on: .wal)
        #expect(try failure { try fixture.ledger.add(2) } == .SQLITE_IOERR_FSYNC)
        try fixture.ledger.add(3)
        #expect(try fixture.ledger.entries() == [1, 3])
        #expect(try fixture.entriesAfterKill() == [1, 3])
        #expect(try fixture.entriesAfterReopening() == [1, 3])
    }

    @Test("a commit whose sync failed is lost for good once the connection is closed")
    func syncThenClose() throws {
        let fixture = try LedgerFixture()
        fixture.disk.fail(.sync, on: .wal)
        #expect(try failure { try fixture.ledger.add(2) } == .SQLITE_IOERR_FSYNC)
        #expect(try fixture.entriesAfterReopening() == [1])
    }

    @Test("a commit whose sync failed exists after closing if no sync succeeds then either")
    func syncThenCloseInVain() throws {
        let fixture = try LedgerFixture()
        fixture.disk.fail(.sync, repeating: true)
        #expect(try failure { try fixture.ledger.add(2) } == .SQLITE_IOERR_FSYNC)
        #expect(try fixture.ledger.entries() == [1])
        try fixture.ledger.database.close()
        fixture.disk.clearFaults()
        #expect(try Ledger(in: fixture.folder.path).entries() == [1, 2])
    }

    @Test("a commit on a full disk fails for certain, wherever in the commit the space ends", arguments: 0..<14)
    func full(thousands: Int) throws {
        let fixture = try LedgerFixture()
        let size = fixture.folder.names.compactMap(fixture.folder.size).reduce(0, +)
        fixture.disk.limit(bytes: size + thousands * 900)
        #expect(try failure { try fixture.ledger.add(2) } == .SQLITE_FULL)
        #expect(fixture.ledger.database.unsafeRead { $0.isInsideTransaction } == false)
        #expect(try fixture.ledger.entries() == [1])
        #expect(try fixture.entriesAfterKill() == [1])
        fixture.disk.limit(bytes: nil)
        try fixture.ledger.add(3)
        #expect(try fixture.ledger.entries() == [1, 3])
        #expect(try fixture.entriesAfterReopening() == [1, 3])
    }

    @Test("a transaction that fills the disk before COMMIT, because it outgrew the cache, is rolled back as well")
    func fullBeforeCommit() throws {
        let fixture = try LedgerFixture()
        fixture.disk.limit(bytes: 3_000_000)
        var reached = 1
        let code = try failure {
            try fixture.ledger.database.write { database in
                while reached < 5000 {
                    reached += 1
                    try Ledger.add(reached, size: 3000, in: database)
                }
            }
        }
        #expect(code == .SQLITE_FULL)
        #expect(reached < 5000)
        #expect(fixture.ledger.database.unsafeRead { $0.isInsideTransaction } == false)
        #expect(try fixture.ledger.entries() == [1])
        #expect(try fixture.entriesAfterKill() == [1])
        // The rolled back transaction has left room in the log.
        try fixture.ledger.add(2)
        #expect(try fixture.ledger.entries() == [1, 2])
    }

    @Test("a failed commit has ended its transaction, so there is nothing to roll back")
    func automaticRollback() throws {
        let faults: [(DiskOperations, DiskFault)] = [(.write, .ioError), (.sync, .ioError), (.write, .full)]
        for (operation, fault) in faults {
            let fixture = try LedgerFixture()
            try fixture.ledger.database.writeWithoutTransaction { database in
                try database.execute(sql: "BEGIN IMMEDIATE")
                try Ledger.add(2, in: database)
                fixture.disk.fail(operation, on: .wal, with: fault, repeating: true)
                #expect(try failure { try database.execute(sql: "COMMIT") } != nil)
                #expect(database.isInsideTransaction == false)
                #expect(try failure { try database.execute(sql: "ROLLBACK") } == .SQLITE_ERROR)
                #expect(try failure { try database.rollback() } == nil)
            }
            fixture.disk.clearFaults()
            #expect(try fixture.ledger.entries() == [1])
        }
    }

    @Test("a transaction can be rolled back even if every disk operation fails")
    func rollback() throws {
        let fixture = try LedgerFixture()
        try fixture.ledger.database.writeWithoutTransaction { database in
            try database.execute(sql: "BEGIN IMMEDIATE")
            try Ledger.add(2, in: database)
            fixture.disk.fail(.all, repeating: true)
            #expect(try failure { try database.execute(sql: "ROLLBACK") } == nil)
            #expect(database.isInsideTransaction == false)
        }
        fixture.disk.clearFaults()
        #expect(try fixture.ledger.entries() == [1])
    }

    @Test("a commit fails or succeeds as a whole at every failing operation", arguments: [false, true])
    func torture(repeating: Bool) throws {
        var number = 0
        while true {
            let fixture = try LedgerFixture(checkpointPages: 1)
            fixture.disk.fail(.all, after: number, repeating: repeating)
            let code = try failure { try fixture.ledger.add(2) }
            let failures = fixture.disk.failures
            fixture.disk.clearFaults()
            let entries = try fixture.ledger.entries()
            #expect(entries == (code == nil ? [1, 2] : [1]))
            // An acknowledged commit survives. Another one may survive or not.
            let later = try fixture.entriesAfterKill()
            #expect(later == entries || later == [1, 2])
            try fixture.ledger.add(3)
            #expect(try fixture.entriesAfterReopening() == entries + [3])
            if failures == 0 { break }
            number += 1
        }
        #expect(number > 20)
    }
}
