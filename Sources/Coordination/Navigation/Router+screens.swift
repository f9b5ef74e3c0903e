extension Router {
    func screens(below coordinator: Key) -> [ScreenNode] {
        let owners = flows(below: coordinator)
        return state.screens.filter { owners.contains($0.owner) }
    }

    func update<Updateable>(below coordinator: Key, _ change: (inout Updateable) -> Void) {
        for node in screens(below: coordinator) {
            guard var screen = node.screen as? Updateable else { continue }
            change(&screen)
            guard let changed = screen as? any Screen, !isEqual(changed, node.screen) else { continue }
            isChanged = true
            state.screens.update(node.key) {
                $0.screen = changed
                $0.version &+= 1
            }
        }
    }

    func show(_ messages: [Message], below coordinator: Key, on isAddressed: (ScreenNode) -> Bool) {
        for node in screens(below: coordinator) where isAddressed(node) && node.messages != messages {
            setMessages(messages, of: node.key)
        }
    }

    func setMessages(_ messages: [Message], of screen: Key) {
        isChanged = true
        state.screens.update(screen) {
            $0.messages = messages
            $0.version &+= 1
        }
    }
}
