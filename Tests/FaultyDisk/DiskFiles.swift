internal import CFaultyVFS

/// A set of the kinds of file that SQLite keeps on a disk.
package struct DiskFiles: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    private init(_ role: faulty_role) { rawValue = 1 << role.rawValue }

    package static let database = DiskFiles(FAULTY_DATABASE)
    /// The write-ahead log.
    package static let wal = DiskFiles(FAULTY_WAL)
    /// The rollback journal, which SQLite also uses to switch a new database to a write-ahead log.
    package static let journal = DiskFiles(FAULTY_JOURNAL)

    /// All kinds of file.
    package static let all = DiskFiles(rawValue: 1 << FAULTY_ROLES.rawValue - 1)
}
