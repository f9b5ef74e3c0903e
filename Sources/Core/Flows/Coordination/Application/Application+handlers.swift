extension Application {
    /// Every handler in the wiring of the application's flows, sorted.
    package var wiredHandlers: [WiredHandler] {
        flowTypes.flatMap { flow in flow.triggers.map { WiredHandler(flow: flow.name, event: name(of: $0)) } }.sorted()
    }

    /// Returns the name of a trigger, which is unique in its flow.
    func name(of trigger: Trigger) -> String {
        switch trigger {
        case .output(let screen, let name):
            "\(screens.first { ObjectIdentifier($0) == screen }?.name ?? "?").\(name)"
        case .finish(let flow): "finish \(flow)"
        case .value(let effect): "effect \(effect)"
        case .failure(let effect): "failure \(effect)"
        case .progress(let effect): "progress \(effect)"
        case .timer(let name): "timer \(name)"
        case .tab(let name): "tab \(name)"
        case .topic(let name): "topic \(name)"
        case .signal(_, let name): "signal \(name)"
        }
    }
}
