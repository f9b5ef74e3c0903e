extension NavigationState {
    /// Reads a state from its document.
    ///
    /// The member `token` is left out, because a state is drawn, stored and compared, and a credential is not.
    ///
    /// - Throws: ``MalformedState`` if a member that each state has is missing.
    public init(_ document: JSONValue) throws(MalformedState) {
        self.document = document
        try read(.whole)
    }

    /// The parts of a document that were changed.
    struct Change {
        /// Whether anything but single screens was changed.
        var isOfFrame: Bool
        /// The keys of the screens that were changed, or `nil` if all may have been.
        var screens: Set<String>?

        static var whole: Change { Change(isOfFrame: true, screens: nil) }
    }

    /// Reads the parts of the document that have changed.
    mutating func read(_ change: Change) throws(MalformedState) {
        if change.isOfFrame { try readFrame() }
        guard let keys = change.screens else {
            screens = [:]
            for (key, screen) in try document.members("screens") { screens[key] = try Screen(key: key, screen) }
            return
        }
        let all = try document.members("screens")
        for key in keys {
            screens[key] = try all[key].map { screen throws(MalformedState) in try Screen(key: key, screen) }
        }
    }

    private mutating func readFrame() throws(MalformedState) {
        document.remove("token")
        id = try document.text("id")
        app = try document.text("app")
        guard let number = document["revision"]?.int else { throw MalformedState(member: "revision") }
        revision = number
        status =
            switch try document.text("status") {
            case "active": .active
            case "busy": .busy(effect: document["busy"]?["effect"]?.string ?? "")
            case "ended": .ended
            case let other: .other(other)
            }
        stack = try document.elements("stack").compactMap(\.string)
        focus = document["focus"]?.string
        navigation = try Container(document["navigation"] ?? .null)
        modals = try document.elements("modals").map { modal throws(MalformedState) in try Modal(modal) }
        gestures = Gestures(document["gestures"])
    }
}

extension JSONValue {
    /// Removes a member of an object.
    fileprivate mutating func remove(_ name: String) {
        guard case .object(var members) = self, members[name] != nil else { return }
        self = .null
        members[name] = nil
        self = .object(members)
    }
}
