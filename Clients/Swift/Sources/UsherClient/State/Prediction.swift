/// A gesture with a result that the client knows before the server has responded, and the place at which the user made it.
///
/// A key is never used for another instance, so a gesture is predicted only while the same screen, modal or tab is in front.
/// That keeps a gesture from being shown twice when its result arrives by the stream before its response does.
struct Prediction: Sendable, Hashable, Codable {
    enum Gesture: Sendable, Hashable, Codable {
        /// Goes back from a screen to another one of its stack, or by one.
        case back(from: String, to: String?)
        /// Closes a modal.
        case dismiss(modal: String)
        /// Selects a tab while another one is selected, or goes to the root of the selected one.
        case select(tab: String, from: String, focus: String?)
    }

    let gesture: Gesture
}

extension NavigationState {
    /// The state that most likely follows a gesture.
    ///
    /// - Parameters:
    ///   - prediction: The gesture.
    ///   - offers: The outputs that covered screens had when they were in front last, by key. The state of a covered
    ///     screen lists none.
    /// - Returns: The state, with the revision of this one, or `nil` if the gesture is not possible here or its result
    ///   is not known, as of a tab that was never selected.
    func predicting(_ prediction: Prediction, offers: [String: JSONValue]) -> NavigationState? {
        guard var containers = Containers(self) else { return nil }
        switch prediction.gesture {
        case .back(let screen, let target):
            guard focus == screen, gestures.back != nil, containers.pop(to: target) else { return nil }
        case .dismiss(let modal):
            guard modals.last?.key == modal, gestures.dismiss != nil else { return nil }
            containers.modals.removeLast()
        case .select(let tab, let origin, let screen):
            guard modals.isEmpty, containers.selectedTab(beside: tab) == origin else { return nil }
            guard tab != origin || screen == focus, containers.select(tab) else { return nil }
        }
        return replacing(containers, offers: offers)
    }

    /// The tab that is selected in the tabs that have a tab of this key, or `nil` if there is none.
    func selectedTab(beside tab: String) -> String? { Containers(self)?.selectedTab(beside: tab) }

    private func replacing(_ containers: Containers, offers: [String: JSONValue]) -> NavigationState? {
        let stack = containers.stack
        guard case .object(var members) = document, case .object(var screens)? = members["screens"],
            let focus = stack.last, var front = screens[focus]?.object
        else { return nil }
        let keys = containers.screens
        for key in containers.removed(from: self) where !keys.contains(key) { screens[key] = nil }
        if let covered = self.focus, covered != focus, case .object(var screen)? = screens[covered] {
            screen["outputs"] = []
            screens[covered] = .object(screen)
        }
        if let outputs = offers[focus] { front["outputs"] = outputs }
        screens[focus] = .object(front)
        members["navigation"] = containers.navigation
        members["modals"] = .array(containers.modals)
        members["stack"] = .array(stack.map(JSONValue.string))
        members["focus"] = .string(focus)
        members["screens"] = .object(screens)
        members["gestures"] = containers.gestures(at: "/v1/sessions/\(id)")
        members["link"] = nil
        return try? NavigationState(.object(members))
    }
}
