extension Router {
    func setTabs(_ tabs: [Tab], owner: Key, transition: Transition?) {
        guard isAttached(owner), let container = state.coordinators[owner]?.container else { return }
        guard !tabs.isEmpty, Set(tabs.map(\.name)).count == tabs.count else {
            record(bug: "\(state.coordinators[owner]?.name ?? "A flow") sets no tabs, or two with the same name.")
            return
        }
        // Tabs that replace an empty stack appear with the stack's transition, unless they have their own.
        let old = stack(in: container).flatMap { $0.screens.isEmpty ? $0.transition : nil }
        let transition = transition ?? old
        let slot = replaceContainer(container, transition: nil)
        let key = draft.makeKey()
        let items = tabs.map { tab in
            let key = draft.makeKey()
            return Tabs.Item(
                name: tab.name,
                title: tab.title,
                symbol: tab.symbol,
                container: .stack(Stack(key: key, screens: [])),
                key: key
            )
        }
        draft.replaceContainer(slot) { _ in
            .tabs(Tabs(key: key, owner: owner, index: 0, items: items, transition: transition))
        }
        for node in state.coordinators where node.container == slot {
            draft.updateCoordinator(node.key) { $0.container = key }
        }
        draft.moveModals(over: [slot], to: key)
        draft.updateCoordinator(owner) { $0.ownedCount += 1 }
        tabOwners.insert(owner)
    }

    func selectTab(_ name: String, owner: Key) {
        guard let tabs = state.containers.flatMap(\.allTabs).last(where: { $0.owner == owner }) else { return }
        guard let index = tabs.items.firstIndex(where: { $0.name == name }) else {
            record(bug: "\(state.coordinators[owner]?.name ?? "A flow") has no tab '\(name)'.")
            return
        }
        select(index, of: tabs)
    }

    func select(_ index: Int, of tabs: Tabs) {
        guard tabs.index != index else { return }
        updateTabs(tabs.key) { $0.index = index }
    }

    func setBadge(_ badge: String?, tab name: String, owner: Key) {
        for tabs in state.containers.flatMap(\.allTabs) where tabs.owner == owner {
            for index in tabs.items.indices where tabs.items[index].name == name && tabs.items[index].badge != badge {
                updateTabs(tabs.key) { $0.items[index].badge = badge }
            }
        }
    }

    private func updateTabs(_ key: Key, _ change: (inout Tabs) -> Void) {
        draft.replaceContainer(key) { container in
            guard case .tabs(var tabs) = container else { return container }
            change(&tabs)
            return .tabs(tabs)
        }
    }
}
