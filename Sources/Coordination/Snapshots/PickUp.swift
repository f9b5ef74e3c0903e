/// Makes a state of what was written down: reads what fits, and lets begin again what does not.
struct PickUp {
    private let application: Application
    private let context: StepContext
    private let stored: StoredState
    private var fittings: [Key: Fitting] = [:]
    /// The flows that begin again, with what they begin with and why.
    private var restarts: [Key: Restart] = [:]
    private var changes: [SnapshotChange] = []

    /// A flow that begins again.
    private struct Restart {
        let state: any CoordinatorState
        let message: Message
        let misfit: SnapshotError
    }

    init(_ stored: StoredState, of application: Application, at context: StepContext) {
        self.stored = stored
        self.application = application
        self.context = context
    }

    mutating func run() throws(SnapshotError) -> PickedUpState {
        for node in stored.structure.coordinators {
            guard let written = stored.flows[node.key] else { continue }
            fittings[node.key] = fitting(of: written, isRoot: node.parent == nil)
        }
        try chooseAnchors()
        let leaving = leavingFlows()
        let state = fill(leaving: leaving)
        guard !restarts.isEmpty else { return PickedUpState(state: state, changes: changes) }
        return PickedUpState(state: try restart(state), changes: changes)
    }

    private func fitting(of written: StoredFlow, isRoot: Bool) -> Fitting {
        guard !isRoot || written.name == application.root.name else {
            let sentence = "The application coordinator is \(application.root.name) and was \(written.name)."
            return Fitting(unknown: written, sentence)
        }
        guard let flow = application.flow(written.name) else {
            return Fitting(unknown: written, "The application has no flow '\(written.name)'.")
        }
        return Fitting(written, to: flow, of: application)
    }

    // MARK: Anchors

    private mutating func chooseAnchors() throws(SnapshotError) {
        // From the oldest on, so that what a flow above has settled need not be settled again.
        for node in stored.structure.coordinators {
            guard let misfit = fittings[node.key]?.misfit else { continue }
            let line = line(from: node.key)
            guard !line.contains(where: { restarts[$0] != nil }) else { continue }
            guard let (key, restart) = anchor(in: line, for: misfit) else { throw refusal(misfit, line) }
            restarts[key] = restart
        }
        // What runs below a flow that begins again goes with it.
        for key in restarts.keys where line(from: key).dropFirst().contains(where: { restarts[$0] != nil }) {
            restarts[key] = nil
        }
    }

    private func anchor(in line: [Key], for misfit: SnapshotError) -> (Key, Restart)? {
        for key in line {
            guard let fitting = fittings[key], let flow = flow(key), let anchor = flow.anchor,
                let state = anchor.state(fitting.storage)
            else { continue }
            return (key, Restart(state: state, message: anchor.message, misfit: misfit))
        }
        return nil
    }

    /// The type of a flow; `nil` when there is none, or another one is the application coordinator now.
    private func flow(_ key: Key) -> FlowType? {
        guard let node = stored.structure.coordinators[key], let flow = application.flow(node.name),
            node.parent != nil || flow.name == application.root.name
        else { return nil }
        return flow
    }

    private func refusal(_ misfit: SnapshotError, _ line: [Key]) -> SnapshotError {
        let names = line.compactMap { stored.structure.coordinators[$0]?.name }
        let anchored = names.filter { application.flow($0)?.anchor != nil }
        let advice =
            anchored.isEmpty
            ? "None of \(names.joined(separator: ", ")) has an anchor to begin again at; write one, or an upgrade."
            : "The anchor of \(anchored.joined(separator: ", ")) can't make a state of what was stored; write an upgrade, or let the anchor do with less."
        return SnapshotError(reason: misfit.reason, detail: "\(misfit.detail) \(advice)")
    }

    /// A flow and those above it.
    private func line(from key: Key) -> [Key] {
        Array(sequence(first: key) { stored.structure.coordinators[$0]?.parent })
    }

    /// The flows that begin again, and all that run below them.
    private func leavingFlows() -> Set<Key> {
        var leaving = Set(restarts.keys)
        // Those who run others are older and so come first.
        for node in stored.structure.coordinators {
            if let parent = node.parent, leaving.contains(parent) { leaving.insert(node.key) }
        }
        return leaving
    }

    // MARK: Filling

    /// The structure with the content in it, but for what is about to go.
    private mutating func fill(leaving: Set<Key>) -> NavigationState {
        var state = stored.structure
        for (key, fitting) in fittings.sorted(by: { $0.key < $1.key }) where !leaving.contains(key) {
            if let content = fitting.state { state.coordinators.update(key) { $0.state = content } }
            for (screen, content) in fitting.screens {
                state.screens.update(screen) {
                    $0.screen = content.screen
                    if content.isChanged { $0.version &+= 1 }
                }
            }
            guard fitting.stored.version != fitting.writtenVersion else { continue }
            note(fitting.stored.name, .upgraded(from: fitting.writtenVersion, to: fitting.stored.version))
        }
        for (key, restart) in restarts.sorted(by: { $0.key < $1.key }) {
            state.coordinators.update(key) { $0.state = restart.state }
            note(fittings[key]?.stored.name, .restarted(restart.misfit))
        }
        let work = promises(leaving: leaving)
        state.pending = state.pending.compactMap { effect in
            if effect.due != nil { return leaving.contains(effect.coordinator) ? nil : effect }
            return work[effect.key].map { effect.doing($0) }
        }
        return state
    }

    /// What the effects are to do; those that are not in it go.
    private mutating func promises(leaving: Set<Key>) -> [Key: PendingEffect.Work] {
        var promises: [Key: PendingEffect.Work] = [:]
        for (key, fitting) in fittings.sorted(by: { $0.key < $1.key }) {
            guard leaving.contains(key) else {
                promises.merge(fitting.effects) { first, _ in first }
                continue
            }
            for effect in fitting.stored.effects {
                promises[effect.key] = promise(effect, of: fitting.stored.name, isLeft: true)
            }
        }
        for effect in stored.strays { promises[effect.key] = promise(effect, of: nil, isLeft: false) }
        return promises
    }

    /// What an effect is to do whose flow does not wait for it as it did; `nil` for one that is given up.
    private mutating func promise(_ effect: StoredEffect, of flow: String?, isLeft: Bool) -> PendingEffect.Work? {
        let work = try? application.work(effect, of: flow ?? "A flow")
        // One that was lost would only tell the flow so, and that begins again anyway.
        if let work, !isLeft || effect.value != nil { return work }
        note(flow, .dropped(effect: effect.name))
        return nil
    }

    private mutating func note(_ flow: String?, _ kind: SnapshotChange.Kind) {
        let change = SnapshotChange(flow: flow, kind: kind)
        if !changes.contains(change) { changes.append(change) }
    }

    // MARK: Beginning again

    private func restart(_ state: NavigationState) throws(SnapshotError) -> NavigationState {
        let router = Router(application, state, context)
        defer { router.close() }
        do throws(NavigationError) {
            try application.restart(restarts.mapValues(\.message), router)
        } catch {
            let names = restarts.keys.sorted().compactMap { stored.structure.coordinators[$0]?.name }
            throw SnapshotError(
                reason: .failedRestart,
                detail: "\(names.joined(separator: ", ")) can't begin again: \(error.sentence)"
            )
        }
        try Snapshot.check(router.state)
        return router.state
    }
}

extension PendingEffect {
    fileprivate func doing(_ work: Work) -> PendingEffect {
        PendingEffect(key: key, coordinator: coordinator, since: since, work: work)
    }
}

extension NavigationError {
    /// The error for whoever reads a log.
    fileprivate var sentence: String {
        switch self {
        case .fault(let sentence): sentence
        case .refused(let refusal): refusal.detail
        default: "\(self)"
        }
    }
}
