public import JSON

/// The stored form of a flow: everything that its version covers, as JSON.
///
/// The positions of its screens and its parent are not part of it, so a migration leaves them unchanged.
///
/// ```swift
/// Migration(from: 2) { stored in
///     stored.state.removeMember("draft")
///     stored.renameScreen("cities", to: "towns")
///     stored.updateEffects("search") { $0.renameMember("text", to: "query") }
/// }
/// ```
public struct StoredFlow: Sendable {
    /// The name of the flow, as in ``Coordinating/name``.
    public let name: String
    /// The version of the content, which each ``Migration`` raises by one.
    public internal(set) var version: Int
    /// The flow's stored ``Coordinating/State``.
    public var state: JSONValue
    /// The screens of the flow that are still on a stack, oldest first.
    public internal(set) var screens: [StoredScreen] = []
    /// The effects of the flow that are still pending, oldest first and without timers.
    public internal(set) var effects: [StoredEffect] = []

    init(name: String, version: Int, state: JSONValue) {
        self.name = name
        self.version = version
        self.state = state
    }

    /// Renames all screens of a kind, after the kind was renamed.
    public mutating func renameScreen(_ name: String, to other: String) {
        for index in screens.indices where screens[index].name == name { screens[index].name = other }
    }

    /// Changes the props of every screen of a kind.
    ///
    /// - Throws: The error that `change` throws.
    public mutating func updateScreens(_ name: String, _ change: (inout JSONValue) throws -> Void) rethrows {
        for index in screens.indices where screens[index].name == name { try change(&screens[index].props) }
    }

    /// Renames all effects of a kind, after the kind was renamed.
    public mutating func renameEffect(_ name: String, to other: String) {
        for index in effects.indices where effects[index].name == name { effects[index].name = other }
    }

    /// Changes every effect of a kind, except secret ones, which have no stored value.
    ///
    /// - Throws: The error that `change` throws.
    public mutating func updateEffects(_ name: String, _ change: (inout JSONValue) throws -> Void) rethrows {
        for index in effects.indices where effects[index].name == name {
            guard var value = effects[index].value else { continue }
            try change(&value)
            effects[index].value = value
        }
    }
}

/// The stored form of a screen.
///
/// ```swift
/// Migration(from: 3) { stored in
///     let wasOnMap = stored.screens.contains { $0.name == "citiesMap" }
///     stored.state.setMember("prefersMap", to: .bool(wasOnMap))
/// }
/// ```
public struct StoredScreen: Equatable, Sendable {
    /// The key of the screen in its session.
    public let key: Key
    /// The name of its kind, as in ``Screen/name``.
    public internal(set) var name: String
    /// The stored properties, as a JSON object.
    public internal(set) var props: JSONValue
}

/// The stored form of an effect.
///
/// ```swift
/// Migration(from: 4) { stored in
///     let isPaying = stored.effects.contains { $0.name == "pay" }
///     stored.state.setMember("isPaying", to: .bool(isPaying))
/// }
/// ```
public struct StoredEffect: Equatable, Sendable {
    /// The key of the effect in its session.
    public let key: Key
    /// The name of its kind, as in ``Effect/name``.
    public internal(set) var name: String
    /// The properties of the effect, or `nil` for a secret effect, which is never stored.
    public internal(set) var value: JSONValue?
}
