import FaultyDisk
import GRDB
import Programs
import Testing

@Suite("A faulty disk") struct FaultyDiskTests {
    @Test("a disk counts SQLite's operations on each kind of file")
    func counts() throws {
        let fixture = try LedgerFixture()
        let before = fixture.disk.counts
        try fixture.ledger.add(2)
        let after = fixture.disk.counts
        // A commit writes a header and a page for each frame, and syncs once.
        let writes = after[.write, on: .wal] - before[.write, on: .wal]
        #expect(writes > 0 && writes.isMultiple(of: 2))
        #expect(after[.sync, on: .wal] - before[.sync, on: .wal] == 1)
        #expect(after[[.write, .sync], on: .database] == before[[.write, .sync], on: .database])
        #expect(after[.all] >= after[[.open, .read, .write, .sync, .truncate, .delete]])
    }

    @Test("exactly the planned operation fails", arguments: 0..<6)
    func nth(number: Int) throws {
        let fixture = try LedgerFixture()
        let before = fixture.disk.counts[.write, on: .wal]
        fixture.disk.fail(.write, on: .wal, after: number)
        #expect(try failure { try fixture.ledger.add(2) } == .SQLITE_IOERR_WRITE)
        #expect(fixture.disk.counts[.write, on: .wal] - before == number + 1)
        #expect(fixture.disk.failures == 1)
        #expect(try failure { try fixture.ledger.add(3) } == nil)
        #expect(fixture.disk.failures == 1)
        #expect(try fixture.ledger.entries() == [1, 3])
    }

    @Test("operations fail until the disk is healed, with the given code")
    func repeating() throws {
        let fixture = try LedgerFixture()
        fixture.disk.fail([.write, .sync], with: .readOnly, repeating: true)
        #expect(try failure { try fixture.ledger.add(2) } == .SQLITE_READONLY)
        #expect(try failure { try fixture.ledger.add(3) } == .SQLITE_READONLY)
        #expect(fixture.disk.failures == 2)
        fixture.disk.clearFaults()
        try fixture.ledger.add(4)
        #expect(try fixture.ledger.entries() == [1, 4])
    }

    @Test("a failed write leaves the given part of its bytes in the file")
    func shortWrite() throws {
        let fixture = try LedgerFixture()
        let size = try #require(fixture.folder.size(of: Ledger.logName))
        fixture.disk.fail(.write, on: .wal, after: 1, writing: 100)
        #expect(try failure { try fixture.ledger.add(2) } == .SQLITE_IOERR_WRITE)
        #expect(fixture.folder.size(of: Ledger.logName) == size + 24 + 100)
    }

    @Test("a disk with a limit is filled to the last byte, and not further")
    func full() throws {
        let fixture = try LedgerFixture()
        let size = { fixture.folder.names.compactMap(fixture.folder.size).reduce(0, +) }
        let limit = size() + 5000
        fixture.disk.limit(bytes: limit)
        #expect(try failure { try fixture.ledger.add(2) } == .SQLITE_FULL)
        #expect(size() == limit)
        #expect(try failure { try fixture.ledger.add(3) } == .SQLITE_FULL)
        #expect(try fixture.ledger.entries() == [1])
        fixture.disk.limit(bytes: nil)
        try fixture.ledger.add(4)
        #expect(try fixture.ledger.entries() == [1, 4])
    }

    @Test("a disk has room again after the deletion of a file that SQLite does not use")
    func reserve() throws {
        let fixture = try LedgerFixture()
        let reserve = "\(fixture.folder.path)/reserve"
        try [UInt8](repeating: 0, count: 100_000).write(to: reserve)
        fixture.disk.limit(bytes: fixture.folder.names.compactMap(fixture.folder.size).reduce(0, +))
        #expect(try failure { try fixture.ledger.add(2) } == .SQLITE_FULL)
        try fixture.folder.remove("reserve")
        try fixture.ledger.add(3)
        #expect(try fixture.ledger.entries() == [1, 3])
    }

    @Test("a disk does not affect files in other folders or on other disks")
    func otherFolders() throws {
        let fixture = try LedgerFixture()
        let otherFixture = try LedgerFixture()
        let otherFolder = try TemporaryFolder()
        let counts = otherFixture.disk.counts
        fixture.disk.fail(.all, repeating: true)
        let ledger = try Ledger(in: otherFolder.path)
        try ledger.create()
        try ledger.add(1)
        #expect(otherFixture.disk.counts == counts)
        try otherFixture.ledger.add(2)
        #expect(fixture.disk.failures == 0)
        #expect(try failure { try fixture.ledger.add(2) } != nil)
    }

    @Test("a connection can use the file system by its name")
    func byName() throws {
        let folder = try TemporaryFolder()
        let disk = try FaultyDisk(folder: folder.path)
        let database = try DatabaseQueue(path: "file:\(folder.path)/named.db?vfs=faulty")
        try database.write { try $0.execute(sql: "CREATE TABLE named (number INTEGER)") }
        #expect(disk.counts[.sync, on: .database] > 0)
    }

    @Test("nothing fails any more after the disk is released, although its files are still open")
    func release() throws {
        let folder = try TemporaryFolder()
        var disk: FaultyDisk? = try FaultyDisk(folder: folder.path)
        let ledger = try Ledger(in: folder.path)
        disk?.fail(.write, repeating: true)
        #expect(try failure { try ledger.create() } == .SQLITE_IOERR_WRITE)
        disk = nil
        try ledger.create()
        #expect(disk == nil)
    }

    @Test("a disk can't be created for a missing folder")
    func missing() throws {
        #expect(throws: DiskFolderError.self) { try FaultyDisk(folder: "/nowhere") }
    }
}
