/// The flows, screens, outputs and effects that can be reached from an application coordinator, by name.
struct FlowRegistry {
    private(set) var flows: [String: FlowType] = [:]
    private(set) var screens: [String: any Screen.Type] = [:]
    private(set) var effects: [String: any Effect.Type] = [:]
    /// The outputs of each kind of screen, in the order in which flows wire them.
    private(set) var outputs: [ObjectIdentifier: [DeclaredOutput]] = [:]
    private var clashes: [String] = []

    mutating func add(_ flow: FlowType) {
        if let known = flows[flow.name] {
            if known.coordinator != flow.coordinator { clashes.append("Two flows have the name '\(flow.name)'.") }
            return
        }
        flows[flow.name] = flow
        for screen in flow.screens {
            if let known = screens[screen.name], known != screen {
                clashes.append("Two screen types have the name '\(screen.name)'.")
            }
            screens[screen.name] = screen
        }
        for effect in flow.effects {
            if let known = effects[effect.name], known != effect {
                clashes.append("Two effect types have the name '\(effect.name)'.")
            }
            effects[effect.name] = effect
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

    private static func flowType<Flow: Coordinating>(_ flow: Flow.Type) -> FlowType { FlowType(flow) }

    /// Returns the errors in the wiring, each in a sentence for the application's author.
    func errors(name: String, factory: any Sendable) -> [String] {
        var errors = clashes
        let isPlain = name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
        if name.isEmpty || !isPlain {
            errors.append("Its name may contain only lowercase letters, digits and hyphens.")
        }
        for flow in flows.values.sorted(by: { $0.name < $1.name }) {
            if !flow.takesFactory(factory) {
                errors.append(
                    "The factory \(type(of: factory)) is not of the type that \(flow.name) declares as its Factory."
                )
            }
            if !flow.keptParts.isEmpty, !(flow.coordinator is any ApplicationCoordinating.Type) {
                errors.append("\(flow.name) keeps state of no user, which only the application coordinator can.")
            }
            if flow.anchors.count > 1 { errors.append("\(flow.name) wires more than one anchor.") }
            for trigger in flow.duplicateTriggers {
                errors.append("\(flow.name) wires \(trigger.sentence) more than once.")
            }
            errors += flow.migrationErrors
        }
        return errors
    }
}

extension FlowType {
    fileprivate var migrationErrors: [String] {
        Set(migratedVersions).sorted().compactMap { from in
            guard (1..<max(version, 1)).contains(from) else {
                return "\(name) has version \(version), but a migration from version \(from)."
            }
            guard migratedVersions.count(where: { $0 == from }) > 1 else { return nil }
            return "\(name) has two migrations from version \(from)."
        }
    }
}

extension Trigger {
    fileprivate var sentence: String {
        switch self {
        case .output(_, let name): "the output '\(name)'"
        case .finish(let flow): "the finish of \(flow)"
        case .value(let effect): "the effect '\(effect)'"
        case .failure(let effect): "the failure of the effect '\(effect)'"
        case .timer(let name): "the timer '\(name)'"
        case .tab(let name): "the tab '\(name)'"
        }
    }
}
