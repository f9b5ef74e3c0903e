import JSON

extension Exploration {
    /// Returns the moves from a state: outcomes, progress, the next timer, values of topics, reports, gestures and links.
    mutating func moves(from node: Node) -> [ExplorationMove] {
        let state = node.state
        guard !state.isEnded else { return [] }
        var moves = outcomes(in: node)
        let timers = state.pending.compactMap { timer in timer.due.map { (timer, $0) } }
        if let (timer, due) = timers.min(by: { ($0.1, $0.0.key) < ($1.1, $1.0.key) }) {
            moves.append(.timer(timer, due: due, now: node.now))
        }
        for topic in application.topics.followed(in: state).sorted(by: { $0.description < $1.description }) {
            guard let kind = application.topics[topic.name] else { continue }
            moves += application.samples.values(of: topic).compactMap { .value($0, of: kind) }
        }
        if let focus = state.focus { moves += reports(of: focus, in: state) }
        moves.append(.gesture(.back(to: nil), "back", .back))
        if !state.modals.isEmpty { moves.append(.gesture(.dismiss(all: false), "dismiss", .dismiss(all: false))) }
        for item in state.visibleTabs.flatMap(\.items) {
            moves.append(.gesture(.tab(item.key), "tab \(item.name)", .selectTab(item.name)))
        }
        // The state below hardly changes where a link leads, so it is opened once at each place.
        if node.isFirst { moves += application.samples.links.map { .link($0) } }
        return moves
    }

    /// Returns the outcomes of one pending effect of each kind.
    private mutating func outcomes(in node: Node) -> [ExplorationMove] {
        var moves: [ExplorationMove] = []
        var kinds: Set<String> = []
        for pending in node.state.pending where pending.due == nil {
            guard let effect = pending.effect, kinds.insert(pending.name).inserted else { continue }
            let outcomes = application.samples.outcomes(of: pending, at: node.now)
            if outcomes.isEmpty {
                add(
                    .noSampleResult,
                    pending.name,
                    "The effect '\(pending.name)' has no sample results; add .results(of: \(type(of: effect)).self) to the samples of the application.",
                    at: nil
                )
            }
            if application.effectsWithProgress.contains(pending.name) { moves.append(.progress(of: pending, effect)) }
            moves += (outcomes + [.failure(.failed)]).map { .result($0, of: pending, effect) }
        }
        return moves.withoutRepetitions
    }

    /// Returns a report of each output that is possible now, with each sample payload.
    private mutating func reports(of screen: ScreenNode, in state: NavigationState) -> [ExplorationMove] {
        let reports = screen.screen.view.allReports
        var moves: [ExplorationMove] = []
        for output in application.reportableOutputs(in: state).map(\.output) {
            guard let schema = output.schema else {
                moves.append(.report(output.name, of: screen, nil))
                continue
            }
            let fixed = reports.filter { $0.output == output.name }.compactMap(\.payload)
            var payloads = application.samples.payloads["\(screen.name).\(output.name)"] ?? []
            // The first and the last row of a list stand for the rows between them.
            payloads += [fixed.first, fixed.last].compactMap(\.self)
            if payloads.isEmpty { payloads = (0..<3).map { _ in schema.sample(using: &generator) } }
            moves += payloads.map { .report(output.name, of: screen, $0) }
        }
        return moves.withoutRepetitions
    }
}

extension [ExplorationMove] {
    /// The first of the moves that do the same.
    fileprivate var withoutRepetitions: Self {
        var statements: Set<String> = []
        return filter { statements.insert($0.statement.text).inserted }
    }
}
