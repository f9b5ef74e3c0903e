extension Wire {
    /// Lets the screen report the output that this wire handles while it waits for an effect, such as to cancel the effect.
    ///
    /// ```swift
    /// .on(CartPage.order) { $0.perform(PlaceOrder()) },
    /// .on(CartPage.stop) { $0.cancel(PlaceOrder.self) }.whileBusy(),
    /// ```
    ///
    /// All other outputs of the screen are rejected with ``NavigationError/busy(effect:)`` in the meantime. Clients see the
    /// status `busy`, and the outputs of the screen that are left.
    ///
    /// - Returns: The same wire with the permission. A wire that handles no output stays as it is.
    public func whileBusy() -> Self {
        var wire = self
        wire.isUsableWhileBusy = true
        return wire
    }
}

extension Application {
    /// Returns the outputs that the screen in focus may report now, in the order of the wiring.
    ///
    /// While an effect keeps the screen waiting, these are only the outputs that are wired with ``Wire/whileBusy()``.
    package func reportableOutputs(in state: NavigationState) -> [DeclaredOutput] {
        guard !state.isEnded, let focus = state.focus else { return [] }
        let disabled = focus.screen.disabledOutputs
        let isBusy = state.blocking != nil
        return declaredOutputs(of: type(of: focus.screen)).filter { output in
            !disabled.contains { $0.name.hasSameBytes(as: output.name) }
                && (!isBusy || isUsableWhileBusy(output.name, of: focus, in: state))
        }
    }

    /// Returns whether a screen may report an output while an effect keeps it waiting.
    package func isUsableWhileBusy(_ output: String, of node: ScreenNode, in state: NavigationState) -> Bool {
        let trigger = Trigger.output(ObjectIdentifier(type(of: node.screen)), output)
        return handlingFlow(of: trigger, from: node.owner, in: state)?.usableWhileBusy.contains(trigger) ?? false
    }

    /// Returns the flow that gets an event first: the nearest one above a coordinator, or its own, that handles it.
    func handlingFlow(of trigger: Trigger, from coordinator: Key, in state: NavigationState) -> FlowType? {
        var candidate: Key? = coordinator
        while let key = candidate, let node = state.coordinators[key] {
            if let flow = flow(node.name), flow.handler(for: trigger) != nil { return flow }
            candidate = node.parent
        }
        return nil
    }
}
