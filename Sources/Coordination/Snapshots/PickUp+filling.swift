extension PickUp {
    /// The structure with the content in it, but for what is about to go.
    mutating func fill() -> NavigationState {
        let leaving = leavingFlows()
        var state = stored.structure
        for (key, fitting) in fittings.sorted(by: { $0.key < $1.key }) where !leaving.contains(key) {
            if let content = fitting.state { state.coordinators.update(key) { $0.state = content } }
            for (screen, content) in fitting.screens {
                state.screens.update(screen) {
                    $0.screen = content.screen
                    if content.isChanged { $0.version &+= 1 }
                }
            }
            guard fitting.stored.version != fitting.writtenVersion else { continue }
            note(fitting.stored.name, .upgraded(from: fitting.writtenVersion, to: fitting.stored.version))
        }
        for (key, restart) in restarts.sorted(by: { $0.key < $1.key }) {
            state.coordinators.update(key) { $0.state = restart.state }
            note(fittings[key]?.stored.name, .restarted(restart.misfit))
        }
        let work = promises(leaving: leaving)
        state.pending = state.pending.compactMap { effect in
            if effect.due != nil { return leaving.contains(effect.coordinator) ? nil : effect }
            return work[effect.key].map { work in
                var effect = effect
                effect.work = work
                return effect
            }
        }
        return state
    }

    /// What the effects are to do; those that are not in it go.
    private mutating func promises(leaving: Set<Key>) -> [Key: PendingEffect.Work] {
        var promises: [Key: PendingEffect.Work] = [:]
        for (key, fitting) in fittings.sorted(by: { $0.key < $1.key }) {
            guard leaving.contains(key) else {
                promises.merge(fitting.effects) { first, _ in first }
                continue
            }
            for effect in fitting.stored.effects {
                promises[effect.key] = promise(effect, of: fitting.stored.name, isLeft: true)
            }
        }
        for effect in stored.orphans { promises[effect.key] = promise(effect, of: nil, isLeft: false) }
        return promises
    }

    /// What an effect is to do whose flow does not wait for it as it did; `nil` for one that is given up.
    private mutating func promise(_ effect: StoredEffect, of flow: String?, isLeft: Bool) -> PendingEffect.Work? {
        let work = try? application.work(effect, of: flow ?? "A flow")
        // One that was lost would only tell the flow so, and that begins again anyway.
        if let work, !isLeft || effect.value != nil { return work }
        note(flow, .dropped(effect: effect.name))
        return nil
    }

    private mutating func note(_ flow: String?, _ kind: SnapshotChange.Kind) {
        let change = SnapshotChange(flow: flow, kind: kind)
        if !changes.contains(change) { changes.append(change) }
    }

    /// The flows that begin again, and all that run below them.
    private func leavingFlows() -> Set<Key> {
        var leaving = Set(restarts.keys)
        // Those who run others are older and so come first.
        for node in stored.structure.coordinators {
            if let parent = node.parent, leaving.contains(parent) { leaving.insert(node.key) }
        }
        return leaving
    }
}
