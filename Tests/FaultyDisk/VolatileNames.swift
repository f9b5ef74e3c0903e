internal import CoordinationTesting

/// The files that a name may refer to after a power cut.
struct VolatileNames {
    /// The index of the file that had the name at the last sync, or `nil` for none.
    private var synced: Int?
    /// The later files of the name, oldest first, with `nil` for a deletion.
    private var unsynced: [Int?] = []

    init(synced: Int?) {
        self.synced = synced
    }

    /// The index of the file that has the name without a power cut.
    var current: Int? { unsynced.last ?? synced }

    mutating func change(to file: Int?) {
        unsynced.append(file)
    }

    mutating func sync() {
        synced = current
        unsynced.removeAll()
    }

    /// Returns the index of the file that has the name after a power cut, or `nil` for none.
    ///
    /// A file system loses the changes to one name newest first.
    func file(outcome: PowerCutOutcome, using generator: inout SeededGenerator) -> Int? {
        var file = synced
        for change in unsynced {
            guard outcome.keeps(using: &generator) else { break }
            file = change
        }
        return file
    }
}
