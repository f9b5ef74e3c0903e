/// The number of operations of each kind on each kind of file, failed ones included.
package struct DiskCounts: Sendable, Equatable {
    /// The counts, indexed by the bit of the operation and then by the bit of the file.
    let numbers: [[Int]]

    /// The total of these operations on these files.
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
