public import JSON

extension ExplorationReport {
    /// The report as JSON, for programs.
    public var json: JSONValue {
        [
            "application": .string(application),
            "steps": .integer(Int64(steps)),
            "states": .integer(Int64(states)),
            "places": .integer(Int64(places)),
            "isComplete": .bool(isComplete),
            "largestStateBytes": .integer(Int64(largestState)),
            "handlers": .integer(Int64(handlers)),
            "uncalledHandlers": .array(uncalledHandlers.map { .string($0) }),
            "findings": .array(findings.map(\.json)),
            "accepted": .array(
                accepted.map { accepted in
                    [
                        "kind": .string(accepted.kind),
                        "subject": .string(accepted.subject),
                        "reason": .string(accepted.reason),
                        "findings": .array(accepted.findings.map(\.json)),
                    ]
                }
            ),
            "unreachedScreens": .array(unreachedScreens.map { .string($0) }),
            "leftOut": [
                "states": .integer(Int64(leftOut.reduce(0) { $0 + $1.states })),
                "statesElsewhere": .integer(Int64(leftOut.reduce(0) { $0 + $1.statesElsewhere })),
                "deepStates": .integer(Int64(deepStates)),
                "places": .array(leftOut.map(\.json)),
            ],
        ]
    }

    /// Returns the findings of several applications in the Static Analysis Results Interchange Format (OASIS SARIF 2.1.0).
    ///
    /// - Parameters:
    ///   - reports: The reports of the explorations.
    ///   - version: The version of the program that explored them.
    /// - Returns: A log with one run.
    public static func sarif(_ reports: [ExplorationReport], version: String) -> JSONValue {
        let rules = Finding.Kind.allCases.map { kind -> JSONValue in
            ["id": .string(kind.rawValue), "shortDescription": ["text": .string(kind.summary)]]
        }
        let results = reports.flatMap { report in
            report.findings.map { report.sarif($0) }
                + report.accepted.flatMap { accepted in accepted.findings.map { report.sarif($0, accepted.reason) } }
        }
        return [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [
                [
                    "tool": ["driver": ["name": "usher check", "version": .string(version), "rules": .array(rules)]],
                    "results": .array(results),
                ]
            ],
        ]
    }

    /// Returns a finding as a result in SARIF, with the reason for which it is accepted.
    private func sarif(_ finding: Finding, _ reason: String? = nil) -> JSONValue {
        var result: JSONObject = [
            "ruleId": .string(finding.kind.rawValue),
            "level": "error",
            "message": ["text": .string(([finding.message] + finding.path).joined(separator: "\n"))],
            "locations": [
                [
                    "logicalLocations": [
                        [
                            "name": .string(finding.subject),
                            "fullyQualifiedName": .string("\(application).\(finding.subject)"),
                        ]
                    ]
                ]
            ],
            "partialFingerprints": [
                "finding/v1": .string("\(application)/\(finding.kind.rawValue)/\(finding.subject)")
            ],
        ]
        if let reason { result["suppressions"] = [["kind": "inSource", "justification": .string(reason)]] }
        return .object(result)
    }
}

extension Finding {
    fileprivate var json: JSONValue {
        [
            "kind": .string(kind.rawValue),
            "subject": .string(subject),
            "message": .string(message),
            "path": .array(path.map { .string($0) }),
        ]
    }
}

extension ExplorationReport.LeftOut {
    fileprivate var json: JSONValue {
        [
            "screen": place.map { .string($0.screen) } ?? .null,
            "flows": .array((place?.flows ?? []).map { .string($0) }),
            "explored": .integer(Int64(explored)),
            "states": .integer(Int64(states)),
            "statesElsewhere": .integer(Int64(statesElsewhere)),
        ]
    }
}
