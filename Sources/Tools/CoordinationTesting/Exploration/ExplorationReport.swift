/// The result of an exploration.
///
/// ```swift
/// let report = Explorer(application).explore()
/// #expect(report.findings == [], "\(report)")
/// #expect(report.isComplete)
/// ```
public struct ExplorationReport: Sendable {
    /// A place with states that were left out.
    public struct LeftOut: Equatable, Sendable {
        /// The screen in front with the flows above it, or `nil` for states without a screen.
        public let place: ApplicationMap.Place?
        /// The number of its states that were explored.
        public let explored: Int
        /// The number of its states that were reached, but not explored.
        public let states: Int
        /// The number of those that differ from an explored one only in flows that are not above the screen.
        ///
        /// These are mostly tabs that the user has visited before.
        public let statesElsewhere: Int
    }

    /// Findings that the application accepts (``Coordination/Samples/accepting(_:of:because:)``).
    public struct Accepted: Equatable, Sendable {
        /// The kind of mistake, as ``Finding/Kind`` names it.
        public let kind: String
        /// The subject of the findings.
        public let subject: String
        /// The reason why they are accepted.
        public let reason: String
        /// The findings, or none if the exploration has not found what is accepted.
        public let findings: [Finding]
    }

    /// The application's name.
    public let application: String
    /// The map of the application with the transitions that were seen.
    public internal(set) var map: ApplicationMap
    /// The mistakes, sorted by kind and subject.
    public internal(set) var findings: [Finding] = []
    /// The findings that the application accepts, which are not among ``findings``.
    public internal(set) var accepted: [Accepted] = []
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
    /// The places with states that were left out, the largest numbers first.
    public internal(set) var leftOut: [LeftOut] = []
    /// The number of states that were left out because more screens exist in them than ``ExplorationLimits/screens``.
    public internal(set) var deepStates = 0
    /// The screens that were not reached within the limits, which may be behind the states that were left out.
    ///
    /// A screen that can't be behind one of them is a finding instead.
    public internal(set) var unreachedScreens: [String] = []

    /// The report as text, with each finding and its path.
    public var description: String {
        var lines = [
            "\(application): \(findings.isEmpty ? "no mistakes" : "\(findings.count) mistakes") in \(states) states at \(places) places (\(steps) steps\(isComplete ? "" : ", not all")).",
            "\(application): \(handlers - uncalledHandlers.count) of \(handlers) handlers were called; the largest state has \(largestState) bytes.",
        ]
        lines += linesOfLeftOut
        for handler in uncalledHandlers { lines.append("  not called: \(handler)") }
        for screen in unreachedScreens { lines.append("  not reached within the limits: \(screen)") }
        for accepted in accepted {
            let isFound = !accepted.findings.isEmpty
            lines.append(
                "  \(isFound ? "accepted" : "accepted, but not found"): \(accepted.kind) of \(accepted.subject), because \(accepted.reason)"
            )
        }
        for finding in findings {
            lines.append("\(finding.kind.rawValue): \(finding.message)")
            lines += finding.path.map { "    \($0)" }
        }
        return lines.joined(separator: "\n")
    }

    /// The lines about what was left out: the sums, and the places with the most states.
    private var linesOfLeftOut: [String] {
        var lines: [String] = []
        let (states, elsewhere) = leftOut.reduce((0, 0)) { ($0.0 + $1.states, $0.1 + $1.statesElsewhere) }
        if states > 0 {
            lines.append(
                "\(application): left out: \(states) states at \(leftOut.count) places, \(elsewhere) of which differ only in other flows, such as the tabs visited before. Raise statesPerPlace (--states-per-place)\(isComplete ? "" : " and steps (--steps)") to explore them."
            )
        }
        if deepStates > 0 {
            lines.append(
                "\(application): left out: \(deepStates) states with more screens than the limit. Raise screens (--screens) to explore them."
            )
        }
        for place in leftOut.prefix(5) {
            let name = ((place.place?.flows ?? []) + [place.place?.screen ?? "no screen"]).joined(separator: " > ")
            lines.append("  left out: \(place.states) of \(place.states + place.explored) states at \(name)")
        }
        return lines
    }
}

extension ExplorationReport: CustomStringConvertible {}
