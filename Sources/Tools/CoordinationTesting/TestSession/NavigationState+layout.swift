extension NavigationState {
    /// The stacks, tabs and modals in one line.
    ///
    /// Each stack lists its screens from root to top, and a star marks the selected tab. The suspended screens of a stack
    /// follow after `suspended`, latest first.
    ///
    /// ```swift
    /// state.layout  // "T0*[itemsList, itemDetail] T1[settings] +modal[itemCreate]"
    /// shared.layout // "[cart] suspended[home, product]"
    /// ```
    public var layout: String {
        ([layout(of: navigation)] + modals.map { "+modal" + layout(of: $0.container) }).joined(separator: " ")
    }

    /// The coordinator tree in one line, with the children of each coordinator in parentheses.
    ///
    /// ```swift
    /// state.tree  // "ItemsCoordinator(TabbarCoordinator(ItemCoordinator, SettingsCoordinator))"
    /// ```
    public var tree: String {
        coordinators.first.map(tree(below:)) ?? ""
    }

    /// Returns the names of the screens with these keys.
    func names(_ keys: [Key]) -> [String] {
        keys.map { screens[$0]?.name ?? "?" }
    }

    private func layout(of container: Container) -> String {
        switch container {
        case .stack(let stack):
            ([stack.screens] + stack.suspended.reversed()).map { "[" + names($0).joined(separator: ", ") + "]" }
                .joined(separator: " suspended")
        case .tabs(let tabs):
            tabs.items.enumerated().map { index, item in
                let inner = layout(of: item.container)
                let isStack = if case .stack = item.container { true } else { false }
                return "T\(index)\(index == tabs.index ? "*" : "")" + (isStack ? inner : "(\(inner))")
            }.joined(separator: " ")
        }
    }

    private func tree(below node: CoordinatorNode) -> String {
        let children = coordinators.filter { $0.parent == node.key }.map(tree(below:))
        return children.isEmpty ? node.name : "\(node.name)(\(children.joined(separator: ", ")))"
    }
}
