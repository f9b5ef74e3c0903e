import Documents
import JSON

extension Exploration {
    /// Reports an output again with other secrets, and looks for them in what is stored and in what clients get.
    ///
    /// A ``Secret`` can't be stored. A text that the schema of a payload calls secret can, if its type is `String`.
    mutating func checkSecrets(of move: ExplorationMove, at index: Int) {
        guard case .output(let name, let screen, let payload?) = move.event,
            let kind = nodes[index].state.screens[screen].map({ type(of: $0.screen) }),
            let schema = application.outputs(of: kind).first(where: { $0.name == name })?.schema,
            schema.containsSecret
        else { return }
        // A short secret may be in the state by chance, but not two of them.
        var places: [String] = []
        for _ in 0..<2 {
            guard let place = placeOfSecret(in: payload, schema, named: name, of: screen, at: index) else { return }
            places.append(place)
        }
        add(
            .plainSecret,
            move.subject,
            "The secret that '\(move.subject)' reports is \(places[0]) as plain text: declare the member of its payload as Secret, and pass it only to an effect with 'static let isSecret = true'.",
            at: index,
            move
        )
    }

    /// Reports an output with a secret that was made up, and returns where it is in the state afterwards, if it is.
    private mutating func placeOfSecret(
        in payload: JSONValue,
        _ schema: JSONSchema,
        named output: String,
        of screen: Key,
        at index: Int
    ) -> String? {
        let node = nodes[index]
        var secrets: [String] = []
        var generator = generator
        defer { self.generator = generator }
        let changed = schema.replacingSecrets(in: payload) { schema in
            let secret = schema.secret(using: &generator)
            secrets.append(secret)
            return .string(secret)
        }
        secrets.removeAll { $0.utf8.count < 6 }
        guard !secrets.isEmpty,
            let step = try? application.apply(
                .output(output, screen: screen, payload: changed),
                to: node.state,
                at: Self.context(after: node)
            )
        else { return nil }
        for secret in secrets {
            if let place = place(of: secret, in: step.state) { return place }
        }
        return nil
    }

    /// Returns where a text is in a state or its document, as the end of a sentence.
    private func place(of secret: String, in state: NavigationState) -> String? {
        func contains(_ value: some Encodable) -> Bool {
            (try? JSONCoding.encode(value)).map { $0.contains(secret) } ?? false
        }
        for node in state.coordinators where contains(node.state) { return "in the state of the flow '\(node.name)'" }
        for node in state.screens where contains(node.screen) { return "in the inputs of the screen '\(node.name)'" }
        for pending in state.pending {
            guard let effect = pending.effect, !type(of: effect).isSecret, contains(effect) else { continue }
            return "in the effect '\(pending.name)', which is stored,"
        }
        for node in state.screens where contains(node.messages) {
            return "in a message on the screen '\(node.name)'"
        }
        if let bytes = try? application.encode(state), bytes.contains(secret) { return "in the stored state" }
        return StatePreview(application).document(of: state).contains(secret) ? "in the document" : nil
    }
}

extension [UInt8] {
    fileprivate func contains(_ text: String) -> Bool { String(decoding: self, as: UTF8.self).contains(text) }
}

extension JSONSchema {
    /// Returns a random text that conforms, without characters that JSON or HTML would escape.
    fileprivate func secret(using generator: inout SeededGenerator) -> String {
        guard case .string(let rules) = kind, rules.pattern == nil else {
            let sample = sample(using: &generator).stringValue ?? ""
            return sample.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C && $0 != 0x2F }
                ? sample : ""
        }
        let count = Swift.min(Swift.max(rules.minLength ?? 0, 16), rules.maxLength ?? 16)
        let letters = Array("abcdefghijkmnopqrstuvwxyz")
        // Rules for passwords often demand an upper-case letter and a digit.
        return "Q7" + String((0..<Swift.max(count - 2, 0)).map { _ in letters.randomElement(using: &generator) ?? "x" })
    }
}
