extension Router {
    func perform(_ effect: some Effect, for coordinator: Key) {
        let kind = type(of: effect)
        if application.effectType(kind.name) != kind {
            record(
                bug:
                    "\(state.coordinators[coordinator]?.name ?? "A flow") performs '\(kind.name)' without declaring it: wire it or add .performs(\(kind).self)."
            )
        }
        checkHandling(of: kind, from: coordinator)
        append(.perform(effect), for: coordinator)
    }

    func startTimer(_ name: String, until due: Timestamp, for coordinator: Key) {
        checkHandling(ofTimer: name, of: coordinator)
        append(.wait(name: name, until: due), for: coordinator)
    }

    func cancelTimer(_ name: String, of coordinator: Key) {
        let count = state.pending.count
        state.pending.removeAll { $0.coordinator == coordinator && $0.due != nil && $0.name == name }
        if state.pending.count != count { isChanged = true }
    }

    private func append(_ work: PendingEffect.Work, for coordinator: Key) {
        guard isAttached(coordinator) else { return }
        isChanged = true
        let key = state.makeKey()
        state.pending.append(PendingEffect(key: key, coordinator: coordinator, since: context.now, work: work))
    }
}
