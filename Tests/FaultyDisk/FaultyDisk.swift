internal import CFaultyVFS
internal import Glibc
internal import Threads

/// A folder whose SQLite files fail on request, and whose history can be written down.
///
/// The first disk makes its file system the default one of the process, so that connections opened from then on go through
/// it however they are opened; those to files elsewhere notice nothing. Files in folders inside the folder are not meant.
///
/// ```swift
/// let disk = try FaultyDisk(folder: folder)
/// let database = try DatabaseQueue(path: folder + "/sessions.db")
/// disk.fail(.sync, on: .wal)
/// #expect(throws: DatabaseError.self) { try database.write { … } }
/// disk.heal()
/// ```
///
/// Syncs are counted, recorded and made to fail, but never reach the real disk, which they would only keep waiting. When the
/// faulty disk goes, nothing fails any more in its folder.
///
/// Why `@unchecked Sendable` holds: the pointer is set once, what it points to is guarded by a mutex on the C side, and
/// what there is beside it has a lock.
@safe
package final class FaultyDisk: @unchecked Sendable {
    private let disk: OpaquePointer
    /// What the folder had when the recording began.
    private let initialImage = Lock(DiskImage(lastMark: nil, files: [:]))
    private let lies = Lock(false)

    /// Takes control of a folder.
    ///
    /// - Parameter folder: An existing folder that no other disk controls.
    /// - Throws: ``DiskFolderError`` when the folder can't be found.
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

    /// Makes one operation fail, or all from one on, in place of what was planned before.
    ///
    /// - Parameters:
    ///   - operations: What is to fail.
    ///   - files: On which files.
    ///   - count: So many of these operations still succeed.
    ///   - fault: How it fails. A sync that fails has not synced; a write that fails has written nothing but `part`.
    ///   - repeating: Whether all later ones fail too, until ``heal()``.
    ///   - part: So many bytes of a write that fails are in the file all the same.
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

    /// Lets operations succeed again; the limit and the lie about syncs stay.
    package func heal() {
        unsafe faulty_disk_heal(disk)
    }

    /// How many operations have failed as planned since ``fail(_:on:after:with:repeating:writing:)`` was last called.
    package var failures: Int { unsafe Int(faulty_disk_failures(disk)) }

    /// Lets the files of the folder, whoever made them, grow to so many bytes in all; `nil` for no limit.
    ///
    /// A write beyond it writes what still fits and fails with `SQLITE_FULL`.
    package func limit(bytes: Int?) {
        unsafe faulty_disk_limit(disk, bytes.map { Int64($0) } ?? -1)
    }

    /// Whether syncs succeed without being recorded, as on a disk that loses what it has said to be written.
    package var liesAboutSync: Bool {
        get { lies.withLock { $0 } }
        set {
            lies.withLock { $0 = newValue }
            unsafe faulty_disk_lie_about_sync(disk, newValue ? 1 : 0)
        }
    }

    /// How many operations there were since the disk was made.
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

    /// Writes down from now on what happens, and forgets what was written down before.
    ///
    /// Files that the folder has already count as synced. Nothing may write to them during the call.
    ///
    /// - Throws: Foundation's error when a file of the folder can't be read.
    package func startRecording() throws {
        let image = try DiskImage(readingFrom: folder)
        initialImage.withLock { $0 = image }
        unsafe faulty_recording_start(disk)
    }

    /// Puts a number into the recording, to tell later what had been acknowledged by then.
    package func mark(_ number: Int) {
        unsafe faulty_mark(disk, Int64(number))
    }

    /// Writes down that a file was written anew, with the content that it has, and synced, by other means than SQLite.
    ///
    /// - Parameter name: The name of a file that is there.
    /// - Throws: Foundation's error when it can't be read.
    package func recordRewriting(of name: String) throws {
        let bytes = try DiskImage.content(of: name, in: folder)
        unsafe faulty_recording_add_rewriting(disk, name, bytes, bytes.count)
    }

    /// What was written down until now.
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
