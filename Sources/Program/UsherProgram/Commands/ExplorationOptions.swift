import ArgumentParser
import CoordinationTesting

/// The options of the commands that explore an application, with the names of the limits.
struct ExplorationOptions: ParsableArguments {
    @Option(help: "The number of events to apply in each application.")
    var steps = ExplorationLimits().steps

    @Option(help: "The number of screens that exist at the same time in a state that is explored.")
    var screens = ExplorationLimits().screens

    @Option(
        help:
            "The number of states that are explored of each place, which is a screen in front with the flows above it."
    )
    var statesPerPlace = ExplorationLimits().statesPerPlace

    @Option(help: "The number of bytes of a stored state from which on it is a mistake.")
    var stateBytes = ExplorationLimits().stateBytes

    @Option(help: "The seed of the payloads that are made from schemas.")
    var seed: UInt64 = 1

    func validate() throws {
        for (name, value) in [
            ("screens", screens), ("states-per-place", statesPerPlace), ("state-bytes", stateBytes),
        ] where value < 1 {
            throw ValidationError("The value of --\(name) must be at least 1.")
        }
    }

    /// The bounds of an exploration with these options.
    var limits: ExplorationLimits {
        var limits = ExplorationLimits()
        limits.steps = steps
        limits.screens = screens
        limits.statesPerPlace = statesPerPlace
        limits.stateBytes = stateBytes
        return limits
    }

    /// Returns an explorer of an application.
    func explorer(of application: Application) -> Explorer { Explorer(application, seed: seed, limits: limits) }
}
