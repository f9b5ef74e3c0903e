import JSON

/// An exploration in progress.
struct Exploration {
    /// A state that was reached, with the event that led to it.
    struct Node {
        let state: NavigationState
        let now: Timestamp
        /// The index of its place.
        let place: Int
        let parent: Int?
        let statement: String?
        /// Whether it is the first state of its place.
        let isFirst: Bool
        /// Whether a user was signed in here or on the way here.
        let wasSignedIn: Bool
        let depth: Int
    }

    let application: Application
    let limits: ExplorationLimits
    var generator: SeededGenerator
    let leakDetector = LeakDetector()
    /// The check of texts, or `nil` for an application without translations.
    var textCheck: TextCheck?
    var report: ExplorationReport

    var nodes: [Node] = []
    var frontier: Frontier
    private var memberValues = MemberValues()
    /// The looks of the states that were checked.
    var checkedLooks: Set<UInt64> = []
    /// The data of the states that are not explored because too many screens exist in them.
    var deepStates: Set<UInt64> = []
    var found: Set<String> = []
    var handled: Set<WiredHandler> = []
    var transitions: Set<ApplicationMap.Transition> = []
    var shown: Set<String> = []
    /// The outputs that were reported, and whether any report has changed something or was rejected with a reason.
    var outputs: [String: Bool] = [:]
    /// The outputs with a report that has changed something.
    private var effectiveOutputs: Set<String> = []
    /// The links that were opened, and whether any of them was accepted.
    var links: [String: Bool] = [:]
    var openings = LinkOpenings()
    var repetitions = StepRepetitions()

    /// The places with an output that has changed nothing yet, or `nil` if it must be found out again.
    private var openPlaces: Set<Int>?
    private let wiredHandlers: [WiredHandler]

    /// Called with the first state of each place.
    private let visit: (NavigationState) -> Void

    init(
        _ application: Application,
        limits: ExplorationLimits,
        seed: UInt64,
        visit: @escaping (NavigationState) -> Void
    ) {
        self.application = application
        self.visit = visit
        self.limits = limits
        generator = SeededGenerator(seed: seed)
        frontier = Frontier(statesPerPlace: limits.statesPerPlace)
        textCheck = TextCheck(application)
        wiredHandlers = application.wiredHandlers
        report = ExplorationReport(application: application.name, map: application.map)
    }

    mutating func run() {
        let now = Timestamp(milliseconds: 1_795_253_460_000)
        let context = Self.context(at: now)
        do {
            let step = try application.start(application.sampleLaunch, at: context, observer: observer { _ in })
            add(step.state, at: now, from: nil, nil)
            if let first = step.state.place { transitions.insert(.init(from: nil, by: "", to: first)) }
        } catch {
            return add(.bug, application.name, "The application can't start: \(error.sentence)", at: nil)
        }
        report.isComplete = true
        while let index = frontier.next(open: currentOpenPlaces(), progress: progress) {
            explore(index)
            guard report.steps < limits.steps else {
                report.isComplete = false
                break
            }
        }
        conclude()
    }

    /// The number of places, handlers and outputs that were found or have changed something so far.
    private var progress: Int { frontier.places.count + handled.count + effectiveOutputs.count }

    // MARK: States

    /// Returns the context of a step, which does not check views.
    ///
    /// Every screen is checked apart from the step, so a mistake in one ends no path.
    static func context(at now: Timestamp, revision: UInt64 = 1) -> StepContext {
        StepContext(now: now, session: "explored", revision: revision)
    }

    /// Returns the context of a step from a state that was reached.
    static func context(after node: Node, at now: Timestamp? = nil) -> StepContext {
        context(at: now ?? node.now, revision: UInt64(node.depth + 2))
    }

    private mutating func explore(_ index: Int) {
        report.states += 1
        for move in moves(from: nodes[index]) {
            guard report.steps < limits.steps else { return }
            apply(move, to: index)
        }
    }

    private mutating func apply(_ move: ExplorationMove, to index: Int) {
        let node = nodes[index]
        report.steps += 1
        var called: [WiredHandler] = []
        let context = Self.context(after: node, at: move.time)
        if move.kind == .link, links[move.subject] == nil { links[move.subject] = false }
        do {
            let step = try application.apply(
                move.event,
                to: node.state,
                at: context,
                observer: observer { called.append($0) }
            )
            handle(called)
            for leak in leakDetector.violations { add(.leak, move.subject, leak, at: index, move) }
            if move.kind == .link {
                links[move.subject] = true
                openings.add(move.subject, to: step.state, from: index, node.state, application)
            }
            if case .output = move.event, outputs[move.subject] == nil { outputs[move.subject] = false }
            guard step.isChange else { return }
            if case .output = move.event {
                outputs[move.subject] = true
                if effectiveOutputs.insert(move.subject).inserted { openPlaces = nil }
                if node.isFirst { checkSecrets(of: move, at: index) }
            }
            if repetitions.isDue(for: called, node) {
                repetitions.add(move, at: index, giving: application.hash(of: step.state))
            }
            recordTransition(from: node.state, to: step.state, by: move)
            let target = add(step.state, at: context.now, from: index, move)
            if target != node.place {
                frontier.update(node.place) { place in
                    if move.kind != .link { place.hasExit = true }
                    if move.kind != .link, let target { place.next.insert(target) }
                }
                if let target, move.isOfScreen { frontier.update(target) { $0.feeders.insert(node.place) } }
            }
            if case .effect(let name, _) = move.kind, isEndless(step, at: context.now) {
                let sentence =
                    "The results of '\(name)' lead to further effects without end, without a user or a timer in between."
                add(.endlessEffects, name, sentence, at: index, move)
            }
        } catch {
            _ = leakDetector.violations
            handle(called)
            record(error, of: move, at: index)
        }
    }

    private mutating func handle(_ called: [WiredHandler]) {
        for handler in called where handled.insert(handler).inserted { openPlaces = nil }
    }

    /// Returns the places with an output that a flow handles and that has changed nothing yet.
    private mutating func currentOpenPlaces() -> Set<Int> {
        if let openPlaces { return openPlaces }
        let wired = Set(wiredHandlers.map(\.event))
        let idle = Set(wired.filter { !effectiveOutputs.contains($0) })
        let uncalled = wiredHandlers.filter { !handled.contains($0) }
        let open = frontier.places.indices.filter { index in
            guard let position = frontier.places[index].position else { return false }
            let outputs = application.screens.first { $0.name == position.screen }.map(application.outputs) ?? []
            let events = outputs.map { "\(position.screen).\($0.name)" }
            return events.contains(where: idle.contains)
                || uncalled.contains { position.flows.contains($0.flow) && events.contains($0.event) }
        }
        openPlaces = Set(open)
        return Set(open)
    }

    /// Records a transition for the map, if an output or an effect brings another screen to the front.
    private mutating func recordTransition(
        from old: NavigationState,
        to new: NavigationState,
        by move: ExplorationMove
    ) {
        guard let source = old.place, let target = new.place, source != target else { return }
        switch (move.event, move.kind) {
        case (.output(let name, _, _), _): transitions.insert(.init(from: source, by: name, to: target))
        case (_, .effect(let name, isSuccess: true)): transitions.insert(.init(from: source, by: name, to: target))
        default: break
        }
    }

    private mutating func record(_ error: NavigationError, of move: ExplorationMove, at index: Int) {
        switch error {
        case .bug(let sentence): add(.bug, move.subject, sentence, at: index, move)
        case .rejected(let rejection):
            if case .output = move.event { outputs[move.subject] = true }
            for mistake in textCheck?.mistakes(in: rejection) ?? [] {
                add(.untranslated, move.subject, mistake, at: index, move)
            }
        case .invalidPayload(let problem):
            let detail = problem.violations.map { "\($0.pointer) \($0.detail)" }.joined(separator: "; ")
            // A value made from the schema may still be one that the type does not accept, such as an impossible date.
            guard problem.violations.contains(where: { $0.code != "value" }) else { return }
            add(
                .rejectedSample,
                move.subject,
                "A payload of '\(move.subject)' is rejected: \(detail).",
                at: index,
                move
            )
        case .staleScreen, .staleTab, .busy, .unknownOutput, .outputUnavailable, .unknownLink, .ended: break
        }
    }

    /// Checks a state that was reached, adds it if it may be explored, and returns its place.
    ///
    /// The place is `nil` if no state of it may be explored.
    @discardableResult
    private mutating func add(
        _ state: NavigationState,
        at now: Timestamp,
        from parent: Int?,
        _ move: ExplorationMove?
    ) -> Int? {
        let features = StateFeatures(of: state, &memberValues)
        check(state, features, at: now, from: parent, move)
        let name = place(of: state)
        if let focus = state.focus { shown.insert(focus.name) }
        let known = frontier.index(of: name)
        guard state.screens.count <= limits.screens else {
            if known == nil { visit(state) }
            if frontier.isNew(features.data, at: name) { deepStates.insert(features.data) }
            return known
        }
        guard let known else {
            visit(state)
            let place = frontier.add(first: nodes.count, features, at: name, state)
            openPlaces = nil
            nodes.append(node(state, at: now, place, from: parent, move, isFirst: true))
            return place
        }
        guard frontier.isNew(features.data, at: name), frontier.reach(features, at: known) else { return known }
        frontier.add(nodes.count, features, at: known)
        nodes.append(node(state, at: now, known, from: parent, move, isFirst: false))
        return known
    }

    private func node(
        _ state: NavigationState,
        at now: Timestamp,
        _ place: Int,
        from parent: Int?,
        _ move: ExplorationMove?,
        isFirst: Bool
    ) -> Node {
        Node(
            state: state,
            now: now,
            place: place,
            parent: parent,
            statement: move?.statement.text,
            isFirst: isFirst,
            wasSignedIn: state.identity != nil || parent.map { nodes[$0].wasSignedIn } ?? false,
            depth: parent.map { nodes[$0].depth + 1 } ?? 0
        )
    }

    /// Returns the place of a state: the screen in front, the flows that handle its outputs, and what the user can do there.
    private func place(of state: NavigationState) -> String {
        let (focus, place) = (state.focus, state.place)
        let reports = Set(focus?.screen.view.allReports.map(\.output) ?? []).sorted()
        let disabled = Set(focus?.screen.disabledOutputs.map(\.name) ?? []).sorted()
        return [
            place?.screen ?? "", place?.flows.joined(separator: ">") ?? "",
            state.visibleTabs.map(\.selected.name).joined(separator: ","),
            "\(state.modals.count)", state.blocking?.name ?? "", state.identity == nil ? "" : "user",
            reports.joined(separator: ","), disabled.joined(separator: ","),
        ].joined(separator: "|")
    }

    private func observer(_ handled: @escaping (WiredHandler) -> Void) -> StepObserver {
        StepObserver(created: leakDetector.track, handled: handled)
    }

    /// Returns whether the effects of a step lead to further effects again and again, with their first sample results.
    private func isEndless(_ step: Step, at now: Timestamp) -> Bool {
        var step = step
        for _ in 0..<50 {
            guard let next = step.effects.first(where: { $0.effect != nil }),
                let outcome = application.samples.outcomes(of: next, at: now).first,
                let following = try? application.apply(
                    .effect(next.key, outcome),
                    to: step.state,
                    at: Self.context(at: now)
                )
            else { return false }
            step = following
        }
        return true
    }

    // MARK: Findings

    /// Adds a finding, unless the same kind was found for the subject.
    mutating func add(
        _ kind: Finding.Kind,
        _ subject: String,
        _ message: String,
        at node: Int?,
        _ move: ExplorationMove? = nil
    ) {
        // Bugs of one output can differ, and a text is one mistake wherever it is shown. Anything else is one mistake of its
        // subject.
        let identity =
            switch kind {
            case .bug: subject + message
            case .untranslated: message
            default: subject
            }
        guard found.insert("\(kind) \(identity)").inserted else { return }
        // The start has no parent, and a mistake without a place has no path.
        var path = node.map(path) ?? []
        if let move { path.append(move.statement.text) }
        report.findings.append(Finding(kind: kind, subject: subject, message: message, path: path))
    }

    private func path(to index: Int) -> [String] {
        var statements: [String] = []
        var next: Int? = index
        while let index = next {
            if let statement = nodes[index].statement { statements.append(statement) }
            next = nodes[index].parent
        }
        return [TestStatement.start(of: application, link: nil)] + statements.reversed()
    }
}

extension Application {
    /// Returns a hash of a state as it is stored, or `nil` for one that can't be stored.
    func hash(of state: NavigationState) -> UInt64? {
        guard let bytes = try? encode(state) else { return nil }
        var hash = UInt64.fnvBasis
        hash.combine(bytes)
        return hash
    }
}

extension NavigationError {
    /// The reason in a sentence.
    fileprivate var sentence: String {
        switch self {
        case .bug(let sentence): sentence
        case .rejected(let rejection): rejection.detail.description
        default: "\(self)"
        }
    }
}
