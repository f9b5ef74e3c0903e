import UsherClient

/// The gestures that the system has shown already, and that the session does not know yet.
///
/// A navigation stack that has popped a screen asks for its path again at once. Without this, it would get the old path
/// for a moment, and push the screen again. An entry lasts until the state has changed at its place, or until the gesture has
/// its outcome.
struct GestureOverlay: Sendable, Hashable {
    private struct Path: Sendable, Hashable {
        let before: [String]
        let shown: [String]
    }

    private struct Selection: Sendable, Hashable {
        let before: String?
        let shown: String
    }

    private var paths: [String: Path] = [:]
    private var selections: [String: Selection] = [:]
    private var dismissed: Set<String> = []

    /// The screens of a stack after a gesture, or `nil` without one.
    func screens(of stack: Container) -> [String]? {
        guard let path = paths[stack.key], path.before == stack.screens else { return nil }
        return path.shown
    }

    /// The selected tab after a gesture, or `nil` without one.
    func tab(of tabs: Container) -> String? {
        guard let selection = selections[tabs.key], selection.before == tabs.selected?.key else { return nil }
        return selection.shown
    }

    /// Whether the user has closed a modal.
    func hasDismissed(_ modal: String) -> Bool { dismissed.contains(modal) }

    mutating func pop(_ stack: Container, to shown: [String]) {
        paths[stack.key] = Path(before: stack.screens, shown: shown)
    }

    mutating func select(_ tab: String, in tabs: Container) {
        selections[tabs.key] = Selection(before: tabs.selected?.key, shown: tab)
    }

    mutating func dismiss(_ modal: String) { dismissed.insert(modal) }

    mutating func endPop(of stack: String) { paths[stack] = nil }

    mutating func endSelection(in tabs: String) { selections[tabs] = nil }

    mutating func endDismissal(of modal: String) { dismissed.remove(modal) }

    /// Drops the gestures at places that a state has changed.
    mutating func follow(_ state: NavigationState) {
        paths = paths.filter { key, path in state.stack(of: key)?.screens == path.before }
        selections = selections.filter { key, selection in
            (state.navigation.container(of: key)
                ?? state.modals.lazy.compactMap { $0.container.container(of: key) }.first)?
                .selected?.key == selection.before
        }
        dismissed = dismissed.filter { key in state.modals.contains { $0.key == key } }
    }
}

extension Container {
    /// The container of a key.
    fileprivate func container(of key: String) -> Container? {
        if self.key == key { return self }
        return routes.lazy.compactMap { $0.container?.container(of: key) }.first
    }
}
