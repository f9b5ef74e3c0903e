extension Application {
    /// Lets flows begin again where they are, and tells the user so on what they show.
    ///
    /// - Parameters:
    ///   - messages: What to tell, by the flows, none of which runs below another; they have their new states.
    ///   - router: The containers; what is left there of the flows, and of those below them, goes.
    /// - Throws: ``NavigationError`` when a flow could not start.
    func restart(_ messages: [Key: Message], _ router: Router) throws(NavigationError) {
        let keys = messages.keys.sorted()
        let before = router.state.nextKey
        router.whileHeld(Set(keys)) {
            for key in keys { router.clear(key) }
            for key in keys { if let flow = router.coordinator(key) as? any Coordinating { router.start(flow) } }
        }
        try settle(router)
        if let fault = router.fault { throw .fault(fault) }
        guard router.state.nextKey >= before else { throw .fault("The session has used up its keys.") }
        router.writeBack()
        for key in keys { if let message = messages[key] { router.tell(message, on: key) } }
    }
}

extension Router {
    /// Takes away what a flow and those below it have put up, and those below it; the flow stays where it is.
    fileprivate func clear(_ key: Key) {
        let doomed = flows(below: key)
        drop(Set(state.screens.lazy.filter { doomed.contains($0.owner) }.map(\.key)))
        for tabs in state.containers.flatMap(\.allTabs) where doomed.contains(tabs.owner) {
            _ = replaceContainer(tabs.key, transition: nil)
        }
        sweep()
    }

    /// Puts a message on the screen by which the user sees that a flow has begun again.
    fileprivate func tell(_ message: Message, on flow: Key) {
        let owners = flows(below: flow)
        let isOwn = { (key: Key?) in key.flatMap { self.state.screens[$0] }.map { owners.contains($0.owner) } ?? false }
        let inFront = state.focus?.key
        let onTop = state.coordinators[flow].flatMap { stack(in: $0.container)?.screens.last }
        let latest = state.screens.last { owners.contains($0.owner) }?.key
        // A flow that was over at once has left what is in front to the flow that ran it.
        guard let place = [inFront, onTop, latest].first(where: isOwn) ?? inFront, let node = state.screens[place]
        else { return }
        if !node.messages.contains(message) { setMessages(node.messages + [message], of: node.key) }
    }
}
