/// The error for an invariant that does not hold after a step.
public struct InvariantViolation: Error, CustomStringConvertible {
    /// The violated invariants, each in a sentence.
    public let violations: [String]
    /// The layout of the session's state, as in ``NavigationState/layout``.
    public let layout: String

    /// The violations, one to a line, and the layout.
    public var description: String {
        violations.joined(separator: "\n") + "\nat \(layout)"
    }
}
