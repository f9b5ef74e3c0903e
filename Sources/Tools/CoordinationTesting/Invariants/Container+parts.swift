extension Container {
    /// This container and the stacks and tabs containers inside of it, this one first.
    var parts: [Container] {
        switch self {
        case .stack: [self]
        case .tabs(let tabs): [self] + tabs.items.flatMap(\.container.parts)
        }
    }

    /// The tabs containers from this one inwards, outermost first.
    var tabBars: [Tabs] {
        parts.compactMap { part in
            if case .tabs(let tabs) = part { tabs } else { nil }
        }
    }
}

extension NavigationState {
    /// All containers, lowest first.
    var layers: [Container] { [navigation] + modals.map(\.container) }

    /// The tabs containers that the user sees, outermost first.
    var visibleTabs: [Tabs] {
        var tabBars: [Tabs] = []
        var container = modals.last?.container ?? navigation
        while case .tabs(let tabs) = container {
            tabBars.append(tabs)
            container = tabs.selected.container
        }
        return tabBars
    }
}
