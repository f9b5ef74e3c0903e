import JSON

extension Application {
    /// Starts a session of this application.
    ///
    /// - Parameters:
    ///   - link: A link to open after the start; `nil` to stay where the application begins.
    ///   - context: The time, the session's id and the client.
    /// - Returns: The first state of the session, and the effects to run once it is committed.
    /// - Throws: ``NavigationError/unknownLink(_:)``, ``NavigationError/rejected(_:)``, or
    ///   ``NavigationError/bug(_:)``; no session is created.
    public func start(link: String? = nil, at context: StepContext) throws(NavigationError) -> Step {
        try start(link: link, at: context, observer: nil)
    }

    /// Starts a session and reports each coordinator object to an observer.
    package func start(
        link: String?,
        at context: StepContext,
        observer: StepObserver?
    ) throws(NavigationError) -> Step {
        var address: LinkAddress?
        if let link { address = try self.address(of: link) }
        let navigation = Container.stack(Stack(key: Key(1), screens: []))
        let router = Router(
            self,
            NavigationState(.init(nextKey: 2, navigation: navigation)),
            context,
            observer: observer
        )
        let cause = Step.Cause(source: name, name: "start")
        return try step(router, cause: cause, isFirst: true) { () throws(NavigationError) in
            startRoot(router)
            guard let address else { return }
            // The link opens from the state that a user would see, so flows that finish immediately go first.
            try drain(router)
            try open(address, router)
        }
    }

    /// Applies an event to a state and returns the next state and its effects.
    ///
    /// This is a pure function: the same event, state and context give the same bytes. When it throws, nothing has
    /// changed.
    ///
    /// ```swift
    /// let step = try items.apply(.output("submit", screen: key, payload: payload), to: state, at: context)
    /// step.state.stack  // [k4, k7]
    /// ```
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - state: The state of the session before the event.
    ///   - context: The time, the session's id and the client.
    /// - Returns: The state after every coordinator has reacted, and the effects to run once it is committed.
    /// - Throws: ``NavigationError``; each case names the reason.
    public func apply(
        _ event: Event,
        to state: NavigationState,
        at context: StepContext
    ) throws(NavigationError) -> Step {
        try apply(event, to: state, at: context, observer: nil)
    }

    /// Applies an event and reports each coordinator object to an observer.
    package func apply(
        _ event: Event,
        to state: NavigationState,
        at context: StepContext,
        observer: StepObserver?
    ) throws(NavigationError) -> Step {
        guard !state.isEnded else { throw .ended }
        let router = Router(self, state, context, observer: observer)
        let cause = self.cause(of: event, in: state)
        // Described first, because the event changes what it refers to.
        let observed = root.observers.isEmpty ? nil : ObservedEvent(event, in: state)
        return try step(router, cause: cause) { () throws(NavigationError) in
            try observe(observed, .before, router)
            switch event {
            case .output(let name, let screen, let payload): try report(name, screen, payload, router)
            case .violations(let error, let key): try show(error, on: key, router)
            case .back(let key): router.leaving { goBack(to: key, router) }
            case .dismiss(let all):
                router.leaving {
                    dismiss(all: all, router)
                    router.leavePassedScreens()
                }
            case .tab(let key): try selectTab(key, router)
            case .link(let text): try open(try address(of: text), router)
            case .effect(let key, let outcome): try deliver(outcome, of: key, router)
            case .timer(let key): try fire(key, router)
            case .discardPending(let key): _ = router.takePending(key)
            }
            try observe(observed, .after, router)
        }
    }

    /// Runs the body of a step and then everything it has queued.
    func step(
        _ router: Router,
        cause: Step.Cause,
        isFirst: Bool = false,
        _ body: () throws(NavigationError) -> Void
    ) throws(NavigationError) -> Step {
        defer { router.close() }
        let before = router.state
        try body()
        // The flows that the drain calls get events of other flows.
        let handledBy = router.handledBy
        try complete(router)
        let changes = router.draft.changes(since: before)
        return Step(
            state: router.state,
            changes: isFirst ? nil : changes,
            effects: changes.pending.added.compactMap(router.state.pending),
            renewsCredential: router.renewsCredential,
            cause: cause,
            handledBy: handledBy
        )
    }

    /// Delivers what is queued, checks the new screens and tabs, and writes the states of the flows back.
    func complete(_ router: Router) throws(NavigationError) {
        try drain(router)
        // A passed screen that is left in focus is shown again, so it is legal from now on.
        router.reopen(router.state.stack.last)
        router.checkNewTabs()
        router.checkNewScreens()
        if let bug = router.bug { throw .bug(bug) }
        guard Key(router.state.nextKey) >= router.firstNewKey else {
            throw .bug("The session has used up its keys.")
        }
        router.writeBack()
    }

    /// Calls the application coordinator's observers of an event, with the navigation as a user would see it.
    private func observe(
        _ event: ObservedEvent?,
        _ moment: EventObserver.Moment,
        _ router: Router
    ) throws(NavigationError) {
        guard let event, let coordinator = router.coordinator(router.state.root) else { return }
        for observer in root.observers where observer.moment == moment {
            let handledBy = router.handledBy
            if moment == .after { try drain(router) }
            router.handledBy = handledBy
            do {
                try router.whileActive(coordinator.key) { try observer.observe(coordinator, event) }
            } catch let rejection as Rejection {
                throw .rejected(rejection)
            } catch {
                throw .bug("\(root.name) threw \(error) while it observed an event.")
            }
        }
    }

    /// Delivers finishes and postponed outputs and fills empty selected tabs, until nothing is left to do.
    func drain(_ router: Router) throws(NavigationError) {
        // A tab whose handler shows no screen stays empty and must not be tried again.
        var tried: Set<Key> = []
        var rounds = 0
        while true {
            if router.bug != nil { return }
            rounds += 1
            // Flows that finish and restart each other immediately would otherwise loop without end.
            guard rounds <= 1_000 else { throw .bug("Flows run and finish each other in an endless loop.") }
            if !router.finished.isEmpty {
                let (key, result) = router.finished.removeFirst()
                try deliverFinish(of: key, result, router)
            } else if !router.redeliveries.isEmpty {
                for postponed in router.takePostponed(router.redeliveries.removeFirst()) {
                    try redeliver(postponed, router)
                }
            } else if let tab = router.state.first({ $0.emptyTab(notIn: tried) }) {
                tried.insert(tab.key)
                try call(.tab(tab.name), of: tab.owner, with: Nothing(), router)
            } else {
                break
            }
        }
        router.resumeSuspended()
        router.removeEmptyModals()
        router.checkWaitingFlows()
        router.removeEmptyCoordinators()
    }

    private func deliverFinish(of key: Key, _ result: any Sendable, _ router: Router) throws(NavigationError) {
        guard let node = router.state.coordinators[key] else { return }
        guard let parent = node.parent else {
            router.draft.end()
            return
        }
        // Keeps the parent in the tree while its last child is removed: its handler decides what comes next.
        var failure: NavigationError?
        router.whileActive(parent) {
            router.remove(key)
            do throws(NavigationError) {
                try bubble(.finish(node.name), from: parent, with: result, router)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// Calls the handler that a coordinator has wired to a trigger; returns whether there is one.
    @discardableResult
    private func call(
        _ trigger: Trigger,
        of key: Key,
        with value: any Sendable,
        _ router: Router
    ) throws(NavigationError) -> Bool {
        guard let node = router.state.coordinators[key], let flow = flow(node.name),
            let handle = flow.handler(for: trigger), let coordinator = router.coordinator(key)
        else { return false }
        router.observer?.handled?(WiredHandler(flow: node.name, event: name(of: trigger)))
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
}

// MARK: - User events

extension Application {
    private func report(_ name: String, _ key: Key, _ payload: JSONValue?, _ router: Router) throws(NavigationError) {
        let node = try reportingScreen(key, router)
        let declared = declaredOutputs(of: type(of: node.screen))
        guard let output = declared.first(where: { $0.name.hasSameBytes(as: name) })?.output else {
            throw .unknownOutput(name, screen: node.name, declared: declared.map(\.name))
        }
        guard !node.screen.disabledOutputs.contains(where: { $0.name.hasSameBytes(as: name) }) else {
            throw .outputUnavailable(name, screen: node.name)
        }
        let value: any Sendable
        do throws(PayloadError) {
            value = try output.payload(from: payload)
        } catch {
            throw .invalidPayload(error)
        }
        let trigger = Trigger.output(ObjectIdentifier(type(of: node.screen)), name)
        // A report that no flow handles changes nothing; a handled one clears the screen's earlier messages.
        guard isWired(trigger, from: node.owner, router) else { return }
        if !node.messages.isEmpty { router.setMessages([], of: key) }
        router.reported = .init(screen: node.name, output: name, payload: payload)
        defer { router.reported = nil }
        try bubble(trigger, from: node.owner, with: value, router)
        guard router.state.postponed.count <= PostponedOutput.limit else {
            let limit = PostponedOutput.limit
            throw .rejected(
                Rejection("output.tooManyWait", "Too many postponed reports (\(limit)). Try again later.")
            )
        }
    }

    /// Returns the screen with a key, if it may report now.
    private func reportingScreen(_ key: Key, _ router: Router) throws(NavigationError) -> ScreenNode {
        guard let node = router.state.focus, node.key == key else { throw .staleScreen(key) }
        if let effect = router.state.blocking { throw .busy(effect: effect.name) }
        return node
    }

    /// Shows why a payload was rejected, as messages of the screen that reported it.
    private func show(_ error: PayloadError, on key: Key, _ router: Router) throws(NavigationError) {
        let node = try reportingScreen(key, router)
        let messages = error.violations.map { violation in
            Message("payload.\(violation.code)", violation.detail, pointer: violation.pointer)
        }
        if node.messages != messages { router.setMessages(messages, of: key) }
    }

    /// Delivers a postponed output to its coordinator again, or drops it when it no longer matches the application.
    private func redeliver(_ postponed: PostponedOutput, _ router: Router) throws(NavigationError) {
        guard router.state.coordinators[postponed.coordinator] != nil, let kind = screenType(postponed.screen),
            let output = outputs(of: kind).first(where: { $0.name == postponed.output }),
            let value = try? output.payload(from: postponed.payload)
        else { return }
        router.reported = postponed.report
        defer { router.reported = nil }
        let trigger = Trigger.output(ObjectIdentifier(kind), postponed.output)
        do throws(NavigationError) {
            try router.attempt { () throws(NavigationError) in
                try bubble(trigger, from: postponed.coordinator, with: value, router)
            }
        } catch .rejected(let rejection) {
            router.showReason(rejection, to: postponed.coordinator)
        }
    }

    /// Bubbles an event from a coordinator to its ancestors until a handler does not forward it.
    ///
    /// - Returns: Whether any handler ran.
    @discardableResult
    func bubble(
        _ trigger: Trigger,
        from key: Key,
        with value: any Sendable,
        _ router: Router
    ) throws(NavigationError) -> Bool {
        var isHandled = false
        // Collected first, because a handler can remove its coordinator and the ancestors of it.
        let path = Array(sequence(first: key) { router.state.coordinators[$0]?.parent })
        for candidate in path {
            router.isForwarded = false
            let handler = router.state.coordinators[candidate]?.name
            guard try call(trigger, of: candidate, with: value, router) else { continue }
            isHandled = true
            if !router.isForwarded {
                router.handledBy = handler
                break
            }
        }
        return isHandled
    }

    /// Whether a coordinator or one of its ancestors handles a trigger.
    private func isWired(_ trigger: Trigger, from key: Key, _ router: Router) -> Bool {
        var candidate: Key? = key
        while let key = candidate, let node = router.state.coordinators[key] {
            if flow(node.name)?.handler(for: trigger) != nil { return true }
            candidate = node.parent
        }
        return false
    }

    private func goBack(to key: Key?, _ router: Router) {
        let stack = router.state.front
        guard let key else {
            guard let index = router.state.indexBelow(stack.screens.count - 1, on: stack) else { return }
            return router.pop(stack, to: index)
        }
        guard let index = stack.screens.firstIndex(of: key) else { return }
        // A screen that was passed leads to the oldest legal one above it.
        router.pop(stack, to: router.state.index(from: index, on: stack))
    }

    private func dismiss(all: Bool, _ router: Router) {
        guard all else {
            if router.state.canDismiss { router.dismissModals(from: router.state.modals.count - 1) }
            return
        }
        let fixed = router.state.modals.lastIndex { !$0.isDismissible }
        router.dismissModals(from: fixed.map { $0 + 1 } ?? 0)
    }

    private func selectTab(_ key: Key, _ router: Router) throws(NavigationError) {
        for tabs in router.state.visibleTabs {
            guard let index = tabs.items.firstIndex(where: { $0.key == key }) else { continue }
            if tabs.index == index {
                let stack = tabs.selected.container.front
                if !stack.screens.isEmpty { router.pop(stack, to: router.state.index(from: 0, on: stack)) }
            } else {
                router.select(index, of: tabs)
                router.leavePassedScreens()
            }
            return
        }
        throw .staleTab(key)
    }

    private func open(_ address: LinkAddress, _ router: Router) throws(NavigationError) {
        guard let coordinator = router.coordinator(router.state.root) else { return }
        router.leaving { router.dismissModals(from: 0) }
        // The flows that were dismissed finish first, so that their parents don't take the link for an earlier one.
        try drain(router)
        do {
            try router.whileActive(coordinator.key) { try openLink(coordinator, address) }
            router.handledBy = root.name
        } catch let rejection as Rejection {
            throw .rejected(rejection)
        } catch {
            throw .bug("\(root.name) threw \(error) for a link.")
        }
    }

    private func address(of text: String) throws(NavigationError) -> LinkAddress {
        guard let address = LinkAddress(text), isOwn(address), canOpen(address) else { throw .unknownLink(text) }
        return address
    }

    /// Returns whether a link belongs to this application, even if it leads nowhere.
    public func owns(_ link: String) -> Bool {
        LinkAddress(link).map(isOwn) ?? false
    }

    private func isOwn(_ address: LinkAddress) -> Bool {
        switch address.scheme {
        case "usher": address.host == name
        case "https": hosts.contains(address.host)
        default: false
        }
    }
}

// MARK: - Effects and timers

extension Application {
    private func deliver(_ outcome: EffectOutcome, of key: Key, _ router: Router) throws(NavigationError) {
        guard let effect = router.takePending(key) else { return }
        if case .failure(.failed) = outcome, router.retry(effect) { return }
        guard !effect.isAbandoned else { return }
        switch outcome {
        case .value(let value):
            try bubble(.value(effect.name), from: effect.coordinator, with: value, router)
        case .failure(let failure):
            let isHandled = try bubble(.failure(effect.name), from: effect.coordinator, with: failure, router)
            // A coordinator that inherited the effect shows no failure: the user has left the screens that waited.
            if !isHandled, !effect.isInherited { router.showReason(failure, to: effect.coordinator) }
        }
    }

    private func fire(_ key: Key, _ router: Router) throws(NavigationError) {
        guard let timer = router.takePending(key) else { return }
        guard timer.isTimer else { return router.begin(timer) }
        let handler = router.state.coordinators[timer.coordinator]?.name
        if try call(.timer(timer.name), of: timer.coordinator, with: Nothing(), router) { router.handledBy = handler }
    }

    private func cause(of event: Event, in state: NavigationState) -> Step.Cause {
        let focus = state.focus?.name ?? "nothing"
        return switch event {
        case .output(let name, let screen, _): .init(source: state.screens[screen]?.name ?? focus, name: name)
        case .violations: .init(source: focus, name: "violations")
        case .back: .init(source: focus, name: "back")
        case .dismiss: .init(source: focus, name: "dismiss")
        case .tab: .init(source: focus, name: "tab")
        case .link: .init(source: focus, name: "link")
        case .effect(let key, _): .init(source: "effect", name: state.pending.first { $0.key == key }?.name ?? "gone")
        case .timer(let key): .init(source: "timer", name: state.pending.first { $0.key == key }?.name ?? "gone")
        case .discardPending(let key):
            .init(source: "forget", name: state.pending.first { $0.key == key }?.name ?? "gone")
        }
    }
}

extension Router {
    /// Removes a pending effect or timer and returns it; `nil` when it is not pending.
    fileprivate func takePending(_ key: Key) -> PendingEffect? {
        guard let effect = state.pending(key) else { return nil }
        draft.removePending { $0.key == key }
        return effect
    }

    /// Shows the user why a postponed output was rejected.
    fileprivate func showReason(_ rejection: Rejection, to coordinator: Key) {
        guard let screen = screens(below: coordinator).last else { return }
        setMessages([Message(rejection.code, rejection.detail)], of: screen.key)
    }

    /// Shows the user that an effect failed, for a flow that does not handle the failure itself.
    fileprivate func showReason(_ failure: EffectFailure, to coordinator: Key) {
        guard let screen = state.screens.last(where: { $0.owner == coordinator }) else { return }
        let message =
            switch failure {
            case .failed: Message("effect.failed", "That did not work. Please try again.")
            case .interrupted:
                Message("effect.interrupted", "That was interrupted, and may have worked. Check before you try again.")
            }
        setMessages([message], of: screen.key)
    }
}
