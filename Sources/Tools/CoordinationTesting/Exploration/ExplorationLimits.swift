/// The bounds of an exploration.
public struct ExplorationLimits: Sendable {
    /// The maximum number of events that are applied; 40,000 by default.
    public var steps = 40_000
    /// The maximum number of screens that exist at the same time; states with more are not explored further.
    public var screens = 12
    /// The maximum number of states that are explored for one place, a screen in front with the flows above it; 12 by default.
    public var statesPerPlace = 12
    /// The number of bytes of a stored state from which on it is reported; 256 KiB by default.
    public var stateBytes = 256 * 1_024

    /// Creates the default limits.
    public init() {}
}
