import Foundation

/// The performed effects, read from the file to which the server appends them.
struct RecordedEffects {
    /// The idempotency keys under which the effect of each number was performed.
    private(set) var keys: [Int: Set<String>] = [:]

    init(path: String) throws {
        // If a kill cut the line of an effect, the effect was not performed.
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") where line.hasSuffix(".") {
            let parts = line.dropLast().split(separator: " ")
            guard parts.count == 2, let number = Int(parts[1]) else { continue }
            keys[number, default: []].insert(String(parts[0]))
        }
    }

    /// Compares the effects with the numbers that the server shows, by session.
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
