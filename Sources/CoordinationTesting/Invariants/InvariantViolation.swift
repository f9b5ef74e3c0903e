/// Something that must hold after every step of every application, and does not.
public struct InvariantViolation: Error, CustomStringConvertible {
    /// What does not hold, each in a sentence.
    public let violations: [String]
    /// Where the session was, or was led; see ``NavigationState/layout``.
    public let layout: String

    /// The sentences, and where the session was.
    public var description: String {
        violations.joined(separator: "\n") + "\nat \(layout)"
    }
}
