/// The order of a ledger's revisions, as the states that all clients have seen show it.
///
/// Each revision adds at most one number: it is the addition of a number, or the result of an effect. So of two states with
/// different revisions the later one has as many numbers or more, at most one more for each revision between them, and two
/// states with the same revision have the same numbers. Two additions with one revision would need two states of it.
struct RevisionOrder {
    /// The ledger at its end.
    let ledger: ShownLedger
    /// The sightings of all clients and streams.
    let sightings: Set<Sighting>
    /// The release of the servers at the end, which has added a revision to each ledger of an earlier one.
    let release: Int

    /// The violations, or none if the revisions are one order without gaps.
    var violations: [String] {
        var violations: [String] = []
        // The first revision is the start of the session.
        let ended = ledger.recorded + ledger.failures
        if ledger.revision != UInt64(1 + ledger.numbers.count + ended + release - ledger.release) {
            violations.append("revision \(ledger.revision) with \(ledger.numbers.count) numbers and \(ended) effects")
        }
        let positions = Dictionary(
            ledger.numbers.enumerated().map { ($0.element, $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
        var states: [(revision: UInt64, count: Int)] = [(1, 0), (ledger.revision, ledger.numbers.count)]
        for sighting in sightings {
            switch sighting.content {
            case .count(let count): states.append((sighting.revision, count))
            case .addition(let number):
                // A lost number is another violation.
                if let position = positions[number] { states.append((sighting.revision, position + 1)) }
            }
        }
        states.sort { $0 < $1 }
        for (earlier, later) in zip(states, states.dropFirst()) {
            let (added, limit) = (later.count - earlier.count, Int(later.revision - earlier.revision))
            if added < 0 || added > limit {
                violations.append(
                    "\(earlier.count) numbers at revision \(earlier.revision), \(later.count) at \(later.revision)"
                )
            }
        }
        return violations
    }
}
