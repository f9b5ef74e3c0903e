/// A step while it runs, which delivers an event to the coordinators and then all that follows from it, until nothing is left.
///
/// The router has the state and alone changes it. This type decides which coordinator gets what, and when.
struct RunningStep {
    let router: Router

    var application: Application { router.application }

    init(_ router: Router) { self.router = router }

    init(_ application: Application, _ state: NavigationState, _ context: StepContext, _ observer: StepObserver?) {
        router = Router(application, state, context, observer: observer)
    }

    /// Runs the body of a step and then everything it has queued.
    ///
    /// - Parameters:
    ///   - cause: The event, as the log and the history name it.
    ///   - isFirst: Whether the step starts a session, so that there is no state before it and the step has no list of changes.
    ///   - body: The first part of the step.
    /// - Returns: The step.
    /// - Throws: The errors of the body, or ``NavigationError/bug(_:)``. Nothing has changed then.
    func run(
        cause: Step.Cause,
        isFirst: Bool = false,
        _ body: () throws(NavigationError) -> Void
    ) throws(NavigationError) -> Step {
        defer { router.close() }
        let before = router.state
        try body()
        // Read before the drain, because the flows that it calls get other events than this one.
        let handledBy = router.handledBy
        try complete()
        let changes = router.draft.changes(since: before)
        return Step(
            state: router.state,
            changes: isFirst ? nil : changes,
            effects: changes.pending.added.compactMap(router.state.pending),
            // A rejection within the step may have undone it.
            cancelled: router.cancelled.filter { router.state.pending($0.key) == nil },
            renewsCredential: router.renewsCredential,
            cause: cause,
            handledBy: handledBy
        )
    }

    /// Delivers what is queued, checks the new screens and tabs, and writes the states of the flows back.
    func complete() throws(NavigationError) {
        try drain()
        // A passed screen that is left in focus is shown again, so it is legal from now on.
        router.reopen(router.state.stack.last)
        checkNewFlows()
        checkNewTabs()
        checkNewScreens()
        if let bug = router.bug { throw .bug(bug) }
        // A counter below its value at the start of the step has wrapped round, and keys must not repeat.
        guard Key(router.state.nextKey) >= router.firstNewKey else {
            throw .bug("The session has used up its keys.")
        }
        router.writeBack()
    }

    /// Delivers signals, finishes and postponed outputs and fills empty selected tabs, until nothing is left to do.
    func drain() throws(NavigationError) {
        // A tab with a handler that shows no screen stays empty and must not be tried again.
        var tried: Set<Key> = []
        var rounds = 0
        while true {
            if router.bug != nil { return }
            rounds += 1
            // Flows that finish and restart each other immediately would otherwise loop without end.
            guard rounds <= 1_000 else { throw .bug("Flows run and finish each other in an endless loop.") }
            if !router.undelivered.signals.isEmpty {
                let signal = router.undelivered.signals.removeFirst()
                try bubble(signal.trigger, from: signal.parent, with: signal.fact, origin: signal.origin)
            } else if !router.undelivered.finished.isEmpty {
                let (key, result) = router.undelivered.finished.removeFirst()
                try deliverFinish(of: key, result)
            } else if !router.redeliveries.isEmpty {
                for postponed in router.takePostponed(router.redeliveries.removeFirst()) {
                    try redeliver(postponed)
                }
            } else if let tab = router.state.first({ $0.emptyTab(notIn: tried) }) {
                tried.insert(tab.key)
                try call(.tab(tab.name), of: tab.owner, with: Nothing())
            } else {
                break
            }
        }
        router.resumeSuspended()
        router.removeEmptyModals()
        // Checked while they are still in the tree. They leave it in the next line, together with their effects.
        checkWaitingFlows()
        router.removeEmptyCoordinators()
    }

    private func deliverFinish(of key: Key, _ result: any Sendable) throws(NavigationError) {
        guard let node = router.state.coordinators[key] else { return }
        guard let parent = node.parent else {
            return try end(with: result)
        }
        // Keeps the parent in the tree while its last child is removed, because its handler decides what comes next.
        var failure: NavigationError?
        router.whileActive(parent) {
            router.remove(key)
            do throws(NavigationError) {
                try bubble(.finish(node.name), from: parent, with: result)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// Delivers a postponed output to its coordinator again, or drops it when it no longer matches the application.
    private func redeliver(_ postponed: PostponedOutput) throws(NavigationError) {
        guard router.state.coordinators[postponed.coordinator] != nil,
            let kind = application.screenType(postponed.screen),
            let output = application.outputs(of: kind).first(where: { $0.name == postponed.output }),
            let value = try? output.payload(from: postponed.payload)
        else { return }
        router.reported = HandledOutput(report: postponed.report, screen: nil)
        defer { router.reported = nil }
        let trigger = Trigger.output(ObjectIdentifier(kind), postponed.output)
        do throws(NavigationError) {
            try router.attempt { () throws(NavigationError) in
                try bubble(trigger, from: postponed.coordinator, with: value)
            }
        } catch .rejected(let rejection) {
            showReason(rejection, to: postponed.coordinator)
        }
    }

    /// Calls the handler that a coordinator has wired to a trigger, and returns whether there is one.
    @discardableResult
    func call(
        _ trigger: Trigger,
        of key: Key,
        with value: any Sendable
    ) throws(NavigationError) -> Bool {
        guard let node = router.state.coordinators[key], let flow = application.flow(node.name),
            let handle = flow.handler(for: trigger), let coordinator = router.coordinator(key)
        else { return false }
        router.observer?.handled?(WiredHandler(flow: node.name, event: application.name(of: trigger)))
        do {
            try router.whileActive(key) { try handle(coordinator, value) }
        } catch let rejection as Rejection {
            throw .rejected(rejection)
        } catch let error as NavigationError {
            throw error
        } catch {
            throw .bug("\(node.name) threw \(error).")
        }
        return true
    }

    /// Bubbles an event from a coordinator to its ancestors until a handler does not forward it.
    ///
    /// - Parameters:
    ///   - trigger: The event.
    ///   - key: The first coordinator that may handle it.
    ///   - value: The value that the handlers get.
    ///   - origin: The coordinator that the event comes from, if it is another one.
    /// - Returns: Whether any handler ran.
    /// - Throws: The error of a handler.
    @discardableResult
    func bubble(
        _ trigger: Trigger,
        from key: Key,
        with value: any Sendable,
        origin: Key? = nil
    ) throws(NavigationError) -> Bool {
        var isHandled = false
        let outer = router.origin
        router.origin = origin ?? key
        defer { router.origin = outer }
        // Collected first, because a handler can remove its coordinator and the ancestors of it.
        let path = Array(sequence(first: key) { router.state.coordinators[$0]?.parent })
        for candidate in path {
            router.isForwarded = false
            let handler = router.state.coordinators[candidate]?.name
            guard try call(trigger, of: candidate, with: value) else { continue }
            isHandled = true
            if !router.isForwarded {
                router.handledBy = handler
                break
            }
        }
        return isHandled
    }

    /// Whether a coordinator or one of its ancestors handles a trigger.
    func isWired(_ trigger: Trigger, from key: Key) -> Bool {
        application.handlingFlow(of: trigger, from: key, in: router.state) != nil
    }
}
