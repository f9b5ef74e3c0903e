extension Router {
    func setIdentity(_ identity: Identity?) {
        draft.setIdentity(identity)
        renewCredential()
    }

    func renewCredential() {
        renewsCredential = true
    }

    /// Removes every flow but the application coordinator, with all screens, modals, timers, effects that have not begun
    /// and postponed outputs, and abandons the effects that have begun.
    func dropPersonalState() {
        undelivered = Undelivered()
        redeliveries = []
        draft.removePostponed { _ in true }
        draft.removePending(where: \.isScheduled)
        let root = state.root
        draft.updatePending(where: { _ in true }) { $0 = $0.abandoned(to: root) }
        clear(state.root)
        dismissModals(from: 0)
    }
}
