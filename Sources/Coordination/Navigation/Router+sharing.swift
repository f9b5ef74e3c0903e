// One stack, several flows that have it in turn.
extension Router {
    /// Gives a coordinator and those below it the stack that it pushes on.
    func takeOver(_ owner: Key) {
        guard isSeated(owner), let container = state.coordinators[owner]?.container, let stack = stack(in: container)
        else { return }
        let takers = flows(below: owner)
        let theirs = Set(state.screens.lazy.filter { takers.contains($0.owner) }.map(\.key))
        var shared = stack
        guard shared.give(to: theirs) else { return }
        isChanged = true
        state.updateStack(stack.key) { $0 = shared }
    }

    /// Brings back on each stack that has run empty what was set aside there last.
    func bringBackAside() {
        for stack in state.stacks(where: { $0.screens.isEmpty && !$0.aside.isEmpty }) {
            isChanged = true
            state.updateStack(stack.key) { _ = $0.bringBack() }
        }
    }
}
