/// The state of a session while a step changes it, with the changes that the step has made so far.
///
/// It is the only place that writes a state, so no change is missing from the list.
struct StateDraft {
    private(set) var state: NavigationState
    private var recorded = StateChanges()
    private let revision: UInt64

    /// Begins to change a state.
    ///
    /// - Parameters:
    ///   - state: The state before the step.
    ///   - revision: The revision of the session after the step.
    init(_ state: NavigationState, revision: UInt64) {
        self.state = state
        self.revision = revision
    }

    /// Returns the differences from the state before the step: the recorded changes without those that were undone.
    func changes(since before: NavigationState) -> StateChanges {
        var changes = recorded
        changes.dropChanges { key, kind in
            switch kind {
            // Each step that changes a screen gives it another version.
            case .screen: before.screens[key]?.version == state.screens[key]?.version
            case .coordinator: before.coordinators[key] == state.coordinators[key]
            case .effect: before.pending(key) == state.pending(key)
            }
        }
        if changes.members.contains(.containers), before.navigation == state.navigation, before.modals == state.modals {
            changes.members.remove(.containers)
        }
        if changes.members.contains(.postponed), before.postponed == state.postponed {
            changes.members.remove(.postponed)
        }
        if before.identity == state.identity { changes.members.remove(.identity) }
        if before.barrier == state.barrier { changes.members.remove(.barrier) }
        return changes
    }

    /// Makes a key that the session has never had.
    mutating func makeKey() -> Key {
        recorded.members.insert(.keys)
        return state.makeKey()
    }
}

// MARK: - Screens and coordinators

extension StateDraft {
    mutating func add(_ screen: ScreenNode) {
        recorded.recordAddition(of: screen.key, .screen)
        state.screens[screen.key] = screen
    }

    /// Changes a screen, which gets the revision of the step as its version.
    mutating func updateScreen(_ key: Key, hasNewInputs: Bool = false, _ change: (inout ScreenNode) -> Void) {
        let isFirst = recorded.recordChange(of: key, .screen, hasNewContent: hasNewInputs)
        let revision = revision
        state.screens.update(key) { node in
            change(&node)
            // A caller that gives all its steps one revision gets different versions, too.
            if isFirst { node.version = max(node.version + 1, revision) }
        }
    }

    mutating func removeScreens(_ keys: Set<Key>) {
        for key in keys where state.screens[key] != nil { recorded.recordRemoval(of: key, .screen) }
        state.screens.remove(keys)
    }

    mutating func add(_ coordinator: CoordinatorNode) {
        recorded.recordAddition(of: coordinator.key, .coordinator)
        state.coordinators[coordinator.key] = coordinator
    }

    mutating func updateCoordinator(_ key: Key, _ change: (inout CoordinatorNode) -> Void) {
        recorded.recordChange(of: key, .coordinator, hasNewContent: false)
        state.coordinators.update(key, change)
    }

    mutating func setState(_ value: any CoordinatorState, of coordinator: Key) {
        recorded.recordChange(of: coordinator, .coordinator, hasNewContent: true)
        state.coordinators.update(coordinator) { $0.state = value }
    }

    mutating func removeCoordinator(_ key: Key) {
        recorded.recordRemoval(of: key, .coordinator)
        state.coordinators[key] = nil
    }
}

// MARK: - Containers

extension StateDraft {
    /// Replaces the container with this key, and returns whether there is one.
    @discardableResult
    mutating func replaceContainer(_ key: Key, by change: (Container) -> Container) -> Bool {
        recorded.members.insert(.containers)
        return state.replaceContainer(key, by: change)
    }

    mutating func updateStack(_ key: Key, _ change: (inout Stack) -> Void) {
        recorded.members.insert(.containers)
        state.updateStack(key, change)
    }

    mutating func add(_ modal: Modal) {
        recorded.members.insert(.containers)
        state.modals.append(modal)
    }

    mutating func removeModal(at index: Int) -> Modal {
        recorded.members.insert(.containers)
        return state.modals.remove(at: index)
    }

    /// Moves the modals that were presented over some containers to another one.
    mutating func moveModals(over containers: Set<Key>, to successor: Key) {
        for index in state.modals.indices where containers.contains(state.modals[index].presenter) {
            recorded.members.insert(.containers)
            state.modals[index].presenter = successor
        }
    }
}

// MARK: - Effects, outputs and the user

extension StateDraft {
    mutating func add(_ effect: PendingEffect) {
        recorded.recordAddition(of: effect.key, .effect)
        state.pending.append(effect)
    }

    /// Changes the effects and timers that satisfy a predicate.
    mutating func updatePending(where isWanted: (PendingEffect) -> Bool, _ change: (inout PendingEffect) -> Void) {
        for index in state.pending.indices where isWanted(state.pending[index]) {
            recorded.recordChange(of: state.pending[index].key, .effect, hasNewContent: true)
            change(&state.pending[index])
        }
    }

    /// Removes the effects and timers that satisfy a predicate.
    mutating func removePending(where isRemoved: (PendingEffect) -> Bool) {
        let removed = state.pending.filter(isRemoved).map(\.key)
        guard !removed.isEmpty else { return }
        for key in removed { recorded.recordRemoval(of: key, .effect) }
        state.pending.removeAll { removed.contains($0.key) }
        // An emptied array keeps its buffer, and sessions live long.
        if state.pending.isEmpty { state.pending = [] }
    }

    mutating func add(_ output: PostponedOutput) {
        recorded.members.insert(.postponed)
        state.postponed.append(output)
    }

    mutating func removePostponed(where isRemoved: (PostponedOutput) -> Bool) {
        guard state.postponed.contains(where: isRemoved) else { return }
        recorded.members.insert(.postponed)
        state.postponed.removeAll(where: isRemoved)
    }

    mutating func setIdentity(_ identity: Identity?) {
        recorded.members.insert(.identity)
        state.identity = identity
    }

    mutating func setBarrier(_ revision: UInt64) {
        recorded.members.insert(.barrier)
        state.barrier = revision
    }

    mutating func end(with result: JSONValue?) {
        recorded.members.insert(.end)
        state.isEnded = true
        state.result = result
    }
}

extension NavigationState {
    /// The effect or timer with a key, or `nil` if it is not pending.
    func pending(_ key: Key) -> PendingEffect? { pending.index(of: key, by: \.key).map { pending[$0] } }
}
