internal import CoordinationTesting

/// How much of what was not synced a power cut leaves.
enum PowerCutFate: Equatable {
    case nothing
    case everything
    /// Each sector for itself, with a chance of so many in eight.
    case some(inEight: UInt64)

    /// One in eight cuts leaves nothing, one everything, and the others a little, half or most.
    init(using generator: inout SeededGenerator) {
        switch generator.next() % 8 {
        case 0: self = .nothing
        case 1: self = .everything
        case 2, 3: self = .some(inEight: 1)
        case 4, 5: self = .some(inEight: 4)
        default: self = .some(inEight: 7)
        }
    }

    /// Whether this much of it is left: one sector, one truncation.
    func keeps(using generator: inout SeededGenerator) -> Bool {
        switch self {
        case .nothing: false
        case .everything: true
        // The high bits are as random as the low ones.
        case .some(let chance): generator.next() >> 61 < chance
        }
    }
}
