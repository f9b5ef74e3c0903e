import JSON

/// Explores every state that an application reaches with its sample values, and reports the mistakes that it finds.
///
/// From each state it reports every output with each sample payload, goes back, dismisses, selects tabs, opens links, completes
/// effects with each sample result and with a failure, and fires the next timer. It visits the first state of each place in the
/// order of their distance from the start, and then further states, so the path to each finding is short. States with the same
/// screen in front and the same flows above it are one place, and several states of each place are explored. The report says
/// what was left out. The same application, seed and limits give the same report.
///
/// ```swift
/// let report = Explorer(try ItemsApplication.make()).explore()
/// #expect(report.findings == [], "\(report)")
/// ```
public struct Explorer {
    private let application: Application
    private let seed: UInt64
    private let limits: ExplorationLimits

    /// Creates an explorer.
    ///
    /// - Parameters:
    ///   - application: The application, with ``Coordination/Samples``.
    ///   - seed: The seed of the payloads that are made from schemas.
    ///   - limits: The bounds of the exploration.
    public init(_ application: Application, seed: UInt64 = 1, limits: ExplorationLimits = ExplorationLimits()) {
        self.application = application
        self.seed = seed
        self.limits = limits
    }

    /// Explores the application.
    public func explore() -> ExplorationReport { explore { _ in } }

    /// Explores the application, and hands over the first state of each place, in the order in which they are reached.
    ///
    /// ```swift
    /// Explorer(shop).explore { state in print(state.focus?.name ?? "-") }
    /// ```
    ///
    /// - Parameter visit: Called with each of these states.
    /// - Returns: The report of the exploration.
    @discardableResult
    public func explore(visit: @escaping (NavigationState) -> Void) -> ExplorationReport {
        var exploration = Exploration(application, limits: limits, seed: seed, visit: visit)
        exploration.run()
        return exploration.report
    }
}
