internal import CFaultyVFS
internal import Concurrency
internal import Glibc

/// A folder with SQLite files that fail on request, and a recording of their operations.
///
/// The first disk makes its SQLite file system the default of the process, so all connections opened later go through it. Files
/// in other folders, subfolders included, are passed through unchanged.
///
/// ```swift
/// let disk = try FaultyDisk(folder: folder)
/// let database = try DatabaseQueue(path: folder + "/sessions.db")
/// disk.fail(.sync, on: .wal)
/// #expect(throws: DatabaseError.self) { try database.write { … } }
/// disk.clearFaults()
/// ```
///
/// Syncs are counted, recorded and made to fail, but never passed to the real disk, because they would only slow the tests
/// down. When the faulty disk is deinitialized, no operation in its folder fails any more.
///
/// `@unchecked Sendable` is sound: the pointer is never changed, its target is guarded by a mutex on the C side, and all other
/// state has a lock.
@safe
package final class FaultyDisk: @unchecked Sendable {
    private let disk: OpaquePointer
    /// The files of the folder at the start of the recording.
    private let initialImage = Lock(DiskImage(lastMark: nil, files: [:]))
    private let lies = Lock(false)

    /// Starts to control a folder.
    ///
    /// - Parameter folder: An existing folder that no other disk controls.
    /// - Throws: ``DiskFolderError`` when the path can't be resolved.
    package init(folder: String) throws(DiskFolderError) {
        let code = faulty_vfs_register(1)
        precondition(code == 0, "SQLite did not take the file system: \(code)")
        guard let disk = unsafe faulty_disk_create(folder) else {
            throw DiskFolderError(folder: folder, code: errno)
        }
        unsafe self.disk = disk
    }

    deinit {
        unsafe faulty_disk_release(disk)
    }

    /// The folder's path, with symbolic links resolved.
    package var folder: String { unsafe String(cString: faulty_disk_folder(disk)) }

    // MARK: Faults

    /// Makes one operation fail, or all from one on, and replaces any earlier plan.
    ///
    /// - Parameters:
    ///   - operations: The kinds of operation that fail.
    ///   - files: The kinds of file on which they fail.
    ///   - count: The number of these operations that still succeed.
    ///   - fault: The error. A failed sync has not synced, and a failed write has written only the first `part` bytes.
    ///   - repeating: Whether all later ones fail too, until ``clearFaults()``.
    ///   - part: The number of bytes that a failed write still writes.
    package func fail(
        _ operations: DiskOperations,
        on files: DiskFiles = .all,
        after count: Int = 0,
        with fault: DiskFault = .ioError,
        repeating: Bool = false,
        writing part: Int = 0
    ) {
        let plan = faulty_plan(
            operations: operations.rawValue,
            roles: files.rawValue,
            after: Int64(count),
            repeating: repeating ? 1 : 0,
            code: fault.code,
            part: Int64(part)
        )
        unsafe faulty_disk_fail(disk, plan)
    }

    /// Ends the planned failures.
    ///
    /// The limit and the lie about syncs stay.
    package func clearFaults() {
        unsafe faulty_disk_heal(disk)
    }

    /// The number of operations that have failed since the last ``fail(_:on:after:with:repeating:writing:)``.
    package var failures: Int { unsafe Int(faulty_disk_failures(disk)) }

    /// Limits the total size of the folder's files, including the files of other programs, or sets no limit for `nil`.
    ///
    /// A write beyond the limit writes the bytes that still fit and fails with `SQLITE_FULL`.
    package func limit(bytes: Int?) {
        unsafe faulty_disk_limit(disk, bytes.map { Int64($0) } ?? -1)
    }

    /// Whether syncs succeed without being recorded, as on a disk that acknowledges writes and then loses them.
    package var liesAboutSync: Bool {
        get { lies.withLock { $0 } }
        set {
            lies.withLock { $0 = newValue }
            unsafe faulty_disk_lie_about_sync(disk, newValue ? 1 : 0)
        }
    }

    /// The number of operations since the disk was created.
    package var counts: DiskCounts {
        DiskCounts(
            numbers: (0..<FAULTY_OPERATIONS.rawValue).map { operation in
                (0..<FAULTY_ROLES.rawValue).map { role in
                    unsafe Int(faulty_disk_count(disk, faulty_operation(operation), faulty_role(role)))
                }
            }
        )
    }

    // MARK: Recording

    /// Starts a new recording, and discards the one before.
    ///
    /// Files already in the folder count as synced. Nothing may write to them during the call.
    ///
    /// - Throws: Foundation's error when a file of the folder can't be read.
    package func startRecording() throws {
        let image = try DiskImage(readingFrom: folder)
        initialImage.withLock { $0 = image }
        unsafe faulty_recording_start(disk)
    }

    /// Adds a number to the recording, so that a test can tell which acknowledgments came before a power cut.
    package func mark(_ number: Int) {
        unsafe faulty_mark(disk, Int64(number))
    }

    /// Records that a file was completely rewritten with its present content, and synced, without SQLite.
    ///
    /// - Parameter name: The name of an existing file.
    /// - Throws: Foundation's error when it can't be read.
    package func recordRewriting(of name: String) throws {
        let bytes = try DiskImage.content(of: name, in: folder)
        unsafe faulty_recording_add_rewriting(disk, name, bytes, bytes.count)
    }

    /// A copy of the recording so far.
    package var recording: DiskRecording {
        let size = unsafe faulty_recording_measure(disk)
        var events = [faulty_event](repeating: faulty_event(), count: size.events)
        var bytes = [UInt8](repeating: 0, count: size.bytes)
        unsafe faulty_recording_copy(disk, size, &events, &bytes)
        let names = (0..<size.names).map { unsafe String(cString: faulty_recording_name(disk, $0)) }
        return DiskRecording(
            initialFiles: initialImage.withLock { $0.files },
            events: events.map { DiskRecording.Event($0, names: names) },
            bytes: bytes
        )
    }
}
