extension Router {
    func present(over owner: Key, as presentation: Presentation, isDismissible: Bool, transition: Transition) -> Key {
        let presenter = state.coordinators[owner]?.container ?? state.navigation.key
        // The next modal replaces an alert, unless a flow in the alert itself presents it.
        if let alert = state.modals.last, alert.presentation == .alert,
            !alert.container.containers.contains(presenter)
        {
            removeModal(at: state.modals.count - 1)
        }
        let key = draft.makeKey()
        draft.add(
            Modal(
                key: key,
                presentation: presentation,
                isDismissible: isDismissible,
                transition: transition,
                container: .stack(Stack(key: key, screens: [])),
                presenter: presenter
            )
        )
        return key
    }

    /// Dismisses the modals over a coordinator's container or, when there are none, the modal that it is in.
    func dismiss(from owner: Key) {
        guard let container = state.coordinators[owner]?.container else { return }
        let own = state.modals.firstIndex { $0.container.containers.contains(container) }
        let above = own.map { $0 + 1 } ?? 0
        if above < state.modals.count {
            dismissModals(from: above)
        } else if let own {
            dismissModals(from: own)
        }
    }

    /// Dismisses the modal at an index and the modals over it.
    func dismissModals(from index: Int) {
        while index < state.modals.count { removeModal(at: state.modals.count - 1) }
    }

    func removeEmptyModals() {
        while let index = state.modals.lastIndex(where: { $0.container.isVacant }) {
            removeModal(at: index)
        }
    }

    private func removeModal(at index: Int) {
        let modal = draft.removeModal(at: index)
        discard(modal.container, inFavourOf: modal.presenter)
    }
}
