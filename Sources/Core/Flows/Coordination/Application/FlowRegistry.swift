/// The flows, screens, outputs and effects that can be reached from an application coordinator, by name.
struct FlowRegistry {
    private(set) var flows: [String: FlowType] = [:]
    private(set) var screens: [String: any Screen.Type] = [:]
    private(set) var effects: [String: any Effect.Type] = [:]
    private(set) var rowSources: [String: any RowSource.Type] = [:]
    private(set) var topics: [String: any Topic.Type] = [:]
    /// The outputs of each kind of screen, in the order in which flows wire them.
    private(set) var outputs: [ObjectIdentifier: [DeclaredOutput]] = [:]
    private(set) var clashes: [String] = []

    mutating func add(_ flow: FlowType) {
        if let known = flows[flow.name] {
            if known.coordinator != flow.coordinator { clashes.append("Two flows have the name '\(flow.name)'.") }
            return
        }
        // Before its children, because flows can run each other in a circle.
        flows[flow.name] = flow
        for screen in flow.screens {
            if let known = screens[screen.name], known != screen {
                clashes.append("Two screen types have the name '\(screen.name)'.")
            }
            screens[screen.name] = screen
            for source in screen.rowSources {
                if let known = rowSources[source.name], known != source {
                    clashes.append("Two sources of rows have the name '\(source.name)'.")
                }
                rowSources[source.name] = source
            }
        }
        for effect in flow.effects {
            if let known = effects[effect.name], known != effect {
                clashes.append("Two effect types have the name '\(effect.name)'.")
            }
            effects[effect.name] = effect
        }
        for topic in flow.follows.map(\.kind) {
            if let known = topics[topic.name], known != topic {
                clashes.append("Two kinds of topics have the name '\(topic.name)'.")
            }
            topics[topic.name] = topic
        }
        for output in flow.outputs { add(output, of: flow) }
        for child in flow.flows { add(Self.flowType(child)) }
    }

    private mutating func add(_ output: any ScreenOutput, of flow: FlowType) {
        let source = ObjectIdentifier(output.source)
        guard let known = outputs[source]?.first(where: { $0.name == output.name }) else {
            return outputs[source, default: []].append(DeclaredOutput(output))
        }
        guard type(of: known.output) != type(of: output) else { return }
        clashes.append("\(flow.name) wires '\(output.name)' of '\(output.source.name)' with a different payload.")
    }

    /// The outputs that a flow leaves to the flows above, for each screen that it shows and does not handle entirely.
    var forwardedOutputs: [FlowScreen: [String]] {
        var forwarded: [FlowScreen: [String]] = [:]
        for flow in flows.values {
            for screen in flow.screens {
                let source = ObjectIdentifier(screen)
                let names = (outputs[source] ?? []).map(\.name).filter { !flow.accepts(.output(source, $0)) }
                guard !names.isEmpty else { continue }
                forwarded[FlowScreen(flow: ObjectIdentifier(flow.coordinator), screen: source)] = names
            }
        }
        return forwarded
    }

    private static func flowType<Flow: Coordinating>(_ flow: Flow.Type) -> FlowType { FlowType(flow) }
}

/// A kind of screen in a flow.
struct FlowScreen: Hashable {
    let flow: ObjectIdentifier
    let screen: ObjectIdentifier
}
