extension Router {
    func setIdentity(_ identity: Identity?) {
        state.identity = identity
        renewCredential()
    }

    func renewCredential() {
        isChanged = true
        renewsCredential = true
    }

    /// Removes every flow but the application coordinator, with all screens, modals, timers, effects that have not begun
    /// and postponed outputs, and abandons the effects that have begun.
    func dropPersonalState() {
        isChanged = true
        finished = []
        redeliveries = []
        state.postponed = []
        state.pending = state.pending.filter { !$0.isScheduled }.map { $0.abandoned(to: state.root) }
        clear(state.root)
        dismissModals(from: 0)
    }
}
