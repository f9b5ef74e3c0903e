/// The checks of a step for mistakes that would strand the user without an error.
extension Router {
    /// Records an application bug for a new screen with an output that no flow handles, or with a view that can't work.
    func checkNewScreens() {
        for index in state.screens.indices.reversed() {
            let node = state.screens[index]
            guard node.key >= firstNewKey else { return }
            let kind = type(of: node.screen)
            if let output = application.unhandledOutputs(of: node, in: state).first {
                record(
                    bug:
                        "\(name(of: node.owner)) shows '\(node.name)', but neither it nor a flow above handles '\(output)': wire it with .on(\(kind).\(output)), or add .ignores(\(kind).\(output))."
                )
            }
            if context.checksViews, let bug = application.viewBugs(of: node.screen).first { record(bug: bug) }
        }
    }

    /// Records an application bug for a flow that waits for an effect or a timer but is about to leave the tree.
    func checkWaitingFlows() {
        for effect in state.pending.reversed() {
            guard effect.key >= firstNewKey else { return }
            guard let node = state.coordinators[effect.coordinator], node.key >= firstNewKey, node.parent != nil,
                node.ownedCount == 0, node.childCount == 0, let flow = application.flow(node.name)
            else { continue }
            if effect.isTimer || flow.handler(for: .value(effect.name)) != nil {
                record(
                    bug:
                        "\(node.name) waits for '\(effect.name)' without a screen, so it leaves the tree before the event arrives: show a screen in start()."
                )
            }
        }
    }

    /// Records an application bug for an empty tab that the flow can't fill, because it does not handle the tab.
    func checkNewTabs() {
        for owner in tabOwners {
            guard let flow = state.coordinators[owner].flatMap({ application.flow($0.name) }) else { continue }
            for item in state.containers.flatMap(\.allTabs).filter({ $0.owner == owner }).flatMap(\.items)
            where item.container.isVacant && flow.handler(for: .tab(item.name)) == nil {
                let handled = flow.handledNames { if case .tab(let name) = $0 { name } else { nil } }
                record(
                    bug:
                        "\(flow.name) sets the tab '\(item.name)' and does not handle it: wire it with .on(tab: \"\(item.name)\").\(Self.sentence(handled))"
                )
            }
        }
    }

    /// Records an application bug for an effect whose result no flow would get.
    func checkHandling(of effect: any Effect.Type, from coordinator: Key) {
        guard !flows(from: coordinator).contains(where: { $0.accepts(effect) }) else { return }
        record(
            bug:
                "\(name(of: coordinator)) performs '\(effect.name)', but neither it nor a flow above handles the result: wire it with .on(\(effect).self), or add .ignores(\(effect).self)."
        )
    }

    /// Records an application bug for a timer that its flow does not handle.
    func checkHandling(ofTimer timer: String, of coordinator: Key) {
        guard let flow = state.coordinators[coordinator].flatMap({ application.flow($0.name) }),
            flow.handler(for: .timer(timer)) == nil
        else { return }
        let handled = flow.handledNames { if case .timer(let name) = $0 { name } else { nil } }
        record(
            bug:
                "\(flow.name) starts the timer '\(timer)' and does not handle it: wire it with .on(timer: \"\(timer)\").\(Self.sentence(handled))"
        )
    }

    /// Records an application bug for a message whose pointer leads to no field of its screen.
    func checkPointers(of messages: [Message], on screen: any Screen) {
        for message in messages {
            guard let pointer = message.pointer, !pointer.isEmpty else { continue }
            let schemas = application.declaredOutputs(of: type(of: screen)).compactMap(\.output.schema)
            guard !schemas.contains(where: { $0.subschema(at: pointer) != nil }) else { continue }
            record(
                bug:
                    "The message '\(message.code)' points at '\(pointer)', which no payload of '\(type(of: screen).name)' contains."
            )
        }
    }

    /// The types of a flow and of the flows above it.
    private func flows(from coordinator: Key) -> some Sequence<FlowType> {
        sequence(first: coordinator) { self.state.coordinators[$0]?.parent }.lazy
            .compactMap { self.state.coordinators[$0] }.compactMap { self.application.flow($0.name) }
    }

    private func name(of coordinator: Key) -> String {
        state.coordinators[coordinator]?.name ?? "A flow"
    }

    private static func sentence(_ handled: [String]) -> String {
        handled.isEmpty ? "" : " It handles \(handled.map { "'\($0)'" }.joined(separator: ", "))."
    }
}

extension Application {
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
