extension Exploration {
    /// Completes the report when no state is left to explore.
    mutating func conclude() {
        let wired = application.wiredHandlers
        report.places = frontier.places.count
        report.map = application.map.adding(transitions)
        report.handlers = wired.count
        report.uncalledHandlers = wired.filter { !handled.contains($0) }.map(\.description)
        concludeLeftOut()
        concludeScreens()
        concludeTranslations()
        concludeRepetitions()
        let events = Set(wired.map(\.event))
        for (output, isEffective) in outputs where !isEffective && events.contains(output) {
            add(
                .outputWithoutEffect,
                output,
                "The output '\(output)' changed nothing, wherever it was reported.",
                at: nil
            )
        }
        for (link, isAccepted) in links where !isAccepted {
            add(.deadLink, link, "The link '\(link)' led nowhere, wherever it was opened.", at: nil)
        }
        if !nodes.isEmpty { concludeLinks() }
        for place in frontier.places where place.explored > 0 && !place.hasExit && frontier.places.count > 1 {
            let state = nodes[place.node].state
            guard !state.isEnded, let focus = state.focus else { continue }
            add(.deadEnd, focus.name, "The user can't leave '\(focus.name)', and nothing is pending.", at: place.node)
        }
        report.findings.sort {
            ($0.kind.rawValue, $0.subject, $0.message) < ($1.kind.rawValue, $1.subject, $1.message)
        }
        acceptFindings()
    }

    /// Lists the places with states that were left out, the largest numbers first.
    private mutating func concludeLeftOut() {
        report.deepStates = deepStates.count
        report.leftOut = frontier.places.enumerated().filter { $0.element.leftOut > 0 }
            .sorted { ($1.element.leftOut, $0.offset) < ($0.element.leftOut, $1.offset) }
            .map { _, place in
                ExplorationReport.LeftOut(
                    place: place.position,
                    explored: place.explored,
                    states: place.leftOut,
                    statesElsewhere: place.leftOutElsewhere
                )
            }
    }

    /// Adds the screens that were never reached: as mistakes, if everything was explored that could lead there.
    private mutating func concludeScreens() {
        for name in application.screens.map({ $0.name }) where !shown.contains(name) {
            if isExplored(above: name) {
                add(.unreachedScreen, name, "The screen '\(name)' was never reached.", at: nil)
            } else {
                report.unreachedScreens.append(name)
            }
        }
    }

    /// Returns whether all states were explored in which a flow could have shown a screen, or have run a flow that shows it.
    private func isExplored(above screen: String) -> Bool {
        guard report.isComplete, deepStates.isEmpty else { return false }
        let flows = application.map.flows
        var searched: Set<String> = []
        var next = flows.filter { $0.screens.contains(screen) }.map(\.name)
        while let flow = next.popLast() {
            guard searched.insert(flow).inserted else { continue }
            let places = frontier.places.filter { $0.position?.flows.contains(flow) ?? false }
            guard places.allSatisfy({ $0.leftOut == 0 }) else { return false }
            if places.isEmpty { next += flows.filter { $0.runs.contains(flow) }.map(\.name) }
        }
        return true
    }

    private mutating func concludeTranslations() {
        guard let catalog = application.catalog else { return }
        var missing: [String: [String]] = [:]
        for language in catalog.languages {
            for key in catalog.untranslatedKeys(in: language) { missing[key, default: []].append(language) }
        }
        for (key, languages) in missing {
            let sentence = "The catalog has no translation of “\(key)” into \(languages.joined(separator: ", "))."
            add(.missingTranslation, key, sentence, at: nil)
        }
    }

    /// Moves the findings that the samples of the application accept to a list of their own.
    private mutating func acceptFindings() {
        report.accepted = application.samples.accepted.map { accepted in
            let isMeant = { (finding: Finding) in
                finding.kind.rawValue == accepted.kind && finding.subject == accepted.subject
            }
            defer { report.findings.removeAll(where: isMeant) }
            return ExplorationReport.Accepted(
                kind: accepted.kind,
                subject: accepted.subject,
                reason: accepted.reason,
                findings: report.findings.filter(isMeant)
            )
        }
    }
}
