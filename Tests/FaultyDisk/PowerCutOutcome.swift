internal import CoordinationTesting

/// The share of the unsynced changes that a power cut keeps.
enum PowerCutOutcome: Equatable {
    case nothing
    case everything
    /// Each sector independently, with this chance in eight.
    case some(inEight: UInt64)

    /// Chooses nothing in one of eight cases, everything in one, and 1/8, 4/8 or 7/8 in two each.
    init(using generator: inout SeededGenerator) {
        switch generator.next() % 8 {
        case 0: self = .nothing
        case 1: self = .everything
        case 2, 3: self = .some(inEight: 1)
        case 4, 5: self = .some(inEight: 4)
        default: self = .some(inEight: 7)
        }
    }

    /// Returns whether one sector, truncation or change of a name is kept.
    func keeps(using generator: inout SeededGenerator) -> Bool {
        switch self {
        case .nothing: false
        case .everything: true
        // The upper three bits, which are as random as the lower ones.
        case .some(let chance): generator.next() >> 61 < chance
        }
    }
}
