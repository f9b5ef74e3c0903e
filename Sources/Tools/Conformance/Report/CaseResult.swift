import JSON

/// The result of a case.
package struct CaseResult: Sendable {
    package enum Outcome: Sendable, Equatable {
        case passed
        /// The client does not have the parts that the case needs.
        case notClaimed(Set<ClientPart>)
        case failed(expected: String, did: String, requests: [String], errors: [String])

        var name: String {
            switch self {
            case .passed: "passed"
            case .notClaimed: "notClaimed"
            case .failed: "failed"
            }
        }
    }

    package let name: String
    package let rule: Rule
    package let outcome: Outcome
    /// The time that the case took, in seconds.
    package let seconds: Double
}

extension CaseResult {
    /// The lines of the report for readers.
    var lines: [String] {
        switch outcome {
        case .passed: return ["  passed       \(name)"]
        case .notClaimed(let parts):
            return ["  not claimed  \(name) (\(parts.map(\.rawValue).sorted().joined(separator: ", ")))"]
        case .failed(let expected, let did, let requests, let errors):
            var lines = [
                "  FAILED       \(name)",
                "      rule      \(rule.link): “\(rule.beginning) …”",
                "      expected  \(expected)",
                "      instead   \(did)",
            ]
            for (index, request) in requests.enumerated() {
                lines.append((index == 0 ? "      requests  " : "                ") + request)
            }
            for (index, error) in errors.enumerated() {
                lines.append((index == 0 ? "      wrote     " : "                ") + error)
            }
            return lines
        }
    }

    /// The result for programs.
    var json: JSONValue {
        var json: JSONValue = [
            "name": .string(name), "result": .string(outcome.name), "seconds": .number(seconds),
            "rule": [
                "page": .string(Rule.page), "heading": .string(rule.heading), "beginning": .string(rule.beginning),
            ],
        ]
        switch outcome {
        case .passed: break
        case .notClaimed(let parts):
            json.setMember("needs", to: .array(parts.map(\.rawValue).sorted().map { .string($0) }))
        case .failed(let expected, let did, let requests, let errors):
            json.setMember("expected", to: .string(expected))
            json.setMember("did", to: .string(did))
            json.setMember("requests", to: .array(requests.map { .string($0) }))
            json.setMember("errors", to: .array(errors.map { .string($0) }))
        }
        return json
    }
}
