extension FlowRegistry {
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
            for property in flow.storedProperties {
                errors.append(
                    "\(flow.name) has the stored property '\(property)', which loses its value after each step: move it to State, or make it static or computed."
                )
            }
            if flow.anchors.count > 1 { errors.append("\(flow.name) wires more than one anchor.") }
            for trigger in flow.duplicateTriggers {
                errors.append("\(flow.name) wires \(trigger.sentence) more than once.")
            }
            errors += flow.migrationErrors
        }
        return errors + propsErrors + outputErrors + finishErrors + effectErrors + linkErrors + topicErrors
            + signalErrors
    }

    /// The errors of screens whose inputs have no schema, so that no client could have types for them.
    private var propsErrors: [String] { screens.values.sorted { $0.name < $1.name }.compactMap { $0.propsError } }

    /// The errors of outputs: one that no flow handles, and a schema that does not fit the payload's type.
    private var outputErrors: [String] {
        screens.values.sorted { $0.name < $1.name }.flatMap { screen in
            (outputs[ObjectIdentifier(screen)] ?? []).flatMap { declared in
                var errors = (declared.output as? any SchemaChecking)?.schemaErrors ?? []
                let trigger = Trigger.output(ObjectIdentifier(screen), declared.name)
                if !flows.values.contains(where: { $0.accepts(trigger) }) {
                    errors.append(
                        "No flow handles the output '\(declared.name)' of '\(screen.name)': wire it with .on(\(screen).\(declared.name)), or add .ignores(\(screen).\(declared.name))."
                    )
                }
                return errors
            }
        }
    }

    /// The errors of results: the result of a flow that another one runs and no flow handles.
    private var finishErrors: [String] {
        let run = Set(flows.values.flatMap(\.flows).map { ObjectIdentifier($0) })
        return flows.values.sorted { $0.name < $1.name }.compactMap { flow in
            guard flow.hasResult, run.contains(ObjectIdentifier(flow.coordinator)),
                !flows.values.contains(where: { $0.accepts(.finish(flow.name)) })
            else { return nil }
            return "No flow handles the result of the flow '\(flow.name)': \(flow.finishRemedy)"
        }
    }

    /// The errors of links: a link of a screen or an output that no flow has, and a second link of the same one.
    private var linkErrors: [String] {
        flows.values.flatMap(\.links).enumerated().flatMap { index, link -> [String] in
            let isRepeated = flows.values.flatMap(\.links).prefix(index).contains { $0.isSame(as: link) }
            switch link {
            case .screen(let screen, _):
                let errors = isRepeated ? ["Two links lead to '\(screen.name)'."] : []
                let isKnown = screens[screen.name].map { $0 == screen } ?? false
                let remedy = "declare it with .shows(\(screen).self), and the flow that shows it with .runs"
                return errors + (isKnown ? [] : ["A link leads to '\(screen.name)', which no flow shows: \(remedy)."])
            case .output(let output, _):
                let subject = "the output '\(output.name)' of '\(output.source.name)'"
                let isKnown = (outputs[ObjectIdentifier(output.source)] ?? []).contains { $0.name == output.name }
                let remedy =
                    "wire it with .on(\(output.source).\(output.name)), and declare the flow that does with .runs"
                return (isRepeated ? ["Two links are those of \(subject)."] : [])
                    + (isKnown ? [] : ["A link is that of \(subject), which no flow wires: \(remedy)."])
            }
        }
    }

    /// The errors of signals that no flow handles.
    private var signalErrors: [String] {
        flows.values.sorted { $0.name < $1.name }.flatMap { flow in
            flow.signals.filter { fact in
                !flows.values.contains { $0.accepts(.signal(fact.identity, fact.name)) }
            }.map(\.name).map { name in
                "No flow handles the signal '\(name)' of \(flow.name): wire it in a flow above with .on(signal: \(name).self)."
            }
        }
    }

    /// The errors of topics: a name that the hints of a store and the paths of the API can't have.
    private var topicErrors: [String] {
        topics.keys.sorted().compactMap { name in
            let isPlain = name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
            guard !isPlain || name.isEmpty || name.utf8.count > 64 else { return nil }
            return "The topic '\(name)' has a name that is not 1 to 64 letters, digits, dots, hyphens and underscores."
        }
    }

    /// The errors of effects: an effect with a result that no flow handles, a secret one that is attempted again, and attempts
    /// without an end in sight.
    private var effectErrors: [String] {
        effects.values.sorted { $0.name < $1.name }.flatMap { effect in
            var errors: [String] = []
            if !flows.values.contains(where: { $0.accepts(effect) }) {
                errors.append(
                    "No flow handles the result of the effect '\(effect.name)': wire it with .on(\(effect).self), or add .ignores(\(effect).self)."
                )
            }
            if effect.isSecret, effect.retry != .never {
                errors.append(
                    "The effect '\(effect.name)' is secret and never stored, so it can't be attempted again: remove its retry."
                )
            }
            if let error = effect.retry.error(of: effect) { errors.append(error) }
            return errors
        }
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

extension FlowType {
    /// The lines of a wiring that handle or ignore the result of this flow, as the end of a sentence.
    var finishRemedy: String {
        "wire it with .on(finish: \(coordinator).self) { flow, result in … }, or add .ignores(finish: \(coordinator).self)."
    }
}

extension RetryPolicy {
    /// The error of a policy whose attempts have no end that a user or an operator would live to see, or `nil`.
    fileprivate func error(of effect: any Effect.Type) -> String? {
        guard attempts <= Self.mostAttempts else {
            return
                "The effect '\(effect.name)' is attempted up to \(attempts) times: attempt it at most \(Self.mostAttempts) times, and let the flow handle the failure with .on(failure: \(effect).self)."
        }
        let wait = (1..<attempts).reduce(Duration.zero) { $0 + (delay(after: $1) ?? .zero) }
        guard effect.blocksScreen, wait > .seconds(3_600) else { return nil }
        return
            "The effect '\(effect.name)' keeps its screens busy for up to \(wait.components.seconds / 3_600) hours while it is attempted \(attempts) times: attempt it for at most an hour, or declare 'static let blocksScreen = false'."
    }
}

extension Trigger {
    fileprivate var sentence: String {
        switch self {
        case .output(_, let name): "the output '\(name)'"
        case .finish(let flow): "the finish of \(flow)"
        case .value(let effect): "the effect '\(effect)'"
        case .failure(let effect): "the failure of the effect '\(effect)'"
        case .progress(let effect): "the progress of the effect '\(effect)'"
        case .timer(let name): "the timer '\(name)'"
        case .tab(let name): "the tab '\(name)'"
        case .topic(let name): "the topic '\(name)'"
        case .signal(_, let name): "the signal '\(name)'"
        }
    }
}
