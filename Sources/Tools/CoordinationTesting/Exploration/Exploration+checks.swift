import JSON

extension Exploration {
    /// Checks a state that an event led to.
    ///
    /// States with the same data in front differ in keys, or in flows that were checked when they were in front, so they are checked
    /// once. All steps from the first
    /// state of a place are checked, because a member of a state that is never stored can't be seen in its data.
    mutating func check(
        _ state: NavigationState,
        _ features: StateFeatures,
        at now: Timestamp,
        from parent: Int?,
        _ move: ExplorationMove?
    ) {
        let name = state.focus?.name ?? application.name
        for violation in state.violations { add(.leak, name, violation, at: parent, move) }
        let mayBeLeftBehind = state.identity == nil && parent.map { nodes[$0].wasSignedIn } ?? false
        // What a signed-in user left there may be in any flow.
        let data = mayBeLeftBehind ? features.data &+ 1 : features.near
        let isNew = checkedLooks.insert(look(of: state, data)).inserted
        guard isNew || parent.map({ nodes[$0].isFirst }) ?? true else { return }
        if let focus = state.focus {
            for bug in application.viewBugs(of: focus.screen) { add(.view, name, bug, at: parent, move) }
        }
        let links = LinkRules(
            application: application,
            state: state,
            context: Self.context(at: now)
        )
        for violation in links.ofPlace() + links.ofReports() {
            add(.wrongLink, violation.subject, violation.description, at: parent, move)
        }
        for mistake in textCheck?.mistakes(in: state) ?? [] { add(.untranslated, name, mistake, at: parent, move) }
        do {
            let bytes = try application.encode(state)
            report.largestState = max(report.largestState, bytes.count)
            if mayBeLeftBehind {
                let text = String(decoding: bytes, as: UTF8.self)
                for canary in application.samples.canaries where text.contains(canary) {
                    let sentence =
                        "“\(canary)” of a user who has signed out is still in a state with '\(name)' in front."
                    add(.leftBehind, canary, sentence, at: parent, move)
                }
            }
            if bytes.count > limits.stateBytes {
                let sentence = "A state with '\(name)' in front has \(bytes.count) bytes."
                add(.largeState, application.name, sentence, at: parent, move)
            }
            let restored = try application.decode(bytes, at: Self.context(at: now))
            if restored.state != state || !restored.changes.isEmpty {
                let sentence = "A state with '\(name)' in front differs after it is restored."
                add(.unstableSnapshot, name, sentence, at: parent, move)
            }
        } catch {
            add(.unstableSnapshot, name, "A state with '\(name)' in front can't be stored: \(error).", at: parent, move)
        }
    }

    /// Returns a hash of everything in a state that a check reads, except for keys, and for flows that are not in front.
    private func look(of state: NavigationState, _ data: UInt64) -> UInt64 {
        var hash = data
        hash.combine("\(state.place?.flows ?? [])\(state.modals.count)\(state.identity?.account ?? "")".utf8)
        let front = Set(state.stack)
        for screen in state.screens where front.contains(screen.key) {
            hash.combine(screen.name.utf8)
            hash.combine((try? JSONCoding.encode(screen.screen)) ?? [])
            for message in screen.messages { hash.combine("\(message.code)\(message.text)".utf8) }
        }
        for effect in state.pending.compactMap(\.effect) { hash.combine((try? JSONCoding.encode(effect)) ?? []) }
        for item in state.visibleTabs.flatMap(\.items) {
            hash.combine("\(item.name)\(item.title)\(item.badge ?? "")".utf8)
        }
        for question in [state.backQuestion, state.dismissQuestion] { hash.combine("\(question?.title ?? "")".utf8) }
        return hash
    }
}
