/// The result code with which an operation fails.
package struct DiskFault: Sendable, Equatable {
    /// SQLite's extended result code, or 0 for the usual error of the operation.
    let code: CInt

    /// An error of the device.
    ///
    /// `SQLITE_IOERR_WRITE` for a write, `SQLITE_IOERR_FSYNC` for a sync, `SQLITE_CANTOPEN` for opening a file, and so on.
    package static let ioError = DiskFault(code: 0)
    /// A full disk: `SQLITE_FULL`.
    package static let full = DiskFault(code: 13)
    /// A file that can't be opened: `SQLITE_CANTOPEN`.
    package static let cannotOpen = DiskFault(code: 14)
    /// A file system that has become read-only: `SQLITE_READONLY`.
    package static let readOnly = DiskFault(code: 8)

    /// Returns the fault with any other of SQLite's result codes.
    package static func code(_ code: CInt) -> DiskFault { DiskFault(code: code) }
}
