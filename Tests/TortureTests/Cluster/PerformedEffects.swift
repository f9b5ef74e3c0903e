import PostgreSQL
import PostgreSQLServers

/// The effects that the servers of a cluster have performed.
struct PerformedEffects {
    /// The idempotency keys under which the effect of each number was performed.
    private(set) var keys: [Int: Set<String>] = [:]
    /// The number of times that an effect ran again, and found that it had been performed.
    private(set) var repeated = 0
    /// The number of times that an effect ran to its end under a lease that another server had ended.
    private(set) var stale = 0
    /// The numbers with an effect that was performed more than once.
    private(set) var performedTwice: Set<Int> = []

    init(in server: PostgreSQLServer) throws {
        let rows = try Connection(server.settings(schema: "usher")).query(
            "SELECT key, effect, is_held, has_acted FROM performed"
        )
        var performed: Set<String> = []
        for row in rows.map({ $0 }) {
            guard let key = row.text(0), let number = row.integer(1).map({ Int($0) }) else { continue }
            if row.integer(2) == 0 { stale += 1 }
            guard row.integer(3) == 1 else {
                repeated += 1
                continue
            }
            keys[number, default: []].insert(key)
            if !performed.insert(key).inserted { performedTwice.insert(number) }
        }
    }

    /// Compares the effects with the ledgers that the servers show, by session.
    func findings(_ ledgers: [String: ShownLedger]) -> Findings {
        var findings = Findings()
        var owners: [Int: String] = [:]
        for (session, ledger) in ledgers { for number in ledger.numbers { owners[number] = session } }
        let failed = Set(ledgers.values.flatMap(\.failed))
        for (number, keys) in keys {
            guard let owner = owners[number], keys.allSatisfy({ $0.hasPrefix(owner + "/") }) else {
                findings.unexpectedEffects.insert(number)
                continue
            }
            if keys.count > 1 { findings.severalKeys.insert(number) }
        }
        findings.repeatedEffects = performedTwice
        findings.unperformed = Set(owners.keys.filter { keys[$0] == nil }).subtracting(failed)
        findings.wrongFailures = failed.filter { keys[$0] != nil }
        return findings
    }
}
