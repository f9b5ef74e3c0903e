/// The checks of what a coordinator asks for.
extension Router {
    /// Records an application bug for an effect with a result that no flow would get.
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
                "\(flow.name) starts the timer '\(timer)' and does not handle it: wire it with .on(timer: \"\(timer)\").\(handled.handledSentence)"
        )
    }

    /// Records an application bug for a message with a pointer that leads to no field of its screen.
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

    func name(of coordinator: Key) -> String {
        state.coordinators[coordinator]?.name ?? "A flow"
    }
}

extension [String] {
    /// A sentence about the names that a flow handles, for an author who has misspelt one.
    var handledSentence: String {
        isEmpty ? "" : " It handles \(map { "'\($0)'" }.joined(separator: ", "))."
    }
}
