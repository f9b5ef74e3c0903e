import DatabaseFiles
import FoundationEssentials
import GRDB
import Glibc
public import Sessions
import SystemPackage

extension StoreInspection {
    /// Copies the store, as of one instant, to a file of its own.
    ///
    /// A server can use the store meanwhile. Other SQLite databases beside the store, which are named by the suffix of their
    /// files, are copied after it, each as of one instant. Only the owner can read the copies. They get their names once all
    /// are complete, checked and on disk.
    ///
    /// - Parameters:
    ///   - target: The path of the copy. There must be no such file yet, and none with one of the suffixes.
    ///   - suffixes: The suffixes of the other databases, such as `.services`. A database that does not exist is left out.
    /// - Returns: The paths of the copies.
    /// - Throws: ``Sessions/StoreError`` with a sentence. There is no copy then.
    @discardableResult
    public func backUp(to target: String, with suffixes: [String] = []) throws(StoreError) -> [String] {
        var copies = [(queue: queue, target: target)]
        for suffix in suffixes {
            let path = path + suffix
            guard (try? FilePath(path).stat()) != nil else { continue }
            do {
                copies.append((try Self.open(path), target + suffix))
            } catch {
                throw StoreError(.unavailable, "The database \(path) can't be read: \(StoreFile.explain(error))")
            }
        }
        for (_, target) in copies where (try? FilePath(target).stat()) != nil {
            throw StoreError(.unavailable, "\(target) already exists; choose a file that does not exist.")
        }
        do {
            for (source, target) in copies { try Self.copy(source, to: target + ".partial") }
            // The store comes last, because its name shows that all copies are complete.
            for (_, target) in copies.reversed() { try Self.publish(target + ".partial", as: target) }
            return copies.map(\.target)
        } catch {
            for (_, target) in copies {
                try? FileManager.default.removeItem(atPath: target + ".partial")
                try? FileManager.default.removeItem(atPath: target)
            }
            if let error = error as? StoreError { throw error }
            throw StoreError(.unavailable, "The store can't be copied to \(target): \(StoreFile.explain(error))")
        }
    }

    /// Opens another database for reading.
    static func open(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Copies a database to a new file that only its owner can read, and checks the copy.
    private static func copy(_ source: DatabaseQueue, to path: String) throws {
        try? FileManager.default.removeItem(atPath: path)
        try FileDescriptor.open(
            FilePath(path),
            .readWrite,
            options: [.create, .exclusiveCreate, .closeOnExec],
            permissions: .ownerReadWrite
        )
        .close()
        let copy = try DatabaseQueue(path: path)
        try source.backup(to: copy)
        try copy.inDatabase { db in
            // The copy is a single file, without a log beside it.
            try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA journal_mode = DELETE")
            guard try String.fetchOne(db, sql: "PRAGMA quick_check") == "ok" else {
                throw StoreError(.unavailable, "The copy is damaged; run 'usher store check'.")
            }
        }
        try copy.close()
    }

    /// Renames a file so that it is still there after a power cut (rename(2), fsync(2)).
    private static func publish(_ partial: String, as target: String) throws(StoreError) {
        do {
            let file = try FileDescriptor.open(FilePath(partial), .readWrite, options: .closeOnExec)
            try file.closeAfter { try file.sync() }
            guard unsafe rename(partial, target) == 0 else { throw Errno(rawValue: errno) }
            try FileDescriptor.syncFolder(of: target)
        } catch {
            throw StoreError(.unavailable, "The copy can't be written to \(target): \(error).")
        }
    }
}
