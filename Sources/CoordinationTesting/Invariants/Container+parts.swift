extension Container {
    /// The stacks and tabs from here inwards, this one first.
    var parts: [Container] {
        switch self {
        case .stack: [self]
        case .tabs(let tabs): [self] + tabs.items.flatMap(\.container.parts)
        }
    }

    /// The tabs from here inwards, outermost first.
    var tabBars: [Tabs] {
        parts.compactMap { part in
            if case .tabs(let tabs) = part { tabs } else { nil }
        }
    }
}

extension NavigationState {
    /// All containers, lowest first.
    var layers: [Container] { [navigation] + modals.map(\.container) }

    /// The tabs that the user sees, outermost first.
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
