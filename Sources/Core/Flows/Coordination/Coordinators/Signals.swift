// Facts that a flow tells the flows above it while it goes on.

extension Wire {
    /// Handles a fact that a flow below has signaled (``BaseCoordinator/signal(_:)``).
    ///
    /// ```swift
    /// .on(signal: Item.self) { $0.renamed($1) },
    /// ```
    ///
    /// The signal of a flow further below arrives here, too, unless a flow in between handles it without forwarding it.
    public static func on<Fact: Sendable>(
        signal fact: Fact.Type,
        _ handle: @escaping @Sendable (Flow, Fact) throws -> Void
    ) -> Self {
        Self(.signal(ObjectIdentifier(fact), "\(fact)")) { flow, value in try handle(flow, expect(value)) }
    }

    /// Declares a fact that this flow signals, and that a flow above handles.
    ///
    /// It is an application bug to signal it where no flow above handles it.
    public static func signals<Fact: Sendable>(_ fact: Fact.Type) -> Self {
        var wire = Self(nil)
        wire.signals = [SignalType(fact)]
        return wire
    }
}

extension BaseCoordinator {
    /// Tells the flows above this one a fact, and goes on.
    ///
    /// A finish ends the flow, and ``forward()`` passes on an event as it came. A signal is for everything else that a flow above
    /// should know while this one stays, such as that a detail has renamed an item which a flow above shares (``Wire/shares(_:)``):
    ///
    /// ```swift
    /// private func rename(_ item: Item) {
    ///     signal(item)
    /// }
    /// ```
    ///
    /// The nearest flow above with ``Wire/on(signal:_:)`` handles it when the handler that has called this returns, and before
    /// the parent gets a finish. It is an application bug if none handles it, or if the wiring does not declare it with
    /// ``Wire/signals(_:)``.
    ///
    /// - Parameter fact: The fact. Its type is its name.
    public func signal<Fact: Sendable>(_ fact: Fact) {
        let (name, trigger) = ("\(Fact.self)", Trigger.signal(ObjectIdentifier(Fact.self), "\(Fact.self)"))
        // A flow that has left the tree has no parent to tell.
        guard let node = router.state.coordinators[key] else { return }
        if router.application.flow(node.name)?.signals.contains(SignalType(Fact.self)) != true {
            router.record(bug: "\(node.name) signals '\(name)' without declaring it: add .signals(\(name).self).")
        }
        let above = sequence(first: node) { $0.parent.flatMap { self.router.state.coordinators[$0] } }.dropFirst()
        let isHandled = above.contains { router.application.flow($0.name)?.accepts(trigger) ?? false }
        guard let parent = node.parent, isHandled else {
            return router.record(
                bug:
                    "\(node.name) signals '\(name)', but no flow above handles it: wire it with .on(signal: \(name).self)."
            )
        }
        router.undelivered.signals.append(.init(origin: key, parent: parent, trigger: trigger, fact: fact))
    }
}

/// The type of a fact, which tells facts apart, with its name.
struct SignalType: Hashable, Sendable {
    let identity: ObjectIdentifier
    let name: String

    init(_ fact: Any.Type) {
        identity = ObjectIdentifier(fact)
        name = "\(fact)"
    }
}
