// Screens that the user has passed and can't go back to.
extension Router {
    /// Marks the screens of a flow, and of the flows below it, as passed.
    func passBarrier(_ owner: Key) {
        guard isAttached(owner) else { return }
        draft.setBarrier(context.revision)
        let owners = flows(below: owner)
        for screen in state.screens where owners.contains(screen.owner) && !screen.isPassed {
            setPassed(true, screen.key)
        }
    }

    /// Makes a passed screen legal again, because a coordinator itself shows it, such as by popping to it.
    func reopen(_ screen: Key?) {
        guard let screen, state.screens[screen]?.isPassed ?? false else { return }
        setPassed(false, screen)
    }

    /// Goes back to the newest legal screen if a gesture has revealed one that the user has passed.
    func leavePassedScreens() {
        guard let focus = state.focus, focus.isPassed else { return }
        let stack = state.front
        guard let index = state.indexBelow(stack.screens.count - 1, on: stack) else { return }
        pop(stack, to: index)
    }

    private func setPassed(_ isPassed: Bool, _ screen: Key) {
        draft.updateScreen(screen) { $0.isPassed = isPassed }
    }
}
