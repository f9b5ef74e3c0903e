import JSON

extension Application {
    /// Returns the bugs of a screen's view, each in a sentence.
    ///
    /// `CoordinationTesting` checks every screen. A server checks only the first ones, at its start, as
    /// ``StepContext/checksViews`` explains.
    ///
    /// - Parameter screen: A screen with inputs.
    /// - Returns: A sentence for each output that the screen does not declare, for each payload fixed in the view that
    ///   the output would reject, for each key that an element has twice, for each source of rows that the screen does
    ///   not list, and for each field of a form that does not fit the payload.
    public func viewBugs(of screen: any Screen) -> [String] {
        let kind = type(of: screen)
        let declared = outputs(of: kind)
        let elements = screen.view.elements.flatMap { sequence(first: $0) { $0.fallback } }
        var lookBugs: [String] = []
        if let variant = screen.variant, !kind.variants.isEmpty, !kind.variants.contains(variant) {
            lookBugs = ["The variant '\(variant)' of '\(kind.name)' is not among its variants."]
        }
        return lookBugs
            + pinnedBugs(of: screen.view, in: kind)
            + elements.flatMap { element -> [String] in
                let contents = PartContents(of: element)
                var bugs = contents.reports.compactMap { bug(of: $0, in: kind, declared) }
                if case .list(let list) = element.content, let source = list.source,
                    !kind.rowSources.contains(where: { $0 == type(of: source) })
                {
                    bugs.append(
                        "The view of '\(kind.name)' has rows from \(type(of: source)), which is not among its sources: add it to 'static let rowSources'."
                    )
                }
                bugs += contents.duplicateKeys.map {
                    "The view of '\(kind.name)' has the key '\($0)' twice in one element."
                }
                if let form = element as? Form,
                    let output = declared.first(where: { $0.name == form.report.output })
                {
                    bugs += form.bugs(for: output).map { "The form of '\(kind.name)' for '\(output.name)' \($0)" }
                }
                return bugs
            }
    }

    private func pinnedBugs(of view: ScreenView, in kind: any Screen.Type) -> [String] {
        let pinned = view.elements.count { if case .pinned = $0.content { true } else { false } }
        return pinned > 1 ? ["The view of '\(kind.name)' has \(pinned) pinned controls; a screen has at most one."] : []
    }

    private func bug(of report: Report, in kind: any Screen.Type, _ declared: [any ScreenOutput]) -> String? {
        guard let output = declared.first(where: { $0.name == report.output }) else {
            return
                "The view of '\(kind.name)' reports '\(report.output)', which no flow wires: wire it with .on(\(kind).\(report.output)), or add .ignores(\(kind).\(report.output))."
        }
        guard let payload = report.payload else { return nil }
        do throws(PayloadError) {
            _ = try output.payload(from: payload)
            return nil
        } catch {
            return "The view of '\(kind.name)' reports '\(report.output)' with an invalid payload: \(error)"
        }
    }
}

extension Form {
    /// The bugs of the fields for the output that the form reports, each as the end of a sentence.
    fileprivate func bugs(for output: any ScreenOutput) -> [String] {
        guard let schema = output.schema else { return ["has fields, but the output has no payload."] }
        guard case .object(let rules) = schema.kind else {
            guard fields.count == 1 else { return ["has \(fields.count) fields, but the payload is not an object."] }
            return bugs(of: fields[0], schema)
        }
        var bugs: [String] = []
        for field in fields {
            if let property = rules.properties.first(where: { $0.name == field.name }) {
                bugs += self.bugs(of: field, property.schema)
            } else {
                let names = rules.properties.map { "'\($0.name)'" }.joined(separator: ", ")
                bugs.append("has the field '\(field.name)', which the payload does not have; it has \(names).")
            }
        }
        for name in rules.required where !fields.contains(where: { $0.name == name }) {
            bugs.append("has no field for '\(name)', which the payload requires.")
        }
        return bugs
    }

    private func bugs(of field: Field, _ schema: JSONSchema) -> [String] {
        // Clients convert the text of a choice to the type of the payload.
        guard case .choice(let choices) = field.input, schema.isText else { return [] }
        return choices.compactMap { choice in
            schema.violations(of: .string(choice.value)).isEmpty
                ? nil : "offers '\(choice.value)' in the field '\(field.name)', which the payload's schema rejects."
        }
    }
}

extension JSONSchema {
    /// Whether the values are strings, or strings and `null`.
    fileprivate var isText: Bool {
        switch kind {
        case .string, .enumeration: true
        case .nullable(let schema): schema.isText
        default: false
        }
    }
}
