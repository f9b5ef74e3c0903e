/// The steps that an exploration repeats at its end, to find those with a result of their own.
///
/// A step is a function of the event, the state and the time of its context. One that reads the clock, a random number or a
/// variable that lasts has another result when it is repeated later, and then a session would differ from its history.
struct StepRepetitions {
    /// A step, with a hash of the state that it has given.
    struct Repetition {
        let move: ExplorationMove
        let node: Int
        let hash: UInt64
    }

    /// The number of steps of each handler that are repeated, beside those from the first state of each place.
    private static let ofHandler = 4

    private(set) var all: [Repetition] = []
    private var counts: [WiredHandler: Int] = [:]
    private let begin = ContinuousClock.now

    /// Returns whether a step is to be repeated.
    mutating func isDue(for handlers: [WiredHandler], _ node: Exploration.Node) -> Bool {
        for handler in handlers { counts[handler, default: 0] += 1 }
        return node.isFirst || handlers.contains { (counts[$0] ?? 0) <= Self.ofHandler }
    }

    /// Adds a step, unless its state can't be stored.
    mutating func add(_ move: ExplorationMove, at node: Int, giving hash: UInt64?) {
        if let hash { all.append(Repetition(move: move, node: node, hash: hash)) }
    }

    /// Waits until a clock that counts milliseconds shows another time than at the first step.
    func waitForClock() {
        while begin.duration(to: .now) < .milliseconds(3) {}
    }
}

extension Exploration {
    /// Repeats steps, and adds those that give another state than before.
    mutating func concludeRepetitions() {
        guard !repetitions.all.isEmpty else { return }
        repetitions.waitForClock()
        for repetition in repetitions.all {
            let (move, node) = (repetition.move, nodes[repetition.node])
            let context = Self.context(after: node, at: move.time)
            let step = try? application.apply(move.event, to: node.state, at: context)
            guard step.flatMap({ application.hash(of: $0.state) }) != repetition.hash else { continue }
            add(
                .unrepeatableStep,
                move.subject,
                "The step of '\(move.subject)' has another result when it is repeated from the same state: take the time from 'now', and what else is not in the state, such as a random number, from the result of an effect.",
                at: repetition.node,
                move
            )
        }
    }
}
