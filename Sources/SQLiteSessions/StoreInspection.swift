import FoundationEssentials
import GRDB
import Glibc
public import Sessions
import SystemPackage

/// A read-only view of a store, whether a server uses it or not.
///
/// The file is opened for reading only, so an inspection never writes to it and never empties its log. A server can go on
/// while an inspection reads; only its log grows in the meantime.
public struct StoreInspection: Sendable {
    /// The path of the file.
    public let path: String
    let queue: DatabaseQueue

    /// Opens a store for reading.
    ///
    /// - Throws: ``Sessions/StoreError`` with a sentence: there is no such file, it is not a store, or another release has
    ///   written its tables.
    public init(path: String) throws(StoreError) {
        self.path = path
        guard (try? FilePath(path).stat()) != nil else {
            throw StoreError(.unavailable, "There is no store at \(path).")
        }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.label = "usher.inspection"
        configuration.busyMode = .timeout(5)
        do {
            queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.read { db in
                try Schema.checkOwner(of: db, at: path)
                try Schema.checkIsCurrent(db, at: path)
            }
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(.unavailable, "The store \(path) can't be read: \(StoreFile.explain(error))")
        }
    }

    /// Whether a server uses the store at present.
    public var isInUse: Bool { StoreLock.isLocked(path: path) }

    /// Reads the whole store and looks for damage.
    ///
    /// It checks the pages of the file, the columns of each row and the checksum of each state, and calls `verify`.
    ///
    /// - Parameter verify: Returns the problem of a session in a sentence; `nil` if it has none.
    /// - Returns: A sentence for each problem, up to about a hundred.
    /// - Throws: ``Sessions/StoreError`` if the file can't be read to its end.
    public func check(_ verify: (StoredSession) -> String? = { _ in nil }) throws(StoreError) -> [String] {
        try reading { db in
            var problems = try String.fetchAll(db, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
            let orphans = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM pragma_foreign_key_check") ?? 0
            if orphans > 0 { problems.append("\(orphans) replies belong to no session.") }
            let rows = try GRDB.Row.fetchCursor(db, sql: "SELECT * FROM session ORDER BY number")
            while problems.count < 100, let row = try rows.next() {
                do {
                    let session = try SessionRow.session(of: row, in: db)
                    let problem =
                        switch session.content {
                        case .damaged(let reason): reason
                        case .quarantined(let reason): "Quarantined: \(reason)"
                        case .encoded, .live: verify(session)
                        }
                    if let problem { problems.append("Session \(session.id): \(problem)") }
                } catch let error as DamagedRow {
                    problems.append("Session \(error.id): its \(error.part) is damaged.")
                }
            }
            return problems
        }
    }

    /// Copies the store, as of one instant, to a file of its own; a server can use it meanwhile.
    ///
    /// The copy gets its name once it is complete, checked and on disk.
    ///
    /// - Parameter target: The path of the copy; there must be no such file yet.
    /// - Throws: ``Sessions/StoreError`` with a sentence; there is no file at the path then.
    public func backUp(to target: String) throws(StoreError) {
        guard (try? FilePath(target).stat()) == nil else {
            throw StoreError(.unavailable, "\(target) already exists; choose a file that does not exist.")
        }
        let partial = target + ".partial"
        try? FileManager.default.removeItem(atPath: partial)
        do {
            let copy = try DatabaseQueue(path: partial)
            try queue.backup(to: copy)
            try copy.inDatabase { db in
                // A single file, without a log beside it.
                try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA journal_mode = DELETE")
                guard try String.fetchOne(db, sql: "PRAGMA quick_check") == "ok" else {
                    throw StoreError(.unavailable, "The copy is damaged; run 'usher store check'.")
                }
            }
            try copy.close()
            try Self.publish(partial, as: target)
        } catch {
            try? FileManager.default.removeItem(atPath: partial)
            if let error = error as? StoreError { throw error }
            throw StoreError(.unavailable, "The store can't be copied to \(target): \(StoreFile.explain(error))")
        }
    }

    /// Renames a file so that it is still there after a power cut (rename(2), fsync(2)).
    private static func publish(_ partial: String, as target: String) throws(StoreError) {
        func sync(_ path: FilePath, _ mode: FileDescriptor.AccessMode) throws {
            let file = try FileDescriptor.open(path, mode, options: .closeOnExec)
            try file.closeAfter {
                guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
            }
        }
        let folder = FilePath(target).removingLastComponent()
        do {
            try sync(FilePath(partial), .readWrite)
            guard unsafe rename(partial, target) == 0 else { throw Errno(rawValue: errno) }
            try sync(folder.isEmpty ? "." : folder, .readOnly)
        } catch {
            throw StoreError(.unavailable, "The copy can't be written to \(target): \(error).")
        }
    }

    func reading<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
        do {
            return try queue.read(body)
        } catch {
            throw StoreError(.unavailable, "The store \(path) can't be read: \(StoreFile.explain(error))")
        }
    }
}
