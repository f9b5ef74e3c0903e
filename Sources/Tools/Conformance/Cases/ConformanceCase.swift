/// A situation in which a client shows whether it keeps a rule of the contract.
package struct ConformanceCase: Sendable {
    /// A sentence that says what a client does that keeps the rule.
    package let name: String
    package let rule: Rule
    /// The optional parts of a client without which there is nothing to try.
    package let needs: Set<ClientPart>
    let run: @Sendable (CaseRun) throws -> Void

    init(
        _ name: String,
        _ rule: Rule,
        needs: Set<ClientPart> = [],
        _ run: @escaping @Sendable (CaseRun) throws -> Void
    ) {
        self.name = name
        self.rule = rule
        self.needs = needs
        self.run = run
    }

    /// All cases, in the order of the report.
    package static let all = taps + liveData + states + streams + credentials + gestures + ends + contents + stored
}

/// A rule that the client has broken.
struct CaseFailure: Error {
    /// The behavior of a client that keeps the rule.
    let expected: String
    /// What the client did.
    let did: String
}
