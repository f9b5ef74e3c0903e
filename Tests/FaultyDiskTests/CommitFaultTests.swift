import FaultyDisk
import GRDB
import Programs
import Testing

/// What SQLite 3.40.1 does when a commit fails, as far as a store must know it.
@Suite("A commit to a write-ahead log") struct CommitFaultTests {
    @Test("that can't write fails, is rolled back, and leaves the connection as good as before", arguments: 0..<6)
    func write(number: Int) throws {
        let bench = try Bench()
        bench.disk.fail(.write, on: .wal, after: number, repeating: true)
        #expect(try failure { try bench.ledger.add(2) } == .SQLITE_IOERR_WRITE)
        #expect(bench.ledger.database.unsafeRead { $0.isInsideTransaction } == false)
        #expect(try bench.ledger.entries() == [1])
        #expect(try bench.entriesAfterKill() == [1])
        bench.disk.heal()
        try bench.ledger.add(3)
        #expect(try bench.ledger.entries() == [1, 3])
        #expect(try bench.entriesAfterKill() == [1, 3])
        #expect(try bench.entriesAfterReopening() == [1, 3])
    }

    @Test("is there after all, for the next process, if what could not be written is in the file nevertheless")
    func wholeWrite() throws {
        let bench = try Bench()
        // The sixth write is the page of the last frame, which makes the commit valid.
        bench.disk.fail(.write, on: .wal, after: 5, writing: .max)
        #expect(try failure { try bench.ledger.add(2) } == .SQLITE_IOERR_WRITE)
        #expect(try bench.ledger.entries() == [1])
        #expect(try bench.entriesAfterKill() == [1, 2])
    }

    @Test("that can't sync fails; this connection never sees it, but the next process does")
    func sync() throws {
        let bench = try Bench()
        bench.disk.fail(.sync, on: .wal)
        #expect(try failure { try bench.ledger.add(2) } == .SQLITE_IOERR_FSYNC)
        #expect(bench.ledger.database.unsafeRead { $0.isInsideTransaction } == false)
        #expect(try bench.ledger.entries() == [1])
        #expect(try bench.entriesAfterKill() == [1, 2])
    }

    @Test("that could not sync is gone for good once another commit has taken its place in the log")
    func syncThenCommit() throws {
        let bench = try Bench()
        bench.disk.fail(.sync, on: .wal)
        #expect(try failure { try bench.ledger.add(2) } == .SQLITE_IOERR_FSYNC)
        try bench.ledger.add(3)
        #expect(try bench.ledger.entries() == [1, 3])
        #expect(try bench.entriesAfterKill() == [1, 3])
        #expect(try bench.entriesAfterReopening() == [1, 3])
    }

    @Test("that could not sync is gone for good once the connection was closed")
    func syncThenClose() throws {
        let bench = try Bench()
        bench.disk.fail(.sync, on: .wal)
        #expect(try failure { try bench.ledger.add(2) } == .SQLITE_IOERR_FSYNC)
        #expect(try bench.entriesAfterReopening() == [1])
    }

    @Test("that could not sync is back after closing, if nothing could be synced then either")
    func syncThenCloseInVain() throws {
        let bench = try Bench()
        bench.disk.fail(.sync, repeating: true)
        #expect(try failure { try bench.ledger.add(2) } == .SQLITE_IOERR_FSYNC)
        #expect(try bench.ledger.entries() == [1])
        try bench.ledger.database.close()
        bench.disk.heal()
        #expect(try Ledger(in: bench.folder.path).entries() == [1, 2])
    }

    @Test("that finds the disk full is a definite no, wherever in the commit the room ends", arguments: 0..<14)
    func full(thousands: Int) throws {
        let bench = try Bench()
        let size = bench.folder.names.compactMap(bench.folder.size).reduce(0, +)
        bench.disk.limit(bytes: size + thousands * 900)
        #expect(try failure { try bench.ledger.add(2) } == .SQLITE_FULL)
        #expect(bench.ledger.database.unsafeRead { $0.isInsideTransaction } == false)
        #expect(try bench.ledger.entries() == [1])
        #expect(try bench.entriesAfterKill() == [1])
        bench.disk.limit(bytes: nil)
        try bench.ledger.add(3)
        #expect(try bench.ledger.entries() == [1, 3])
        #expect(try bench.entriesAfterReopening() == [1, 3])
    }

    @Test("that finds the disk full before COMMIT, since its changes outgrew the cache, is rolled back as well")
    func fullBeforeCommit() throws {
        let bench = try Bench()
        bench.disk.limit(bytes: 3_000_000)
        var reached = 1
        let code = try failure {
            try bench.ledger.database.write { database in
                while reached < 5000 {
                    reached += 1
                    try Ledger.add(reached, size: 3000, in: database)
                }
            }
        }
        #expect(code == .SQLITE_FULL)
        #expect(reached < 5000)
        #expect(bench.ledger.database.unsafeRead { $0.isInsideTransaction } == false)
        #expect(try bench.ledger.entries() == [1])
        #expect(try bench.entriesAfterKill() == [1])
        // There is room in the log that the transaction has left.
        try bench.ledger.add(2)
        #expect(try bench.ledger.entries() == [1, 2])
    }

    @Test("that fails has ended its transaction, so that there is nothing to roll back")
    func automaticRollback() throws {
        let faults: [(DiskOperations, DiskFault)] = [(.write, .ioError), (.sync, .ioError), (.write, .full)]
        for (operation, fault) in faults {
            let bench = try Bench()
            try bench.ledger.database.writeWithoutTransaction { database in
                try database.execute(sql: "BEGIN IMMEDIATE")
                try Ledger.add(2, in: database)
                bench.disk.fail(operation, on: .wal, with: fault, repeating: true)
                #expect(try failure { try database.execute(sql: "COMMIT") } != nil)
                #expect(database.isInsideTransaction == false)
                #expect(try failure { try database.execute(sql: "ROLLBACK") } == .SQLITE_ERROR)
                #expect(try failure { try database.rollback() } == nil)
            }
            bench.disk.heal()
            #expect(try bench.ledger.entries() == [1])
        }
    }

    @Test("can always be rolled back before, even if nothing at all works on the disk")
    func rollback() throws {
        let bench = try Bench()
        try bench.ledger.database.writeWithoutTransaction { database in
            try database.execute(sql: "BEGIN IMMEDIATE")
            try Ledger.add(2, in: database)
            bench.disk.fail(.all, repeating: true)
            #expect(try failure { try database.execute(sql: "ROLLBACK") } == nil)
            #expect(database.isInsideTransaction == false)
        }
        bench.disk.heal()
        #expect(try bench.ledger.entries() == [1])
    }

    @Test("fails or succeeds as a whole, whichever operation fails", arguments: [false, true])
    func torture(repeating: Bool) throws {
        var number = 0
        while true {
            let bench = try Bench(checkpointPages: 1)
            bench.disk.fail(.all, after: number, repeating: repeating)
            let code = try failure { try bench.ledger.add(2) }
            let failures = bench.disk.failures
            bench.disk.heal()
            let entries = try bench.ledger.entries()
            #expect(entries == (code == nil ? [1, 2] : [1]))
            // What was acknowledged survives; what was not may or may not.
            let later = try bench.entriesAfterKill()
            #expect(later == entries || later == [1, 2])
            try bench.ledger.add(3)
            #expect(try bench.entriesAfterReopening() == entries + [3])
            if failures == 0 { break }
            number += 1
        }
        #expect(number > 20)
    }
}
