/// The result of an exploration.
///
/// ```swift
/// let report = Explorer(application).explore()
/// #expect(report.findings == [], "\(report)")
/// #expect(report.isComplete)
/// ```
public struct ExplorationReport: Sendable {
    /// The application's name.
    public let application: String
    /// The map of the application with the transitions that were seen.
    public internal(set) var map: ApplicationMap
    /// The mistakes, sorted by kind and subject.
    public internal(set) var findings: [Finding] = []
    /// The number of events that were applied.
    public internal(set) var steps = 0
    /// The number of states that were explored.
    public internal(set) var states = 0
    /// The number of places, each a screen in front with the flows above it.
    public internal(set) var places = 0
    /// The bytes of the largest state, as it is stored.
    public internal(set) var largestState = 0
    /// The number of handlers in the wiring.
    public internal(set) var handlers = 0
    /// The handlers that were never called, such as `AuthCoordinator: login.submit`.
    public internal(set) var uncalledHandlers: [String] = []
    /// Whether all states within the limits were explored before the steps were used up.
    public internal(set) var isComplete = false

    /// The report as text, with each finding and its path.
    public var description: String {
        var lines = [
            "\(application): \(findings.isEmpty ? "no mistakes" : "\(findings.count) mistakes") in \(states) states at \(places) places (\(steps) steps\(isComplete ? "" : ", not all")).",
            "\(application): \(handlers - uncalledHandlers.count) of \(handlers) handlers were called; the largest state has \(largestState) bytes.",
        ]
        for handler in uncalledHandlers { lines.append("  not called: \(handler)") }
        for finding in findings {
            lines.append("\(finding.kind.rawValue): \(finding.message)")
            lines += finding.path.map { "    \($0)" }
        }
        return lines.joined(separator: "\n")
    }
}

extension ExplorationReport: CustomStringConvertible {}
