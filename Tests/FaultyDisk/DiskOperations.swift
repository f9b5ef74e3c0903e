internal import CFaultyVFS

/// A set of the kinds of operation on a disk.
///
/// Each kind can fail.
package struct DiskOperations: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    private init(_ operation: faulty_operation) { rawValue = 1 << operation.rawValue }

    package static let open = DiskOperations(FAULTY_OPEN)
    package static let read = DiskOperations(FAULTY_READ)
    package static let write = DiskOperations(FAULTY_WRITE)
    package static let sync = DiskOperations(FAULTY_SYNC)
    package static let truncate = DiskOperations(FAULTY_TRUNCATE)
    package static let delete = DiskOperations(FAULTY_DELETE)
    /// Mapping the index of the write-ahead log, and locking a part of it.
    package static let sharedMemory = DiskOperations(FAULTY_SHARED_MEMORY)
    /// Locking a database file.
    package static let lock = DiskOperations(FAULTY_LOCK)

    /// All kinds of operation.
    package static let all = DiskOperations(rawValue: 1 << FAULTY_OPERATIONS.rawValue - 1)
}
