extension Router {
    func push(_ screen: some Screen, owner: Key, hides: Set<Bar>, transition: Transition?, back: BackPolicy) {
        let container = state.coordinators[owner]?.container ?? state.navigation.key
        push(screen, owner: owner, on: container, hides: hides, transition: transition, back: back)
    }

    func push(
        _ screen: some Screen,
        owner: Key,
        on container: Key,
        hides: Set<Bar>,
        transition: Transition?,
        back: BackPolicy
    ) {
        let screen = drawable(screen)
        let kind = type(of: screen)
        guard isAttached(owner) else { return }
        if application.screenType(kind.name) != kind {
            record(
                bug:
                    "\(state.coordinators[owner]?.name ?? "A flow") shows '\(kind.name)' without declaring it: wire one of its outputs or add .shows(\(kind).self)."
            )
        }
        guard let stack = stack(in: container) else { return }
        // Before the screen is added, so that it is not passed itself.
        if back == .barrier { passBarrier(owner) }
        let key = draft.makeKey()
        draft.add(
            ScreenNode(
                .init(
                    key: key,
                    owner: owner,
                    hides: hides,
                    transition: transition,
                    discard: back.question,
                    content: ScreenContent(screen)
                )
            )
        )
        draft.updateCoordinator(owner) { $0.ownedCount += 1 }
        draft.updateStack(stack.key) { $0.screens.append(key) }
    }

    func popTop(of owner: Key, keepingRoot: Bool) {
        guard let stack = stack(of: owner), let top = stack.screens.last else { return }
        guard !keepingRoot || stack.screens.count > 1 else { return }
        removeScreens([top])
        reopen(stack.screens.dropLast().last)
        removeEmptyCoordinators()
    }

    func pop(of owner: Key, to target: (ScreenNode) -> Bool) {
        guard let stack = stack(of: owner) else { return }
        guard let index = stack.screens.lastIndex(where: { state.screens[$0].map(target) ?? false }) else { return }
        pop(stack, to: index)
    }

    func popToRoot(of owner: Key) {
        guard let stack = stack(of: owner) else { return }
        pop(stack, to: 0)
    }

    /// Removes every screen above an index from a stack.
    func pop(_ stack: Stack, to index: Int) {
        removeScreens(Set(stack.screens.dropFirst(index + 1)))
        if stack.screens.indices.contains(index) { reopen(stack.screens[index]) }
        removeEmptyCoordinators()
    }

    func clearStack(of owner: Key, transition: Transition?) {
        guard let stack = stack(of: owner) else { return }
        removeScreens(Set(stack.screens))
        draft.updateStack(stack.key) { $0.transition = transition }
        removeEmptyCoordinators()
    }

    /// Returns the stack that a coordinator pushes on: its own, or the one in front of its tabs.
    private func stack(of owner: Key) -> Stack? {
        state.coordinators[owner].flatMap { stack(in: $0.container) }
    }

    func stack(in container: Key) -> Stack? {
        state.first { $0.front(of: container) }
    }

    /// Removes screens from their stacks and from the state.
    func removeScreens(_ removed: Set<Key>) {
        guard !removed.isEmpty else { return }
        for stack in state.stacks(where: { $0.screens.contains(where: removed.contains) || !$0.suspended.isEmpty }) {
            draft.updateStack(stack.key) { $0.remove(removed) }
        }
        removeNodes(removed)
    }

    /// Removes screens that are on no stack any more from the state, and updates the counts of their owners.
    private func removeNodes(_ removed: Set<Key>) {
        for key in removed {
            guard let node = state.screens[key] else { continue }
            draft.updateCoordinator(node.owner) { $0.ownedCount -= 1 }
        }
        draft.removeScreens(removed)
    }

    /// Replaces a container by an empty stack, discards its content, and returns the key of the stack.
    func replaceContainer(_ key: Key, transition: Transition?) -> Key {
        let fresh = draft.makeKey()
        var old: Container?
        draft.replaceContainer(key) { container in
            old = container
            return .stack(Stack(key: fresh, screens: [], transition: transition))
        }
        if let old { discard(old, inFavourOf: fresh) }
        return fresh
    }

    /// Discards the content of a removed container and moves its coordinators and modals to a successor.
    func discard(_ container: Container, inFavourOf successor: Key) {
        removeNodes(Set(container.screens))
        for tabs in container.allTabs { draft.updateCoordinator(tabs.owner) { $0.ownedCount -= 1 } }
        let removed = Set(container.containers)
        for node in state.coordinators where removed.contains(node.container) {
            draft.updateCoordinator(node.key) { $0.container = successor }
        }
        draft.moveModals(over: removed, to: successor)
        removeEmptyCoordinators()
    }
}

extension BackPolicy {
    fileprivate var question: DiscardQuestion? {
        if case .discard(let question) = self { question } else { nil }
    }
}
