internal import CoordinationTesting

/// Which file a name may stand for after a power cut.
struct NameRemains {
    /// The file that had the name when it was last synced.
    private var synced: Int?
    /// What became of the name since then, oldest first; `nil` for deleted.
    private var unsynced: [Int?] = []

    init(synced: Int?) {
        self.synced = synced
    }

    /// The file that has the name if the power stays.
    var current: Int? { unsynced.last ?? synced }

    mutating func change(to file: Int?) {
        unsynced.append(file)
    }

    mutating func sync() {
        synced = current
        unsynced.removeAll()
    }

    /// The file that has the name after a power cut.
    ///
    /// A file system loses what was done to a name from the end.
    func file(fate: PowerCutFate, using generator: inout SeededGenerator) -> Int? {
        var file = synced
        for change in unsynced {
            guard fate.keeps(using: &generator) else { break }
            file = change
        }
        return file
    }
}
