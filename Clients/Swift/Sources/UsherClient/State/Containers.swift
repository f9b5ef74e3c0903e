/// The containers of a state as JSON, in which gestures are predicted.
struct Containers {
    var navigation: JSONValue
    var modals: [JSONValue]

    /// Takes the containers of a state, or `nil` if they are arranged in a way that this version does not know.
    init?(_ state: NavigationState) {
        navigation = state.document["navigation"] ?? .null
        modals = state.document["modals"]?.array ?? []
        guard stack == state.stack else { return nil }
    }

    /// The container in front.
    private var front: JSONValue {
        get { modals.last?["state"] ?? navigation }
        set {
            guard case .object(var modal)? = modals.last else { return navigation = newValue }
            modal["state"] = newValue
            modals[modals.count - 1] = .object(modal)
        }
    }

    /// The keys of the screens in front.
    var stack: [String] { front.stack }

    /// The keys of all screens on any stack.
    var screens: Set<String> {
        modals.compactMap { $0["state"] }.reduce(into: navigation.screens) { $0.formUnion($1.screens) }
    }

    /// The screens of a state that are on no stack any more.
    func removed(from state: NavigationState) -> Set<String> {
        (Containers(state)?.screens ?? []).subtracting(screens)
    }

    /// The gestures that are most likely possible.
    func gestures(at session: String) -> JSONValue {
        var gestures: [String: JSONValue] = [:]
        if stack.count > 1 { gestures["back"] = .string("\(session)/back") }
        if modals.last?["dismissible"]?.bool == true { gestures["dismiss"] = .string("\(session)/dismiss") }
        return .object(gestures)
    }

    /// Removes the screens above one of the stack in front, or the last one.
    ///
    /// Returns whether that was possible.
    mutating func pop(to target: String?) -> Bool {
        let screens = stack
        guard screens.count > 1 else { return false }
        let index = target.map { screens.firstIndex(of: $0) } ?? screens.count - 2
        guard let index, index < screens.count - 1 else { return false }
        front.editStack { $0.removeLast(screens.count - 1 - index) }
        return true
    }

    /// The key of the selected one of the tabs with a tab of this key.
    func selectedTab(beside tab: String) -> String? { navigation.tabs(with: tab)?.selectedRoute?["key"]?.string }

    /// Selects a tab that was selected before, or goes to its root if it is selected.
    ///
    /// Returns whether that was possible.
    mutating func select(_ tab: String) -> Bool {
        guard let tabs = navigation.tabs(with: tab), let routes = tabs["routes"]?.array,
            let index = routes.firstIndex(where: { $0["key"]?.string == tab }), routes[index]["state"] != nil
        else { return false }
        guard index == tabs["index"]?.int else {
            navigation.selectTab(tab, at: index)
            return true
        }
        guard stack.count > 1 else { return false }
        navigation.editStack { $0.removeLast($0.count - 1) }
        return true
    }
}

extension JSONValue {
    /// The route in front of a container.
    fileprivate var selectedRoute: JSONValue? { self["index"]?.int.flatMap { self["routes"]?[$0] } }

    /// The keys of the innermost stack in front of a container.
    fileprivate var stack: [String] {
        if let inner = selectedRoute?["state"] { return inner.stack }
        return self["type"] == "stack" ? self["routes"]?.array?.compactMap { $0["key"]?.string } ?? [] : []
    }

    /// The keys of all screens in a container.
    fileprivate var screens: Set<String> {
        var keys: Set<String> = []
        for route in self["routes"]?.array ?? [] {
            if let inner = route["state"] {
                keys.formUnion(inner.screens)
            } else if self["type"] == "stack", let key = route["key"]?.string {
                keys.insert(key)
            }
        }
        return keys
    }

    /// The tabs in front that have a tab of this key.
    fileprivate func tabs(with tab: String) -> JSONValue? {
        let isHere = self["type"] == "tabs" && self["routes"]?.array?.contains { $0["key"]?.string == tab } == true
        return isHere ? self : selectedRoute?["state"]?.tabs(with: tab)
    }

    /// Changes the routes of the innermost stack in front, and selects its last one.
    fileprivate mutating func editStack(_ edit: (inout [JSONValue]) -> Void) {
        editFront { container in
            guard var routes = container["routes"]?.array else { return }
            edit(&routes)
            container["routes"] = .array(routes)
            container["index"] = .integer(routes.count - 1)
        }
    }

    /// Selects a tab in the tabs that have it.
    fileprivate mutating func selectTab(_ tab: String, at index: Int) {
        editFront(until: { $0["routes"]?.array?.contains { $0["key"]?.string == tab } == true }) { container in
            container["index"] = .integer(index)
        }
    }

    /// Changes the first container on the way to the front that fulfills a condition, or the innermost one.
    private mutating func editFront(
        until isFound: ([String: JSONValue]) -> Bool = { _ in false },
        _ edit: (inout [String: JSONValue]) -> Void
    ) {
        guard case .object(var container) = self else { return }
        if !isFound(container), let index = container["index"]?.int, case .array(var routes)? = container["routes"],
            routes.indices.contains(index), case .object(var route) = routes[index], var inner = route["state"]
        {
            inner.editFront(until: isFound, edit)
            route["state"] = inner
            routes[index] = .object(route)
            container["routes"] = .array(routes)
        } else {
            edit(&container)
        }
        self = .object(container)
    }
}
