/// How many operations of each kind there were on each kind of file, those that failed included.
package struct DiskCounts: Sendable, Equatable {
    /// By the bit of the operation, then by the bit of the file.
    let numbers: [[Int]]

    /// The number of all these operations on all these files.
    ///
    /// ```swift
    /// disk.counts[.sync, on: .wal]
    /// disk.counts[[.write, .truncate]]
    /// ```
    package subscript(operations: DiskOperations, on files: DiskFiles = .all) -> Int {
        var sum = 0
        for (operation, row) in numbers.enumerated() where operations.rawValue & 1 << operation != 0 {
            for (file, number) in row.enumerated() where files.rawValue & 1 << file != 0 { sum += number }
        }
        return sum
    }
}
