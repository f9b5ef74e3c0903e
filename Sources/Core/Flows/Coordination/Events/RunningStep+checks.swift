/// The checks of a step for mistakes that would strand the user without an error.
extension RunningStep {
    /// Records an application bug for a new screen with an output that no flow handles, or with a view that can't work.
    func checkNewScreens() {
        for index in router.state.screens.indices.reversed() {
            let node = router.state.screens[index]
            guard node.key >= router.firstNewKey else { return }
            let kind = type(of: node.screen)
            guard kind != AgentRequest.self else { continue }
            if let output = application.unhandledOutputs(of: node, in: router.state).first {
                router.record(
                    bug:
                        "\(router.name(of: node.owner)) shows '\(node.name)', but neither it nor a flow above handles '\(output)': wire it with .on(\(kind).\(output)), or add .ignores(\(kind).\(output))."
                )
            }
            if router.context.checksViews, let bug = application.viewBugs(of: node.screen).first {
                router.record(bug: bug)
            }
        }
    }

    /// Records an application bug for a flow that waits for an effect or a timer but is about to leave the tree.
    func checkWaitingFlows() {
        for effect in router.state.pending.reversed() {
            guard effect.key >= router.firstNewKey else { return }
            guard let node = router.state.coordinators[effect.coordinator], node.key >= router.firstNewKey,
                node.parent != nil,
                node.ownedCount == 0, node.childCount == 0, let flow = application.flow(node.name)
            else { continue }
            if effect.isTimer || flow.handler(for: .value(effect.name)) != nil {
                router.record(
                    bug:
                        "\(node.name) waits for '\(effect.name)' without a screen, so it leaves the tree before the event arrives: show a screen in start()."
                )
            }
        }
    }

    /// Records an application bug for a new flow with a result that no flow above would get.
    func checkNewFlows() {
        for node in router.state.coordinators.reversed() {
            guard node.key >= router.firstNewKey else { return }
            guard let parent = node.parent, let flow = application.flow(node.name), flow.hasResult,
                !application.accepts(.finish(node.name), from: parent, in: router.state)
            else { continue }
            router.record(
                bug:
                    "\(router.name(of: parent)) runs \(node.name), but neither it nor a flow above handles the result: \(flow.finishRemedy)"
            )
        }
    }

    /// Records an application bug for an empty tab that the flow can't fill, because it does not handle the tab.
    func checkNewTabs() {
        for owner in router.tabOwners {
            guard let flow = router.state.coordinators[owner].flatMap({ application.flow($0.name) }) else { continue }
            for item in router.state.containers.flatMap(\.allTabs).filter({ $0.owner == owner }).flatMap(\.items)
            where item.container.isVacant && flow.handler(for: .tab(item.name)) == nil {
                let handled = flow.handledNames { if case .tab(let name) = $0 { name } else { nil } }
                router.record(
                    bug:
                        "\(flow.name) sets the tab '\(item.name)' and does not handle it: wire it with .on(tab: \"\(item.name)\").\(handled.handledSentence)"
                )
            }
        }
    }
}

extension Application {
    /// Returns whether a flow in a state, or one above it, handles or ignores a trigger.
    fileprivate func accepts(_ trigger: Trigger, from coordinator: Key, in state: NavigationState) -> Bool {
        sequence(first: coordinator) { state.coordinators[$0]?.parent }
            .contains { key in state.coordinators[key].flatMap { flow($0.name) }?.accepts(trigger) ?? false }
    }

    /// Returns the enabled outputs of a screen that neither its flow nor a flow above handles or ignores.
    package func unhandledOutputs(of node: ScreenNode, in state: NavigationState) -> [String] {
        guard let owner = state.coordinators[node.owner], let flow = flow(owner.name) else { return [] }
        let screen = ObjectIdentifier(type(of: node.screen))
        // Most flows handle all outputs of their screens, so this ends without a search.
        guard var outputs = forwardedOutputs[FlowScreen(flow: ObjectIdentifier(flow.coordinator), screen: screen)]
        else { return [] }
        var parent = owner.parent
        while !outputs.isEmpty, let key = parent, let node = state.coordinators[key] {
            if let flow = self.flow(node.name) { outputs.removeAll { flow.accepts(.output(screen, $0)) } }
            parent = node.parent
        }
        guard !outputs.isEmpty else { return [] }
        let disabled = node.screen.disabledOutputs.map(\.name)
        return outputs.filter { !disabled.contains($0) }
    }
}
