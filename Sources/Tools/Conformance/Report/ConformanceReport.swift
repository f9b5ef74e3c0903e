package import JSON

/// The results of all cases for a client.
package struct ConformanceReport: Sendable, CustomStringConvertible {
    /// The name that the client gives itself.
    package let client: String
    package let parts: Set<ClientPart>
    package let results: [CaseResult]

    /// Whether no case has failed.
    package var isConforming: Bool { failureCount == 0 }

    private var failureCount: Int { results.count { if case .failed = $0.outcome { true } else { false } } }
    private var passCount: Int { results.count { $0.outcome == .passed } }

    private var partNames: [String] { parts.map(\.rawValue).sorted() }

    package var description: String {
        let parts = partNames.isEmpty ? "no optional parts" : partNames.joined(separator: ", ")
        let rest = results.count - passCount - failureCount
        let end = "\(results.count) cases: \(passCount) passed, \(failureCount) failed, \(rest) not claimed."
        return (["\(client), with \(parts)", ""] + results.flatMap(\.lines) + ["", end]).joined(separator: "\n")
    }

    package var json: JSONValue {
        [
            "client": .string(client), "parts": .array(partNames.map { .string($0) }),
            "cases": .array(results.map(\.json)),
        ]
    }
}
