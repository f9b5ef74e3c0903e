/// The bounds of an exploration.
///
/// ```swift
/// var limits = ExplorationLimits()
/// limits.steps = 100_000
/// let report = Explorer(application, limits: limits).explore()
/// ```
public struct ExplorationLimits: Sendable {
    /// The maximum number of events that are applied, by default 40,000.
    public var steps = 40_000
    /// The maximum number of screens that exist at the same time.
    ///
    /// States with more screens are not explored further.
    public var screens = 12
    /// The maximum number of states that are explored for one place, by default 12.
    ///
    /// A place is a screen in front with the flows above it. Up to four times as many states are explored of a place with an output
    /// that has changed nothing yet, and of the places that lead there.
    public var statesPerPlace = 12
    /// The number of bytes of a stored state from which on it is reported, by default 256 KiB.
    public var stateBytes = 256 * 1_024

    /// Creates the default limits.
    public init() {}
}
