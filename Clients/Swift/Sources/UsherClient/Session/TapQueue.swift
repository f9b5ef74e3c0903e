/// The taps that have no outcome yet, in their order.
struct TapQueue: Sendable {
    private(set) var taps: [QueuedTap] = []

    /// The first tap that has no response yet.
    var next: QueuedTap? { taps.first { !$0.isAnswered } }

    /// The tap on its way.
    var sent: Tap? {
        guard let next, case .sent = next.stage else { return nil }
        return next.tap
    }

    /// Adds a tap at the end, or treats it as its repetition says.
    mutating func add(_ tap: QueuedTap, reply: AsyncStream<Outcome>.Continuation) {
        var tap = tap
        tap.outcomes = [reply]
        let name = tap.tap.controlName
        let before = taps.lastIndex { $0.tap.controlName == name && !$0.isAnswered }
        switch (tap.tap.repetition, before) {
        case (.isIgnored, _?): tap.end(.ignored)
        case (.replaces, let index?) where taps[index].isWaiting && isLast(index, of: name):
            taps[index].end(.replaced)
            taps[index] = tap
        default: taps.append(tap)
        }
    }

    /// Whether no tap of another control follows, which the value would overtake otherwise.
    private func isLast(_ index: Int, of name: String) -> Bool { taps[(index + 1)...].isEmpty }

    /// Adds taps of an earlier run of the app.
    mutating func restore(_ earlier: [QueuedTap]) {
        taps.insert(contentsOf: earlier, at: 0)
    }

    /// Sets the stage of a tap.
    mutating func set(_ stage: QueuedTap.Stage, of key: String) {
        guard let index = taps.firstIndex(where: { $0.key == key }) else { return }
        taps[index].stage = stage
    }

    /// Removes a tap and tells its outcome.
    mutating func end(_ key: String, _ outcome: Outcome) {
        guard let index = taps.firstIndex(where: { $0.key == key }) else { return }
        taps.remove(at: index).end(outcome)
    }

    /// Removes the taps that were not sent and fulfill a condition, and tells their outcome.
    mutating func endWaiting(_ outcome: Outcome, where condition: (QueuedTap) -> Bool) {
        for tap in taps where tap.isWaiting && condition(tap) { end(tap.key, outcome) }
    }

    /// Removes all taps and tells their outcome.
    mutating func endAll(_ outcome: Outcome) {
        for tap in taps { tap.end(outcome) }
        taps = []
    }
}

extension QueuedTap {
    fileprivate func end(_ outcome: Outcome) {
        for reply in outcomes {
            reply.yield(outcome)
            reply.finish()
        }
    }
}
