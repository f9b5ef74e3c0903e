extension NavigationState {
    /// What the user could see, in one line: stacks from root to top, tabs with a star at the selected one, modals; and
    /// what is set aside, latest first.
    ///
    /// ```swift
    /// state.layout  // "T0*[itemsList, itemDetail] T1[settings] +modal[itemCreate]"
    /// shared.layout // "[cart] aside[home, product]"
    /// ```
    public var layout: String {
        ([layout(of: navigation)] + modals.map { "+modal" + layout(of: $0.container) }).joined(separator: " ")
    }

    /// The coordinators in one line, each with those it runs.
    ///
    /// ```swift
    /// state.tree  // "ItemsCoordinator(TabbarCoordinator(ItemCoordinator, SettingsCoordinator))"
    /// ```
    public var tree: String {
        coordinators.first.map(tree(below:)) ?? ""
    }

    /// The names of screens by their keys.
    func names(_ keys: [Key]) -> [String] {
        keys.map { screens[$0]?.name ?? "?" }
    }

    private func layout(of container: Container) -> String {
        switch container {
        case .stack(let stack):
            ([stack.screens] + stack.aside.reversed()).map { "[" + names($0).joined(separator: ", ") + "]" }
                .joined(separator: " aside")
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
