import JSON

/// An exploration in progress.
struct Exploration {
    /// A state that was reached, with the event that led to it.
    private struct Node {
        let state: NavigationState
        let now: Timestamp
        let place: String
        let parent: Int?
        let statement: String?
        /// Whether it is the first state of its place.
        let isFirst: Bool
        /// Whether a user was signed in here or on the way here.
        let wasSignedIn: Bool
        let depth: Int
    }

    /// A screen in front with the flows above it, and what the exploration knows of it.
    private struct Place {
        var states: Set<UInt64> = []
        /// Whether an event leads from here to another place.
        var hasExit = false
        var isExplored = false
        /// A state at the place, the nearest one to the start.
        let node: Int
    }

    private let application: Application
    private let limits: ExplorationLimits
    private var generator: SeededGenerator
    private let leakDetector = LeakDetector()
    /// The check of texts, or `nil` for an application without translations.
    private var textCheck: TextCheck?
    private(set) var report: ExplorationReport

    private var nodes: [Node] = []
    private var places: [String: Place] = [:]
    /// The first states of places, and the further ones, which are explored when no first one is left.
    private var queues = (first: Queue(), further: Queue())
    private var found: Set<String> = []
    private var handled: Set<WiredHandler> = []
    private var transitions: Set<ApplicationMap.Transition> = []
    private var shown: Set<String> = []
    /// The outputs that were reported, and whether any report has changed something or was rejected with a reason.
    private var outputs: [String: Bool] = [:]
    /// The links that were opened, and whether any of them was accepted.
    private var links: [String: Bool] = [:]

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
        textCheck = TextCheck(application)
        report = ExplorationReport(application: application.name, map: application.map)
    }

    /// Indices of nodes, in the order in which they are to be explored.
    private struct Queue {
        private var indices: [Int] = []
        private var next = 0

        mutating func append(_ index: Int) { indices.append(index) }

        mutating func popFirst() -> Int? {
            guard next < indices.count else { return nil }
            defer { next += 1 }
            return indices[next]
        }
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
        while let index = queues.first.popFirst() ?? queues.further.popFirst() {
            explore(index)
            guard report.steps < limits.steps else {
                report.isComplete = false
                break
            }
        }
        conclude()
    }

    // MARK: States

    /// Returns the context of a step, which does not check views.
    ///
    /// Every screen is checked apart from the step, so a mistake in one ends no path.
    private static func context(at now: Timestamp, revision: UInt64 = 1) -> StepContext {
        StepContext(now: now, session: "explored", revision: revision)
    }

    private mutating func explore(_ index: Int) {
        let node = nodes[index]
        places[node.place]?.isExplored = true
        for move in moves(from: node) {
            guard report.steps < limits.steps else { return }
            apply(move, to: index)
        }
    }

    private mutating func apply(_ move: ExplorationMove, to index: Int) {
        let node = nodes[index]
        report.steps += 1
        var called: [WiredHandler] = []
        let context = Self.context(at: move.time ?? node.now, revision: UInt64(node.depth + 2))
        if move.kind == .link, links[move.subject] == nil { links[move.subject] = false }
        do {
            let step = try application.apply(
                move.event,
                to: node.state,
                at: context,
                observer: observer { called.append($0) }
            )
            handled.formUnion(called)
            for leak in leakDetector.violations { add(.leak, move.subject, leak, at: index, move) }
            if move.kind == .link { links[move.subject] = true }
            if case .output = move.event, outputs[move.subject] == nil { outputs[move.subject] = false }
            guard step.isChange else { return }
            if case .output = move.event { outputs[move.subject] = true }
            recordTransition(from: node.state, to: step.state, by: move)
            let target = add(step.state, at: context.now, from: index, move)
            if target != node.place, move.kind != .link { places[node.place]?.hasExit = true }
            if case .effect(let name, _) = move.kind, isEndless(step, at: context.now) {
                let sentence =
                    "The results of '\(name)' lead to further effects without end, without a user or a timer in between."
                add(.endlessEffects, name, sentence, at: index, move)
            }
        } catch {
            _ = leakDetector.violations
            handled.formUnion(called)
            record(error, of: move, at: index)
        }
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

    /// Checks a state that was reached, adds it if it is to be explored, and returns its place.
    @discardableResult
    private mutating func add(
        _ state: NavigationState,
        at now: Timestamp,
        from parent: Int?,
        _ move: ExplorationMove?
    ) -> String {
        check(state, at: now, from: parent, move)
        let place = place(of: state)
        if let focus = state.focus { shown.insert(focus.name) }
        let isFirst = places[place] == nil
        if isFirst { visit(state) }
        let data = state.data
        guard state.screens.count <= limits.screens,
            isFirst
                || (places[place].map { $0.states.count < limits.statesPerPlace && !$0.states.contains(data) } ?? true)
        else { return place }
        let index = nodes.count
        nodes.append(
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
        )
        places[place, default: Place(node: index)].states.insert(data)
        if isFirst { queues.first.append(index) } else { queues.further.append(index) }
        report.states += 1
        return place
    }

    /// Checks a state that an event led to.
    private mutating func check(
        _ state: NavigationState,
        at now: Timestamp,
        from parent: Int?,
        _ move: ExplorationMove?
    ) {
        let name = state.focus?.name ?? application.name
        for violation in state.violations { add(.leak, name, violation, at: parent, move) }
        if let focus = state.focus {
            for bug in application.viewBugs(of: focus.screen) { add(.view, name, bug, at: parent, move) }
        }
        let links = LinkRules(
            application: application,
            state: state,
            context: Self.context(at: now)
        )
        for violation in links.ofPlace() + links.ofReports() {
            add(.wrongLink, violation.subject, violation.description, at: parent, move)
        }
        for mistake in textCheck?.mistakes(in: state) ?? [] { add(.untranslated, name, mistake, at: parent, move) }
        do {
            let bytes = try application.encode(state)
            report.largestState = max(report.largestState, bytes.count)
            if state.identity == nil, let parent, nodes[parent].wasSignedIn {
                let text = String(decoding: bytes, as: UTF8.self)
                for canary in application.samples.canaries where text.contains(canary) {
                    let sentence =
                        "“\(canary)” of a user who has signed out is still in a state with '\(name)' in front."
                    add(.leftBehind, canary, sentence, at: parent, move)
                }
            }
            if bytes.count > limits.stateBytes {
                let sentence = "A state with '\(name)' in front has \(bytes.count) bytes."
                add(.largeState, application.name, sentence, at: parent, move)
            }
            let restored = try application.decode(bytes, at: Self.context(at: now))
            let isSame = try restored.state == state && application.encode(restored.state) == bytes
            if !isSame || !restored.changes.isEmpty {
                let sentence = "A state with '\(name)' in front differs after it is restored."
                add(.unstableSnapshot, name, sentence, at: parent, move)
            }
        } catch {
            add(.unstableSnapshot, name, "A state with '\(name)' in front can't be stored: \(error).", at: parent, move)
        }
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

    // MARK: Moves

    private mutating func moves(from node: Node) -> [ExplorationMove] {
        let state = node.state
        guard !state.isEnded else { return [] }
        var moves = outcomes(in: node)
        let timers = state.pending.compactMap { timer in timer.due.map { (timer, $0) } }
        if let (timer, due) = timers.min(by: { ($0.1, $0.0.key) < ($1.1, $1.0.key) }) {
            moves.append(.timer(timer, due: due, now: node.now))
        }
        if let focus = state.focus, state.blocking == nil { moves += reports(of: focus) }
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
            moves += (outcomes + [.failure(.failed)]).map { .result($0, of: pending, effect) }
        }
        return moves.withoutRepetitions
    }

    /// Returns a report of each enabled output with each sample payload.
    private mutating func reports(of screen: ScreenNode) -> [ExplorationMove] {
        let disabled = screen.screen.disabledOutputs.map(\.name)
        let reports = screen.screen.view.allReports
        var moves: [ExplorationMove] = []
        for output in application.outputs(of: type(of: screen.screen)) where !disabled.contains(output.name) {
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

    private mutating func conclude() {
        let wired = application.wiredHandlers
        report.places = places.count
        report.map = application.map.adding(transitions)
        report.handlers = wired.count
        report.uncalledHandlers = wired.filter { !handled.contains($0) }.map(\.description)
        for name in application.screens.map({ $0.name }) where !shown.contains(name) {
            add(.unreachedScreen, name, "The screen '\(name)' was never reached.", at: nil)
        }
        concludeTranslations()
        let events = Set(wired.map(\.event))
        for (output, isEffective) in outputs where !isEffective && events.contains(output) {
            add(
                .outputWithoutEffect,
                output,
                "The output '\(output)' changed nothing, wherever it was reported.",
                at: nil
            )
        }
        for (link, isAccepted) in links where !isAccepted {
            add(.deadLink, link, "The link '\(link)' led nowhere, wherever it was opened.", at: nil)
        }
        let nearest = places.values.sorted { $0.node < $1.node }
        for place in nearest where place.isExplored && !place.hasExit && places.count > 1 {
            let state = nodes[place.node].state
            guard !state.isEnded, let focus = state.focus else { continue }
            add(.deadEnd, focus.name, "The user can't leave '\(focus.name)', and nothing is pending.", at: place.node)
        }
        report.findings.sort {
            ($0.kind.rawValue, $0.subject, $0.message) < ($1.kind.rawValue, $1.subject, $1.message)
        }
    }

    private mutating func concludeTranslations() {
        guard let catalog = application.catalog else { return }
        var missing: [String: [String]] = [:]
        for language in catalog.languages {
            for key in catalog.untranslatedKeys(in: language) { missing[key, default: []].append(language) }
        }
        for (key, languages) in missing {
            let sentence = "The catalog has no translation of “\(key)” into \(languages.joined(separator: ", "))."
            add(.missingTranslation, key, sentence, at: nil)
        }
    }

    /// Adds a finding, unless the same kind was found for the subject.
    private mutating func add(
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
        return ["let session = try TestSession(application)"] + statements.reversed()
    }
}

extension [ExplorationMove] {
    /// The first of the moves that do the same.
    fileprivate var withoutRepetitions: Self {
        var statements: Set<String> = []
        return filter { statements.insert($0.statement.text).inserted }
    }
}

extension NavigationState {
    /// A hash of the data of the flows and of the screen in front, and of what is pending.
    ///
    /// It is the same in every process.
    fileprivate var data: UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for node in coordinators {
            hash.combine(Array(node.name.utf8))
            hash.combine((try? JSONCoding.encode(node.state)) ?? [])
        }
        if let focus { hash.combine((try? JSONCoding.encode(focus.screen)) ?? []) }
        // The last attempt at an effect has other consequences than the earlier ones, and than the wait before it.
        let work = Set(pending.map { "\($0.name) \($0.failures) \($0.due == nil)" })
        for work in work.sorted() { hash.combine(Array(work.utf8)) }
        return hash
    }
}

extension UInt64 {
    /// Adds bytes to a hash (FNV-1a by Fowler, Noll and Vo, 1991).
    fileprivate mutating func combine(_ bytes: [UInt8]) {
        for byte in bytes { self = (self ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
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
