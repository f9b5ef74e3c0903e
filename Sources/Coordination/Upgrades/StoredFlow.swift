public import JSON

/// A flow as it was written down: what its version covers, as JSON.
///
/// Where its screens stand, and who runs the flow, is not part of it and stays as it is.
public struct StoredFlow: Sendable {
    /// The name of the flow; see ``Coordinating/name``.
    public let name: String
    /// The version that the content has; it grows with each ``Upgrade``.
    public internal(set) var version: Int
    /// What the flow remembers: its ``Coordinating/State``.
    public var state: JSONValue
    /// The screens that it put up and that are still on some stack, oldest first.
    public internal(set) var screens: [StoredScreen] = []
    /// What it asked of the outside world and has not been answered, oldest first; no timers.
    public internal(set) var effects: [StoredEffect] = []

    init(name: String, version: Int, state: JSONValue) {
        self.name = name
        self.version = version
        self.state = state
    }

    /// Gives screens of a kind the name that the kind has now.
    public mutating func renameScreen(_ name: String, to other: String) {
        for index in screens.indices where screens[index].name == name { screens[index].name = other }
    }

    /// Changes the props of every screen of a kind.
    ///
    /// - Throws: What the change throws.
    public mutating func updateScreens(_ name: String, _ change: (inout JSONValue) throws -> Void) rethrows {
        for index in screens.indices where screens[index].name == name { try change(&screens[index].props) }
    }

    /// Gives effects of a kind the name that the kind has now.
    public mutating func renameEffect(_ name: String, to other: String) {
        for index in effects.indices where effects[index].name == name { effects[index].name = other }
    }

    /// Changes every effect of a kind; secret ones have no value and are left out.
    ///
    /// - Throws: What the change throws.
    public mutating func updateEffects(_ name: String, _ change: (inout JSONValue) throws -> Void) rethrows {
        for index in effects.indices where effects[index].name == name {
            guard var value = effects[index].value else { continue }
            try change(&value)
            effects[index].value = value
        }
    }
}

/// A screen as it was written down.
public struct StoredScreen: Equatable, Sendable {
    /// The name of the instance in its session.
    public let key: Key
    /// The name of its kind; see ``Screen/name``.
    public internal(set) var name: String
    /// Its properties.
    public internal(set) var props: JSONValue
}

/// An effect as it was written down.
public struct StoredEffect: Equatable, Sendable {
    /// Its name in the session.
    public let key: Key
    /// The name of its kind; see ``Effect/name``.
    public internal(set) var name: String
    /// What is to be done; `nil` for a secret one, of which nothing was written down.
    public internal(set) var value: JSONValue?
}
