#if canImport(Observation)
import UsherClient

extension RenderingModel {
    /// The way back from a screen.
    ///
    /// The system may swipe a screen away only if it is ``WayOut/free``. With ``WayOut/asks`` the bar has a button of the app's
    /// own, which calls ``back()``.
    public func wayBack(from screen: String) -> WayOut {
        state?.wayBack(from: screen, remembered: offers[screen]?.hasBack) ?? .none
    }

    /// Takes the path of a stack after a gesture of the system, which has removed screens already.
    ///
    /// - Parameters:
    ///   - stack: The key of the stack.
    ///   - path: The keys of the screens that are left above the root.
    public func setPath(of stack: String, to path: [String]) {
        guard let state, let container = state.stack(of: stack) else { return }
        let screens = overlay.screens(of: container) ?? container.screens
        let next = screens.prefix(1) + path
        guard next.count < screens.count, Array(screens.prefix(next.count)) == Array(next), let target = next.last
        else {
            return
        }
        // A screen that the system may not remove comes back at once, because its path has not changed.
        guard screens.last == state.focus, wayBack(from: state.focus ?? "") != .none else { return }
        overlay.pop(container, to: Array(next))
        let isOne = screens.count - next.count == 1
        gesture(.back(to: isOne ? nil : target)) { $0.endPop(of: stack) }
    }

    /// Goes back by one screen, or to a certain one, as by a button of the bar.
    public func back(to screen: String? = nil) {
        gesture(.back(to: screen)) { _ in }
    }

    /// The way in which a modal can be closed.
    func dismissal(of modal: Modal, in state: NavigationState) -> WayOut {
        let hasText = forms.contains { form, values in
            values.isEdited && modal.container.contains(screen: form.screen)
        }
        return state.dismissal(of: modal, hasUnsentText: hasText)
    }

    /// Closes the modal in front by a button, after a question if the user has typed something into it.
    public func dismiss() {
        guard let state, let modal = state.modals.last else { return }
        switch dismissal(of: modal, in: state) {
        case .none: return
        case .asks: ask(ownQuestion("dismiss", in: state), before: .dismiss)
        case .free: gesture(.dismiss) { _ in }
        }
    }

    /// Takes that the system has closed a modal by a swipe.
    ///
    /// - Parameter key: The key of the modal. One that was closed by the server is none of the user's gestures.
    public func dismissed(_ key: String) {
        guard let state, let modal = state.modals.last, modal.key == key, !overlay.hasDismissed(key) else { return }
        guard dismissal(of: modal, in: state) == .free else { return }
        overlay.dismiss(key)
        gesture(.dismiss) { $0.endDismissal(of: key) }
    }

    /// Selects a tab, or goes to the first screen of the tab that is selected.
    public func select(tab key: String) {
        guard let state, let tabs = state.tabs(with: key) else { return }
        if tabs.selected?.key != key { overlay.select(key, in: tabs) }
        var tap = Tap.tab(key)
        // The tab that was chosen last is wanted.
        tap.repetition = .replaces
        perform(tap) { [weak self] outcome in
            guard let self else { return }
            if outcome != .replaced { overlay.endSelection(in: tabs.key) }
            conclude(outcome)
        }
    }

    /// Opens a link, such as the link of a notification, after a question if it leads away from what was entered.
    public func open(_ link: String) {
        guard let state else { return session.perform(.link(link)) }
        guard forms.values.contains(where: \.isEdited) || state.gestures.question != nil else {
            return perform(.link(link)) { [weak self] in self?.conclude($0) }
        }
        ask(ownQuestion("link", in: state), before: .link(link))
    }

    private func gesture(_ tap: Tap, _ end: @escaping (inout GestureOverlay) -> Void) {
        perform(tap) { [weak self] outcome in
            guard let self else { return }
            animate(.none) { end(&overlay) }
            if case .unconfirmed(let question) = outcome { ask(question, before: tap) } else { conclude(outcome) }
        }
    }

    /// The question of the application for a gesture, or `nil` for the client's own.
    ///
    /// A link leads away as any gesture does.
    private func ownQuestion(_ gesture: String, in state: NavigationState) -> Question? {
        guard let question = state.gestures.question else { return nil }
        return gesture == "link" || question.gestures.contains(gesture) ? question : nil
    }

    /// Asks the user before a tap discards what was entered.
    func ask(_ own: Question?, before tap: Tap) {
        var confirmed = tap
        confirmed.isConfirmed = true
        let words = words
        question = DiscardQuestion(
            title: own?.title ?? words.discardTitle,
            text: own == nil ? words.discardText : own?.text,
            discard: words.discard,
            keep: words.keepEditing,
            tap: confirmed,
            screen: state?.focus
        )
    }

    /// Answers a question: discards what was entered, or keeps it.
    ///
    /// The system may close a dialog before it calls the function of a button, so the question is an argument.
    public func answer(_ question: DiscardQuestion, discards: Bool) {
        self.question = nil
        guard discards else { return }
        perform(question.tap) { [weak self] in self?.conclude($0) }
    }

    /// Reports the action of a question that stands for "no", as when the user closes it in another way.
    public func cancel(_ question: PlacedElement) {
        guard case .confirm(let confirm) = question.element,
            let index = confirm.actions.firstIndex(where: { $0.role == .cancel })
        else { return }
        press(confirm.actions[index], at: question.id.part("\(index)"))
    }
}

extension Container {
    /// Whether a screen is on any stack of the container.
    fileprivate func contains(screen: String) -> Bool {
        routes.contains { $0.key == screen || $0.container?.contains(screen: screen) == true }
    }
}
#endif
