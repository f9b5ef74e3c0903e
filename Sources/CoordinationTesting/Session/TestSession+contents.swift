extension TestSession {
    /// The names of the screens on the stack in front, root first.
    public var stack: [String] { state.names(state.stack) }

    /// What the user could see, in one line; see ``Coordination/NavigationState/layout``.
    public var layout: String { state.layout }

    /// The coordinators in one line, each with those it runs; see ``Coordination/NavigationState/tree``.
    public var tree: String { state.tree }

    /// The codes of the messages on the screen in focus.
    public var messages: [String] { state.focus?.messages.map(\.code) ?? [] }

    /// Whether a flow of a type runs.
    ///
    /// A coordinator object lives for one step; what lasts, and what must end, is its place in the tree.
    public func isInTree(_ flow: any Coordinating.Type) -> Bool {
        state.coordinators.contains { $0.name == flow.name }
    }

    /// The topmost screen of a kind, covered or not, with its inputs; `nil` when there is none.
    public func screen<S: Screen>(_ kind: S.Type) -> S? {
        (try? key(of: kind.name)).flatMap { state.screens[$0]?.screen as? S }
    }

    /// What the latest flow of a type remembers; `nil` when none runs.
    public func remembered<Flow: Coordinating>(_ flow: Flow.Type) -> Flow.State? {
        state.coordinators.last { $0.name == flow.name }?.state as? Flow.State
    }

    /// The names of the screens in one of the tabs in front, in order; `nil` when there is no such tab.
    public func stack(inTab name: String) -> [String]? {
        state.visibleTabs.flatMap(\.items).first { $0.name == name }.map { state.names($0.container.front.screens) }
    }
}

extension TestSession: CustomStringConvertible {
    /// What the user could see and the coordinators behind it.
    ///
    /// ```swift
    /// session.description  // "[login, signUp] ItemsCoordinator(AuthCoordinator)"
    /// ```
    public var description: String { "\(layout) \(tree)" }
}
