public import Concurrency
import FoundationEssentials
import Glibc
public import Sessions
import SystemPackage

/// A folder with the files that users upload.
///
/// ```swift
/// handlers.uploadStore = try FolderUploads(path: "/var/lib/shop/uploads")
/// ```
///
/// Each session has a folder of its own, which has two files for each upload: the bytes, and the description in JSON. Servers of a
/// cluster share the folder, such as by NFS.
public final class FolderUploads: UploadStore {
    private let folder: FilePath
    private let isTemporary: Bool
    private let workers: WorkerThreads

    /// The threads on which files are read and written.
    public var queue: any WorkQueue { workers }

    /// Opens or makes the folder, which only its owner can read.
    ///
    /// - Parameters:
    ///   - path: The path of the folder.
    ///   - threads: The number of threads for files, and so of files that are written at a time.
    /// - Throws: ``Sessions/UploadError`` if the folder can't be made or is not a folder, and `ThreadError`.
    public convenience init(path: String, threads: Int = 4) throws {
        try self.init(path: path, threads: threads, isTemporary: false)
    }

    /// Makes a folder that is removed with the object, for sessions in memory.
    ///
    /// - Returns: A new folder for temporary files.
    /// - Throws: As ``init(path:threads:)``.
    public static func temporary() throws -> FolderUploads {
        let path = FileManager.default.temporaryDirectory.path + "/usher-uploads-" + UUID().uuidString
        return try FolderUploads(path: path, threads: 4, isTemporary: true)
    }

    private init(path: String, threads: Int, isTemporary: Bool) throws {
        folder = FilePath(path)
        self.isTemporary = isTemporary
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw UploadError("The folder for uploads, \(path), can't be made: \(error)")
        }
        workers = try WorkerThreads(count: threads, name: "uploads")
    }

    deinit {
        workers.stop()
        if isTemporary { try? FileManager.default.removeItem(atPath: folder.string) }
    }

    /// Begins an upload without bytes.
    public func begin(_ upload: Upload, of session: SessionID) throws {
        let folder = try folder(of: session)
        try FileManager.default.createDirectory(
            atPath: folder.string,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try withFile(folder.appending(upload.id), .writeOnly, [.create, .exclusiveCreate]) { try $0.sync() }
        try describe(upload, in: folder)
    }

    /// Returns an upload with the number of bytes that are stored, or `nil` if there is none.
    public func find(_ id: String, of session: SessionID) throws -> (upload: Upload, count: Int)? {
        let path = try path(of: id, session)
        guard let description = FileManager.default.contents(atPath: path.string + Self.suffix),
            let attributes = try? FileManager.default.attributesOfItem(atPath: path.string),
            let count = attributes[.size] as? Int
        else { return nil }
        do {
            return (try JSONDecoder().decode(Upload.self, from: description), count)
        } catch {
            throw UploadError("The description of the upload \(id) can't be read: \(error)")
        }
    }

    /// Returns all uploads of a session.
    public func uploads(of session: SessionID) throws -> [Upload] {
        let folder = try folder(of: session)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
        return try names.filter(Upload.isID).sorted().compactMap { try find($0, of: session)?.upload }
    }

    /// Stores bytes from an offset on.
    public func append(_ bytes: [UInt8], at offset: Int, to id: String, of session: SessionID) throws {
        try withFile(path(of: id, session), .writeOnly) { file in
            _ = try unsafe bytes.withUnsafeBytes { bytes in
                unsafe try file.writeAll(toAbsoluteOffset: Int64(offset), bytes)
            }
        }
    }

    /// Returns once a crash of the machine can't lose the bytes that were stored.
    public func sync(_ id: String, of session: SessionID) throws {
        try withFile(path(of: id, session), .writeOnly) { try $0.sync() }
    }

    /// Stores that an upload is complete.
    public func complete(_ upload: Upload, of session: SessionID) throws {
        var upload = upload
        upload.isComplete = true
        try describe(upload, in: folder(of: session))
    }

    /// Returns at most `count` bytes from an offset on, none at the end.
    public func read(_ id: String, of session: SessionID, from offset: Int, count: Int) throws -> [UInt8] {
        try withFile(path(of: id, session), .readOnly) { file in
            try unsafe [UInt8](unsafeUninitializedCapacity: count) { room, used in
                used = unsafe try file.read(
                    fromAbsoluteOffset: Int64(offset),
                    into: UnsafeMutableRawBufferPointer(room)
                )
            }
        }
    }

    /// Removes an upload, and does nothing if there is none.
    public func remove(_ id: String, of session: SessionID) throws {
        let path = try path(of: id, session)
        // Without its description, an upload is gone, also if the process ends here.
        for path in [path.string + Self.suffix, path.string] { try removeItem(at: path) }
    }

    /// Removes all uploads of a session.
    public func removeAll(of session: SessionID) throws { try removeItem(at: folder(of: session).string) }

    /// Gives the uploads of a session to the session that continues it.
    public func move(from session: SessionID, to next: SessionID) throws {
        let (from, to) = (try folder(of: session).string, try folder(of: next).string)
        guard FileManager.default.fileExists(atPath: from) else { return }
        try FileManager.default.moveItem(atPath: from, toPath: to)
    }

    /// Returns the sessions that have uploads.
    public func sessions() throws -> [SessionID] {
        // The folder may have other files, such as `lost+found`.
        try FileManager.default.contentsOfDirectory(atPath: folder.string).filter { UUID(uuidString: $0) != nil }
            .sorted()
            .map { SessionID($0) }
    }

    // MARK: - Files

    private static let suffix = ".json"

    /// Returns the folder of a session, and throws if the id of the session can't be the name of one.
    private func folder(of session: SessionID) throws -> FilePath {
        let name = session.description
        let isName = name.utf8.allSatisfy { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || byte == UInt8(ascii: "-")
        }
        guard isName, !name.isEmpty else { throw UploadError("The id of the session can't be the name of a folder.") }
        return folder.appending(name)
    }

    private func path(of id: String, _ session: SessionID) throws -> FilePath {
        guard Upload.isID(id) else { throw UploadError("There is no upload \(id.debugDescription).") }
        return try folder(of: session).appending(id)
    }

    /// Writes the description of an upload, as a whole or not at all.
    private func describe(_ upload: Upload, in folder: FilePath) throws {
        let path = folder.appending(upload.id).string + Self.suffix
        try JSONEncoder().encode(upload).write(to: URL(filePath: path), options: .atomic)
    }

    private func removeItem(at path: String) throws {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch let error as CocoaError where error.code == .fileNoSuchFile {
            return
        }
    }

    private func withFile<Value>(
        _ path: FilePath,
        _ mode: FileDescriptor.AccessMode,
        _ options: FileDescriptor.OpenOptions = [],
        _ body: (FileDescriptor) throws -> Value
    ) throws -> Value {
        do {
            let file = try FileDescriptor.open(path, mode, options: options, permissions: .ownerReadWrite)
            return try file.closeAfter { try body(file) }
        } catch let error as Errno {
            throw UploadError("The file of an upload, \(path), can't be used: \(error)")
        }
    }
}

extension FileDescriptor {
    /// Returns once a crash of the machine can't lose what was written.
    fileprivate func sync() throws {
        guard fsync(rawValue) == 0 else { throw Errno(rawValue: errno) }
    }
}
