extension TestSession {
    /// The names of the screens on the stack in front, root first.
    public var stack: [String] { state.names(state.stack) }

    /// The stacks, tabs and modals in one line, as in ``Coordination/NavigationState/layout``.
    public var layout: String { state.layout }

    /// The coordinator tree in one line, as in ``Coordination/NavigationState/tree``.
    public var tree: String { state.tree }

    /// The codes of the messages on the screen in focus.
    public var messages: [String] { state.focus?.messages.map(\.code) ?? [] }

    /// Whether a flow of a type is in the tree.
    ///
    /// Test the tree instead of a weak reference to the coordinator, because the object is released after each step in any
    /// case.
    public func isInTree(_ flow: any Coordinating.Type) -> Bool {
        state.coordinators.contains { $0.name == flow.name }
    }

    /// Returns the topmost screen of a kind with its inputs, covered or not, or `nil` when there is none.
    public func screen<S: Screen>(_ kind: S.Type) -> S? {
        (try? key(of: kind.name)).flatMap { state.screens[$0]?.screen as? S }
    }

    /// Returns the state of the latest flow of a type, or `nil` when none is in the tree.
    public func flowState<Flow: Coordinating>(_ flow: Flow.Type) -> Flow.State? {
        state.coordinators.last { $0.name == flow.name }?.state as? Flow.State
    }

    /// Returns the names of the screens in a visible tab, root first, or `nil` when there is no such tab.
    public func stack(inTab name: String) -> [String]? {
        state.visibleTabs.flatMap(\.items).first { $0.name == name }.map { state.names($0.container.front.screens) }
    }
}

extension TestSession: CustomStringConvertible {
    /// The layout and the coordinator tree.
    ///
    /// ```swift
    /// session.description  // "[login, signUp] ItemsCoordinator(AuthCoordinator)"
    /// ```
    public var description: String { "\(layout) \(tree)" }
}
