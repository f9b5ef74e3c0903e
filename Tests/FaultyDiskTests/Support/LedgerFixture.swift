import FaultyDisk
import Foundation
import GRDB
import Programs

/// A ledger with entry 1 on a disk of its own.
struct LedgerFixture {
    let folder: TemporaryFolder
    let disk: FaultyDisk
    let ledger: Ledger

    init(checkpointPages: Int = 0) throws {
        folder = try TemporaryFolder()
        disk = try FaultyDisk(folder: folder.path)
        ledger = try Ledger(in: folder.path, checkpointPages: checkpointPages)
        try ledger.create()
        try ledger.add(1)
    }

    /// Returns the entries that another process would find if this one were killed now: same files, no shared memory.
    func entriesAfterKill() throws -> [Int] {
        let copy = try TemporaryFolder()
        for name in [Ledger.fileName, Ledger.logName] where folder.size(of: name) != nil {
            try FileManager.default.copyItem(atPath: "\(folder.path)/\(name)", toPath: "\(copy.path)/\(name)")
        }
        return try Ledger(in: copy.path).entries()
    }

    /// Closes the connection, and returns the entries that a new one finds.
    func entriesAfterReopening() throws -> [Int] {
        try ledger.database.close()
        return try Ledger(in: folder.path).entries()
    }
}

/// Returns the extended result code of the SQLite error that a body throws, or `nil` if it throws none.
func failure(of body: () throws -> Void) throws -> ResultCode? {
    do {
        try body()
        return nil
    } catch let error as DatabaseError {
        return error.extendedResultCode
    }
}
