/// The result code with which an operation fails.
package struct DiskFault: Sendable, Equatable {
    /// SQLite's extended result code; 0 for the one that belongs to the operation.
    let code: CInt

    /// The device fails: `SQLITE_IOERR_WRITE` for a write, `SQLITE_IOERR_FSYNC` for a sync, `SQLITE_CANTOPEN` when a file
    /// is opened, and so on.
    package static let ioError = DiskFault(code: 0)
    /// There is no room: `SQLITE_FULL`.
    package static let full = DiskFault(code: 13)
    /// The file can't be opened: `SQLITE_CANTOPEN`.
    package static let cannotOpen = DiskFault(code: 14)
    /// The file system has become read-only: `SQLITE_READONLY`.
    package static let readOnly = DiskFault(code: 8)

    /// Any other of SQLite's result codes.
    package static func code(_ code: CInt) -> DiskFault { DiskFault(code: code) }
}
