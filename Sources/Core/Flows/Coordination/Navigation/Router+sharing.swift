// Stacks that several flows share by taking them over from each other.
extension Router {
    /// Gives the stack of a coordinator to it and to the flows below it, and suspends the other screens on it.
    func takeOver(_ owner: Key) {
        guard isAttached(owner), let container = state.coordinators[owner]?.container, let stack = stack(in: container)
        else { return }
        let owners = flows(below: owner)
        let own = Set(state.screens.lazy.filter { owners.contains($0.owner) }.map(\.key))
        var shared = stack
        guard shared.takeOver(to: own) else { return }
        draft.updateStack(stack.key) { $0 = shared }
    }

    /// Resumes the screens that were suspended last, on each stack that has become empty.
    func resumeSuspended() {
        for stack in state.stacks(where: { $0.screens.isEmpty && !$0.suspended.isEmpty }) {
            draft.updateStack(stack.key) { _ = $0.resumeLatest() }
        }
    }
}
