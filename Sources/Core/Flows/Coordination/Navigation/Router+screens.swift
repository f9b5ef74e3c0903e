extension Router {
    func screens(below coordinator: Key) -> [ScreenNode] {
        state.screens.filter { isFlow($0.owner, below: coordinator) }
    }

    /// Whether a flow is the ancestor itself or runs below it.
    private func isFlow(_ key: Key, below ancestor: Key) -> Bool {
        var flow: Key? = key
        // A parent's key is lower than its children's, so the search stops at flows older than the ancestor.
        while let key = flow, key > ancestor { flow = state.coordinators[key]?.parent }
        return flow == ancestor
    }

    func update<Updateable>(below coordinator: Key, _ change: (inout Updateable) -> Void) {
        for node in screens(below: coordinator) {
            guard var screen = node.screen as? Updateable else { continue }
            change(&screen)
            guard let changed = screen as? any Screen, !isEqual(changed, node.screen) else { continue }
            draft.updateScreen(node.key, hasNewInputs: true) { $0.screen = changed }
        }
    }

    func show(_ messages: [Message], below coordinator: Key, on isAddressed: (ScreenNode) -> Bool) {
        for node in screens(below: coordinator) where isAddressed(node) && node.messages != messages {
            checkPointers(of: messages, on: node.screen)
            setMessages(messages, of: node.key)
        }
    }

    func setMessages(_ messages: [Message], of screen: Key) {
        draft.updateScreen(screen) { $0.messages = messages }
    }
}
