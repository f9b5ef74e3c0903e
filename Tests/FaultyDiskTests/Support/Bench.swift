import FaultyDisk
import Foundation
import GRDB
import Programs

/// A ledger with entry 1 on a disk of its own.
struct Bench {
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

    /// What another process would find if this one were killed now: the files are the same, the index of the log is lost.
    func entriesAfterKill() throws -> [Int] {
        let copy = try TemporaryFolder()
        for name in [Ledger.fileName, Ledger.logName] where folder.size(of: name) != nil {
            try FileManager.default.copyItem(atPath: "\(folder.path)/\(name)", toPath: "\(copy.path)/\(name)")
        }
        return try Ledger(in: copy.path).entries()
    }

    /// What a new connection finds after this one was closed in good order.
    func entriesAfterReopening() throws -> [Int] {
        try ledger.database.close()
        return try Ledger(in: folder.path).entries()
    }
}

/// The code with which SQLite fails, or `nil` when it doesn't.
func failure(of body: () throws -> Void) throws -> ResultCode? {
    do {
        try body()
        return nil
    } catch let error as DatabaseError {
        return error.extendedResultCode
    }
}
