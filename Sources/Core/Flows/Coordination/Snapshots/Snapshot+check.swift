extension Snapshot {
    /// Checks the references, counts and keys of a state, on which every later step relies.
    ///
    /// It checks the structure only, not the content of screens, flows and effects.
    ///
    /// - Throws: ``SnapshotError`` with the first problem found.
    static func check(_ state: NavigationState) throws(SnapshotError) {
        try checkOrder(of: state.screens)
        try checkOrder(of: state.coordinators)
        try checkContainers(state)
        try checkScreens(state)
        try checkCoordinators(state)
        try checkKeys(state)
    }

    private static func error(_ detail: String) -> SnapshotError {
        SnapshotError(reason: .unreadable, detail: detail)
    }

    private static func checkOrder<Node>(of nodes: KeyedArray<Node>) throws(SnapshotError) {
        for (first, second) in zip(nodes, nodes.dropFirst()) where first.key >= second.key {
            throw first.key == second.key
                ? duplicateKeyError(first.key) : error("The key \(second.key) is out of order.")
        }
    }

    private static func checkContainers(_ state: NavigationState) throws(SnapshotError) {
        for tabs in state.containers.flatMap(\.allTabs) {
            guard tabs.items.indices.contains(tabs.index), state.coordinators[tabs.owner] != nil else {
                throw error("The tabs \(tabs.key) have no selected tab or no owner.")
            }
        }
        var below = Set(state.navigation.containers)
        for modal in state.modals {
            guard !modal.container.screens.isEmpty || !modal.container.allTabs.isEmpty else {
                throw error("The modal \(modal.key) is empty.")
            }
            guard below.contains(modal.presenter) else {
                throw error("The container under the modal \(modal.key) is missing.")
            }
            below.formUnion(modal.container.containers)
        }
        for node in state.coordinators where !below.contains(node.container) {
            throw error("The container of \(node.name) \(node.key) is missing.")
        }
    }

    private static func checkScreens(_ state: NavigationState) throws(SnapshotError) {
        let listed = state.containers.flatMap(\.screens)
        for key in listed where state.screens[key] == nil { throw error("The screen \(key) is missing.") }
        guard Set(listed).count == listed.count, listed.count == state.screens.count else {
            throw error("A screen is on no stack or on two stacks.")
        }
        for node in state.screens where state.coordinators[node.owner] == nil {
            throw error("The coordinator \(node.owner) of the screen \(node.key) is missing.")
        }
    }

    private static func checkCoordinators(_ state: NavigationState) throws(SnapshotError) {
        guard let root = state.coordinators.first, root.parent == nil else {
            throw error("The snapshot has no application coordinator.")
        }
        var ownedCount: [Key: Int] = [:]
        var childCount: [Key: Int] = [:]
        for screen in state.screens { ownedCount[screen.owner, default: 0] += 1 }
        for tabs in state.containers.flatMap(\.allTabs) { ownedCount[tabs.owner, default: 0] += 1 }
        for node in state.coordinators.dropFirst() {
            // A parent's key is lower than its children's, which rules out cycles.
            guard let parent = node.parent, parent < node.key, state.coordinators[parent] != nil else {
                throw error("The parent of \(node.name) \(node.key) is missing.")
            }
            childCount[parent, default: 0] += 1
        }
        for node in state.coordinators {
            guard node.ownedCount == ownedCount[node.key] ?? 0, node.childCount == childCount[node.key] ?? 0 else {
                throw error("\(node.name) \(node.key) has wrong counts of its screens, tabs and children.")
            }
            guard node.ownedCount + node.childCount > 0 || node.parent == nil else {
                throw error("\(node.name) \(node.key) has no screens, tabs or children.")
            }
        }
        for timer in state.pending where timer.due != nil && state.coordinators[timer.coordinator] == nil {
            throw error("The coordinator \(timer.coordinator) of the timer \(timer.key) is missing.")
        }
        for output in state.postponed where state.coordinators[output.coordinator] == nil {
            throw error("The coordinator \(output.coordinator) that has postponed '\(output.output)' is missing.")
        }
        for stack in state.containers.flatMap(\.stacks) where stack.suspended.contains(where: \.isEmpty) {
            throw error("The stack \(stack.key) has an empty list of suspended screens.")
        }
    }

    /// Checks that no two instances share a key, and that the next key is higher than all of them.
    private static func checkKeys(_ state: NavigationState) throws(SnapshotError) {
        var seen: Set<Key> = []
        func record(_ key: Key) throws(SnapshotError) {
            guard seen.insert(key).inserted else { throw duplicateKeyError(key) }
            guard key.number < state.nextKey else { throw error("The key \(key) is not lower than the next key.") }
        }
        for key in state.containers.flatMap(\.containers) { try record(key) }
        for node in state.screens { try record(node.key) }
        for node in state.coordinators { try record(node.key) }
        for effect in state.pending { try record(effect.key) }
        // A modal or a tab has the key of its first container, which may have been replaced since.
        let begun = state.modals.map(\.key) + state.containers.flatMap(\.allTabs).flatMap(\.items).map(\.key)
        let containers = Set(state.containers.flatMap(\.containers))
        for key in begun where !containers.contains(key) { try record(key) }
        guard Set(begun).count == begun.count else { throw error("Two modals or tabs have the same key.") }
    }
}
