// The reactions of a step to the events of users and of the server.

extension RunningStep {
    /// Does what an event asks for, and tells the application coordinator's observers before and after.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - observed: The event for the observers, described before anything changes, or `nil` if there are none.
    /// - Throws: ``NavigationError``.
    func apply(_ event: Event, observed: ObservedEvent?) throws(NavigationError) {
        try observe(observed, .before)
        switch event {
        case .output(let name, let screen, let payload): try report(name, screen, payload)
        case .agentOutput(let name, let screen, let payload, let agent):
            try request(name, screen, payload, of: agent)
        case .violations(let error, let key): try show(error, on: key)
        case .back(let key): router.leaving { goBack(to: key) }
        case .dismiss(let all):
            router.leaving {
                dismiss(all: all)
                router.leavePassedScreens()
            }
        case .tab(let key): try selectTab(key)
        case .link(let text): try open(try application.address(of: text))
        case .effect(let key, let outcome): try deliver(outcome, of: key)
        case .progress(let key, let value): try progress(value, of: key)
        case .timer(let key): try fire(key)
        case .topic(let value): try receive(value)
        case .discardPending(let key): _ = takePending(key)
        }
        try observe(observed, .after)
    }

    /// Makes the application coordinator of a new session, lets it take the input, and starts it.
    func start(with input: (any Sendable)?) throws(NavigationError) {
        let root = application.attachRoot(router)
        if let input {
            do {
                try router.whileActive(root.key) { try application.interface.deliver(input, to: root) }
            } catch let rejection as Rejection {
                throw .rejected(rejection)
            } catch {
                throw .bug("\(application.root.name) threw \(error) for the input of a session.")
            }
        }
        router.start(root)
    }

    /// Calls the application coordinator's observers of an event, with the navigation as a user would see it.
    private func observe(
        _ event: ObservedEvent?,
        _ moment: EventObserver.Moment
    ) throws(NavigationError) {
        guard let event, let coordinator = router.coordinator(router.state.root) else { return }
        for observer in application.root.observers where observer.moment == moment {
            // An observer after the event sees the navigation with all that the event has queued. Delivering it calls other
            // flows, which must not count as the flow that handled the event.
            let handledBy = router.handledBy
            if moment == .after { try drain() }
            router.handledBy = handledBy
            do {
                try router.whileActive(coordinator.key) { try observer.observe(coordinator, event) }
            } catch let rejection as Rejection {
                throw .rejected(rejection)
            } catch {
                throw .bug("\(application.root.name) threw \(error) while it observed an event.")
            }
        }
    }

    func report(_ name: String, _ key: Key, _ payload: JSONValue?) throws(NavigationError) {
        let node = try reportingScreen(key, name)
        let value = try value(of: name, node, payload)
        if let request = node.screen as? AgentRequest { return try decide(name, request, of: node) }
        let trigger = Trigger.output(ObjectIdentifier(type(of: node.screen)), name)
        // A report that no flow handles changes nothing. A handled one clears the screen's earlier messages.
        guard isWired(trigger, from: node.owner) else { return }
        if !node.messages.isEmpty { router.setMessages([], of: key) }
        let report = PostponedOutput.Report(screen: node.name, output: name, payload: payload)
        router.reported = HandledOutput(report: report, screen: node)
        defer { router.reported = nil }
        try bubble(trigger, from: node.owner, with: value)
        guard router.state.postponed.count <= PostponedOutput.limit else {
            let limit = PostponedOutput.limit
            throw .rejected(
                Rejection("output.tooManyWait", "Too many postponed reports (\(limit)). Try again later.")
            )
        }
    }

    /// Returns the value that a screen reports.
    ///
    /// - Throws: ``NavigationError/unknownOutput(_:screen:declared:)``, ``NavigationError/outputUnavailable(_:screen:)`` or
    ///   ``NavigationError/invalidPayload(_:)``.
    func value(of name: String, _ node: ScreenNode, _ payload: JSONValue?) throws(NavigationError) -> any Sendable {
        let declared = application.declaredOutputs(of: type(of: node.screen))
        guard let output = declared.first(where: { $0.name.hasSameBytes(as: name) })?.output else {
            throw .unknownOutput(name, screen: node.name, declared: declared.map(\.name))
        }
        guard !node.screen.disabledOutputs.contains(where: { $0.name.hasSameBytes(as: name) }) else {
            throw .outputUnavailable(name, screen: node.name)
        }
        do throws(PayloadError) {
            return try output.payload(from: payload)
        } catch {
            throw .invalidPayload(error)
        }
    }

    /// Returns the screen with a key, if it may report an output now or, with `nil`, any output.
    func reportingScreen(_ key: Key, _ output: String?) throws(NavigationError) -> ScreenNode {
        guard let node = router.state.focus, node.key == key else { throw .staleScreen(key) }
        guard let effect = router.state.blocking else { return node }
        let isUsable =
            if let output {
                application.isUsableWhileBusy(output, of: node, in: router.state)
            } else {
                !application.reportableOutputs(in: router.state).isEmpty
            }
        guard isUsable else { throw .busy(effect: effect.name) }
        return node
    }

    /// Shows why a payload was rejected, as messages of the screen that reported it.
    private func show(_ error: PayloadError, on key: Key) throws(NavigationError) {
        let node = try reportingScreen(key, nil)
        let messages = error.violations.map { violation in
            Message("payload.\(violation.code)", violation.detail, pointer: violation.pointer)
        }
        if node.messages != messages { router.setMessages(messages, of: key) }
    }

    private func goBack(to key: Key?) {
        let stack = router.state.front
        guard let key else {
            guard let index = router.state.indexBelow(stack.screens.count - 1, on: stack) else { return leave() }
            return router.pop(stack, to: index)
        }
        guard let index = stack.screens.firstIndex(of: key) else { return }
        // A screen that was passed leads to the oldest legal one above it.
        router.pop(stack, to: router.state.index(from: index, on: stack))
    }

    private func dismiss(all: Bool) {
        guard all else {
            if router.state.canDismiss { router.dismissModals(from: router.state.modals.count - 1) }
            return
        }
        let fixed = router.state.modals.lastIndex { !$0.isDismissible }
        router.dismissModals(from: fixed.map { $0 + 1 } ?? 0)
    }

    private func selectTab(_ key: Key) throws(NavigationError) {
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

    /// Opens a link as the application coordinator decides.
    func open(_ address: LinkAddress) throws(NavigationError) {
        guard let coordinator = router.coordinator(router.state.root) else { return }
        router.leaving { router.dismissModals(from: 0) }
        // The flows that were dismissed finish first, so that their parents don't take the link for an earlier one.
        try drain()
        do {
            try router.whileActive(coordinator.key) { try application.openLink(coordinator, address) }
            router.handledBy = application.root.name
        } catch let rejection as Rejection {
            throw .rejected(rejection)
        } catch {
            throw .bug("\(application.root.name) threw \(error) for a link.")
        }
    }
}

// MARK: - Effects and timers

extension RunningStep {
    private func deliver(_ outcome: EffectOutcome, of key: Key) throws(NavigationError) {
        // An effect that was cancelled and an earlier attempt are not pending, so their late outcomes change nothing.
        guard let effect = takePending(key) else { return }
        if case .failure(.failed) = outcome, router.effects.retry(effect) { return }
        guard !effect.isAbandoned else { return }
        switch outcome {
        case .value(let value):
            try bubble(.value(effect.name), from: effect.coordinator, with: value)
        case .failure(let failure):
            let isHandled = try bubble(.failure(effect.name), from: effect.coordinator, with: failure)
            // A coordinator that inherited the effect shows no failure, because the user has left the screens that waited.
            if !isHandled, !effect.isInherited { showReason(failure, to: effect.coordinator) }
        }
    }

    private func fire(_ key: Key) throws(NavigationError) {
        guard let timer = takePending(key) else { return }
        guard timer.isTimer else { return router.effects.begin(timer) }
        // Before the handler, so that the handler can cancel it.
        router.effects.scheduleNextTick(of: timer)
        let handler = router.state.coordinators[timer.coordinator]?.name
        if try call(.timer(timer.name), of: timer.coordinator, with: Nothing()) { router.handledBy = handler }
    }

    /// Removes a pending effect or timer and returns it, or `nil` if it is not pending.
    private func takePending(_ key: Key) -> PendingEffect? {
        guard let effect = router.state.pending(key) else { return nil }
        router.draft.removePending { $0.key == key }
        return effect
    }

    /// Shows the user why a postponed output was rejected.
    func showReason(_ rejection: Rejection, to coordinator: Key) {
        guard let screen = router.screens(below: coordinator).last else { return }
        router.setMessages([Message(rejection.code, rejection.detail)], of: screen.key)
    }

    /// Shows the user that an effect failed, for a flow that does not handle the failure itself.
    private func showReason(_ failure: EffectFailure, to coordinator: Key) {
        guard let screen = router.state.screens.last(where: { $0.owner == coordinator }) else { return }
        let message =
            switch failure {
            case .failed: Message("effect.failed", "That did not work. Please try again.")
            case .interrupted:
                Message("effect.interrupted", "That was interrupted, and may have worked. Check before you try again.")
            }
        router.setMessages([message], of: screen.key)
    }
}
