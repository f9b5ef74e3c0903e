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
            "findings": .array(
                findings.map { finding in
                    [
                        "kind": .string(finding.kind.rawValue),
                        "subject": .string(finding.subject),
                        "message": .string(finding.message),
                        "path": .array(finding.path.map { .string($0) }),
                    ]
                }
            ),
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
            report.findings.map { finding -> JSONValue in
                [
                    "ruleId": .string(finding.kind.rawValue),
                    "level": "error",
                    "message": ["text": .string(([finding.message] + finding.path).joined(separator: "\n"))],
                    "locations": [
                        [
                            "logicalLocations": [
                                [
                                    "name": .string(finding.subject),
                                    "fullyQualifiedName": .string("\(report.application).\(finding.subject)"),
                                ]
                            ]
                        ]
                    ],
                    "partialFingerprints": [
                        "finding/v1": .string("\(report.application)/\(finding.kind.rawValue)/\(finding.subject)")
                    ],
                ]
            }
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
}
