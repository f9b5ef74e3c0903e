extension Restoration {
    /// Returns the stored structure with its decoded content, except for the flows that restart and the flows below them.
    mutating func fill() -> NavigationState {
        let leaving = restartingFlows()
        var state = stored.structure
        for (key, flow) in migratedFlows.sorted(by: { $0.key < $1.key }) where !leaving.contains(key) {
            if let content = flow.state { state.coordinators.update(key) { $0.state = content } }
            for (screen, content) in flow.screens {
                state.screens.update(screen) {
                    $0.screen = content.screen
                    if content.isChanged { $0.version = max($0.version + 1, context.revision) }
                }
            }
            guard flow.migrated.version != flow.storedVersion else { continue }
            record(flow.migrated.name, .migrated(from: flow.storedVersion, to: flow.migrated.version))
        }
        for (key, restart) in restarts.sorted(by: { $0.key < $1.key }) {
            state.coordinators.update(key) { $0.state = restart.state }
            record(migratedFlows[key]?.migrated.name, .restarted(restart.mismatch))
        }
        let work = pendingWork(leaving: leaving)
        state.pending = state.pending.compactMap { effect in
            if effect.isTimer { return leaving.contains(effect.coordinator) ? nil : effect }
            return work[effect.key].map { work in
                var effect = effect
                effect.work = work
                return effect
            }
        }
        return state
    }

    /// Returns the work of the pending effects by their keys, without the effects that are dropped.
    private mutating func pendingWork(leaving: Set<Key>) -> [Key: PendingEffect.Work] {
        var pendingWork: [Key: PendingEffect.Work] = [:]
        for (key, flow) in migratedFlows.sorted(by: { $0.key < $1.key }) {
            guard leaving.contains(key) else {
                pendingWork.merge(flow.effects) { first, _ in first }
                continue
            }
            for effect in flow.migrated.effects {
                pendingWork[effect.key] = work(effect, of: flow.migrated.name, isLeft: true)
            }
        }
        for effect in stored.orphans { pendingWork[effect.key] = work(effect, of: nil, isLeft: false) }
        return pendingWork
    }

    /// Returns the work of an effect of a flow that restarts or is gone, or `nil` for an effect that is dropped.
    private mutating func work(_ effect: StoredEffect, of flow: String?, isLeft: Bool) -> PendingEffect.Work? {
        let work = try? application.work(effect, of: flow ?? "A flow")
        // A lost effect would only notify its flow, and that flow restarts anyway.
        if let work, !isLeft || effect.value != nil { return work }
        record(flow, .dropped(effect: effect.name))
        return nil
    }

    private mutating func record(_ flow: String?, _ kind: SnapshotChange.Kind) {
        let change = SnapshotChange(flow: flow, kind: kind)
        if !changes.contains(change) { changes.append(change) }
    }

    /// Returns the flows that restart, and all flows below them.
    private func restartingFlows() -> Set<Key> {
        var leaving = Set(restarts.keys)
        // A parent's key is lower than its children's, so parents come first.
        for node in stored.structure.coordinators {
            if let parent = node.parent, leaving.contains(parent) { leaving.insert(node.key) }
        }
        return leaving
    }
}
