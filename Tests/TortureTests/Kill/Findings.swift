/// Promises that were broken.
struct Findings: Sendable {
    /// Numbers that were acknowledged and are not there.
    var lost: Set<Int> = []
    /// Numbers that are there more than once.
    var twice: Set<Int> = []
    /// Numbers that are where nobody put them.
    var strangers: Set<Int> = []
    /// Sessions whose numbers are not in the order of their answers.
    var disordered: Set<String> = []
    /// Sessions that can't be read, and how the server said so.
    var unreadable: Set<String> = []
    /// Sessions that were at a later revision before.
    var wentBack: Set<String> = []
    /// Answers that no client should get.
    var refusals: [String] = []
    /// Sessions that nobody was told of.
    var surplusSessions = 0
    /// Effects that were performed for numbers that are nowhere.
    var unfounded: Set<Int> = []
    /// Numbers whose effect came under several idempotency keys.
    var severalKeys: Set<Int> = []
    /// Numbers whose effect was never performed.
    var unperformed: Set<Int> = []
    /// What SQLite says of the file, unless that is `ok`.
    var damage: String?

    /// Whether every promise was kept.
    var isClean: Bool {
        [lost, twice, strangers, unfounded, severalKeys, unperformed].allSatisfy(\.isEmpty)
            && [disordered, unreadable, wentBack].allSatisfy(\.isEmpty)
            && refusals.isEmpty && surplusSessions == 0 && damage == nil
    }

    /// Adds what another part of the torture has found.
    mutating func add(_ other: Findings) {
        lost.formUnion(other.lost)
        twice.formUnion(other.twice)
        strangers.formUnion(other.strangers)
        disordered.formUnion(other.disordered)
        unreadable.formUnion(other.unreadable)
        wentBack.formUnion(other.wentBack)
        refusals += other.refusals
        surplusSessions += other.surplusSessions
        unfounded.formUnion(other.unfounded)
        severalKeys.formUnion(other.severalKeys)
        unperformed.formUnion(other.unperformed)
        damage = damage ?? other.damage
    }

    /// Compares a ledger as the server shows it with what its client knows; returns whether every promise was kept.
    @discardableResult
    mutating func compare(_ shown: ShownLedger, with history: SessionHistory) -> Bool {
        var isKept = true
        if shown.revision < history.revision {
            wentBack.insert(history.id)
            isKept = false
        }
        let unanswered = history.unanswered.map { [$0.number] } ?? []
        let numbers = history.own(shown.numbers)
        if numbers == history.acknowledged || numbers == history.acknowledged + unanswered { return isKept }
        let counts = Dictionary(numbers.map { ($0, 1) }, uniquingKeysWith: +)
        let missing = history.acknowledged.filter { counts[$0] == nil }
        let repeated = counts.filter { $0.value > 1 }.map(\.key)
        let unknown = Set(counts.keys).subtracting(history.acknowledged + unanswered)
        lost.formUnion(missing)
        twice.formUnion(repeated)
        strangers.formUnion(unknown)
        if missing.isEmpty, repeated.isEmpty, unknown.isEmpty { disordered.insert(history.id) }
        return false
    }
}

/// A ledger as the server shows it.
struct ShownLedger: Sendable {
    let revision: UInt64
    let numbers: [Int]
    /// How many effects the server has brought back.
    let recorded: Int
}
