extension RunningStep {
    /// Restarts flows in their containers and shows each one's message to the user.
    ///
    /// The remaining screens and tabs of the flows, and of the flows below them, are removed.
    ///
    /// - Parameter messages: The message of each flow to restart. None of the flows runs below another, and their new states are
    ///   already in the tree.
    /// - Throws: ``NavigationError`` when a flow could not start.
    func restart(_ messages: [Key: Message]) throws(NavigationError) {
        let keys = messages.keys.sorted()
        router.whilePinned(Set(keys)) {
            for key in keys { router.clear(key) }
            for key in keys { if let flow = router.coordinator(key) as? any Coordinating { router.start(flow) } }
        }
        try complete()
        for key in keys { if let message = messages[key] { router.addMessage(message, on: key) } }
    }
}

extension Router {
    /// Removes the screens and tabs of a flow and of the flows below it, but not the flow itself.
    func clear(_ key: Key) {
        let removed = flows(below: key)
        removeScreens(Set(state.screens.lazy.filter { removed.contains($0.owner) }.map(\.key)))
        for tabs in state.containers.flatMap(\.allTabs) where removed.contains(tabs.owner) {
            _ = replaceContainer(tabs.key, transition: nil)
        }
        removeEmptyCoordinators()
    }

    /// Adds a message to the screen that shows the user that a flow has restarted.
    fileprivate func addMessage(_ message: Message, on flow: Key) {
        let owners = flows(below: flow)
        let isOwn = { (key: Key?) in key.flatMap { self.state.screens[$0] }.map { owners.contains($0.owner) } ?? false }
        let inFront = state.focus?.key
        let onTop = state.coordinators[flow].flatMap { stack(in: $0.container)?.screens.last }
        let latest = state.screens.last { owners.contains($0.owner) }?.key
        // A flow that finished immediately has no screen, so its message goes to the screen in front.
        guard let front = [inFront, onTop, latest].first(where: isOwn) ?? inFront, let node = state.screens[front]
        else { return }
        if !node.messages.contains(message) { setMessages(node.messages + [message], of: node.key) }
    }
}
