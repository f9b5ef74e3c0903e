/// Violations of the server's guarantees.
struct Findings: Sendable {
    /// Numbers that were acknowledged and are missing.
    var lost: Set<Int> = []
    /// Numbers that are in a ledger more than once.
    var duplicated: Set<Int> = []
    /// Numbers in a ledger to which no client has added them.
    var foreign: Set<Int> = []
    /// The ids of sessions with numbers that are not in the order of their acknowledgments.
    var outOfOrder: Set<String> = []
    /// Sessions that can't be read, each with the response of the server.
    var unreadable: Set<String> = []
    /// Sessions with a revision that has decreased, each with the response.
    var decreasedRevisions: Set<String> = []
    /// Sessions with revisions that are not one order without gaps that all clients have seen.
    var disordered: [String] = []
    /// Effects that were performed more than once.
    var repeatedEffects: Set<Int> = []
    /// Responses that no client should receive.
    var rejections: [String] = []
    /// The number of stored sessions that no client has created.
    var surplusSessions = 0
    /// Numbers with an effect that was performed although they are in no ledger.
    var unexpectedEffects: Set<Int> = []
    /// Numbers with an effect that was performed under several idempotency keys.
    var severalKeys: Set<Int> = []
    /// Numbers with an effect that was never performed.
    var unperformed: Set<Int> = []
    /// Numbers with an effect that was performed although the user was told that it has failed.
    var wrongFailures: Set<Int> = []
    /// Sessions with another sum than the sum of their numbers.
    var wrongSums: Set<String> = []
    /// Streams that went back, or have not shown an acknowledged addition.
    var streams: [String] = []
    /// The result of SQLite's integrity check, or `nil` if that is `ok`.
    var damage: String?

    /// Whether there are no violations.
    var isClean: Bool {
        [
            lost, duplicated, foreign, unexpectedEffects, severalKeys, unperformed, repeatedEffects, wrongFailures,
        ].allSatisfy(\.isEmpty)
            && [outOfOrder, unreadable, decreasedRevisions, wrongSums].allSatisfy(\.isEmpty)
            && disordered.isEmpty && streams.isEmpty && rejections.isEmpty && surplusSessions == 0 && damage == nil
    }

    /// Adds the violations of another check.
    mutating func add(_ other: Findings) {
        lost.formUnion(other.lost)
        duplicated.formUnion(other.duplicated)
        foreign.formUnion(other.foreign)
        outOfOrder.formUnion(other.outOfOrder)
        unreadable.formUnion(other.unreadable)
        decreasedRevisions.formUnion(other.decreasedRevisions)
        disordered += other.disordered
        repeatedEffects.formUnion(other.repeatedEffects)
        streams += other.streams
        rejections += other.rejections
        surplusSessions += other.surplusSessions
        unexpectedEffects.formUnion(other.unexpectedEffects)
        severalKeys.formUnion(other.severalKeys)
        unperformed.formUnion(other.unperformed)
        wrongFailures.formUnion(other.wrongFailures)
        wrongSums.formUnion(other.wrongSums)
        damage = damage ?? other.damage
    }

    /// Compares a ledger with the history of a client, and returns whether it violates no guarantee.
    @discardableResult
    mutating func compare(_ shown: ShownLedger, with history: SessionHistory) -> Bool {
        var isKept = true
        if shown.revision < history.revision {
            decreasedRevisions.insert("\(history.id): at the end \(shown.revision) after \(history.revision)")
            isKept = false
        }
        if let sum = shown.sum, sum != shown.numbers.reduce(0, +) {
            wrongSums.insert(history.id)
            isKept = false
        }
        let unacknowledged = history.unacknowledged.map { [$0.number] } ?? []
        let numbers = history.own(shown.numbers)
        if numbers == history.acknowledged || numbers == history.acknowledged + unacknowledged { return isKept }
        let counts = Dictionary(numbers.map { ($0, 1) }, uniquingKeysWith: +)
        let missing = history.acknowledged.filter { counts[$0] == nil }
        let repeated = counts.filter { $0.value > 1 }.map(\.key)
        let unknown = Set(counts.keys).subtracting(history.acknowledged + unacknowledged)
        lost.formUnion(missing)
        duplicated.formUnion(repeated)
        foreign.formUnion(unknown)
        if missing.isEmpty, repeated.isEmpty, unknown.isEmpty { outOfOrder.insert(history.id) }
        return false
    }
}

/// A ledger as the server shows it.
struct ShownLedger: Sendable {
    let revision: UInt64
    let numbers: [Int]
    /// The number of effects with a result that was delivered to the session.
    var recorded = 0
    /// The number of effects that were reported to the user as failed.
    var failures = 0
    /// The numbers with an effect that has no result.
    var unrecorded: [Int] = []
    /// The release of the application that has started the session.
    var release = 1
    /// The sum of the numbers, if the second release of the application has changed the session.
    var sum: Int?

    /// Whether each effect has a result or has failed.
    var isDrained: Bool { recorded + failures == numbers.count && unrecorded.count == failures }

    /// The numbers with an effect that has failed as far as the user knows, once the ledger is drained.
    var failed: [Int] { isDrained ? unrecorded : [] }
}
