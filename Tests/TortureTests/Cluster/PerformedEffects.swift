import PostgreSQL
import PostgreSQLServers

/// The effects that the servers of a cluster have performed.
struct PerformedEffects {
    /// The idempotency keys under which the effect of each number was performed.
    private(set) var keys: [Int: Set<String>] = [:]
    /// The number of effects that were performed under several leases.
    private(set) var repeated = 0
    /// The number of times that an effect was performed under a lease that another server had ended.
    private(set) var stale = 0

    init(in server: PostgreSQLServer) throws {
        let rows = try Connection(server.settings(schema: "usher")).query(
            "SELECT key, effect, lease, is_held FROM performed"
        )
        var leases: [String: Set<Int64>] = [:]
        for row in rows.map({ $0 }) {
            guard let key = row.text(0), let number = row.integer(1), let lease = row.integer(2) else { continue }
            keys[Int(number), default: []].insert(key)
            leases[key, default: []].insert(lease)
            if row.integer(3) == 0 { stale += 1 }
        }
        repeated = leases.values.count { $0.count > 1 }
    }

    /// Compares the effects with the numbers that the servers show, by session.
    func findings(_ numbers: [String: [Int]]) -> Findings {
        var findings = Findings()
        var owners: [Int: String] = [:]
        for (session, numbers) in numbers { for number in numbers { owners[number] = session } }
        for (number, keys) in keys {
            guard let owner = owners[number], keys.allSatisfy({ $0.hasPrefix(owner + "/") }) else {
                findings.unexpectedEffects.insert(number)
                continue
            }
            if keys.count > 1 { findings.severalKeys.insert(number) }
        }
        findings.unperformed = Set(owners.keys.filter { keys[$0] == nil })
        return findings
    }
}
