import JSON

/// The written form of a ``NavigationState``.
enum Snapshot {
    /// The version of the form itself; raised when a reader of the old one could not read the new one.
    static let format = 1

    static let limits = JSONLimits(depth: JSONLimits.deepest, bytes: 64 * 1_024 * 1_024, nodes: 10_000_000)

    static func read(_ document: JSONValue, _ application: Application) throws -> NavigationState {
        let format: Int = try member("format", of: document)
        guard format >= 1 else {
            throw SnapshotError(reason: .unreadable, detail: "There is no format \(format).")
        }
        guard format <= Self.format else {
            throw SnapshotError(
                reason: .newerFormat,
                detail: "The snapshot is of format \(format), and this program knows formats up to \(Self.format)."
            )
        }
        let name: String = try member("application", of: document)
        guard name == application.name else {
            throw SnapshotError(
                reason: .otherApplication,
                detail: "The snapshot is of '\(name)' and not of '\(application.name)'."
            )
        }
        let flows: [String: Int] = try member("flows", of: document)
        for (name, version) in flows.sorted(by: { $0.key < $1.key }) {
            guard let flow = application.flow(name) else { throw unknown("flow", name) }
            guard flow.version == version else {
                throw SnapshotError(
                    reason: .otherVersion,
                    detail: "\(name) is of version \(flow.version), and the snapshot has its version \(version)."
                )
            }
        }
        var state = NavigationState(
            navigation: try member("navigation", of: document),
            nextKey: try member("nextKey", of: document)
        )
        state.modals = try member("modals", of: document)
        state.isEnded = try optional("ended", of: document) ?? false
        for value in try elements("coordinators", of: document) {
            let node = try coordinator(value, application)
            guard flows[node.name] != nil else {
                throw SnapshotError(reason: .unreadable, detail: "The version of \(node.name) is missing.")
            }
            guard state.coordinators[node.key] == nil else { throw doubled(node.key) }
            state.coordinators[node.key] = node
        }
        for value in try elements("screens", of: document) {
            let node = try screen(value, application)
            guard state.screens[node.key] == nil else { throw doubled(node.key) }
            state.screens[node.key] = node
        }
        state.pending = try elements("pending", of: document).map { try pending($0, application) }
        try check(state, of: application)
        return state
    }

    private static func coordinator(_ value: JSONValue, _ application: Application) throws -> CoordinatorNode {
        let name: String = try member("name", of: value)
        guard let flow = application.flow(name) else { throw unknown("flow", name) }
        return CoordinatorNode(
            key: try member("key", of: value),
            name: name,
            parent: try optional("parent", of: value),
            container: try member("container", of: value),
            state: try flow.decodeState(try part("state", of: value)),
            units: try member("units", of: value),
            children: try member("children", of: value)
        )
    }

    private static func screen(_ value: JSONValue, _ application: Application) throws -> ScreenNode {
        let name: String = try member("name", of: value)
        guard let type = application.screenType(name) else { throw unknown("screen", name) }
        let transition: String? = try optional("transition", of: value)
        return ScreenNode(
            key: try member("key", of: value),
            owner: try member("owner", of: value),
            screen: try decode(type, from: try part("screen", of: value)),
            messages: try optional("messages", of: value) ?? [],
            hides: try optional("hides", of: value) ?? [],
            transition: transition.map(Transition.init(rawValue:)),
            version: try member("version", of: value)
        )
    }

    private static func pending(_ value: JSONValue, _ application: Application) throws -> PendingEffect {
        let name: String = try member("name", of: value)
        let work: PendingEffect.Work
        if let due: Timestamp = try optional("due", of: value) {
            work = .wait(name: name, until: due)
        } else if let effect = value["effect"] {
            guard let type = application.effectType(name) else { throw unknown("effect", name) }
            work = .perform(try decode(type, from: effect))
        } else {
            let isLost: Bool = try member("lost", of: value)
            guard let type = application.effectType(name), isLost else { throw unknown("lost effect", name) }
            work = .lost(type)
        }
        return PendingEffect(
            key: try member("key", of: value),
            coordinator: try member("coordinator", of: value),
            since: try member("since", of: value),
            work: work
        )
    }

    private static func unknown(_ kind: String, _ name: String) -> SnapshotError {
        SnapshotError(reason: .unknownType, detail: "The application has no \(kind) '\(name)'.")
    }

    static func doubled(_ key: Key) -> SnapshotError {
        SnapshotError(reason: .unreadable, detail: "The key \(key) is used twice.")
    }

    private static func part(_ name: String, of value: JSONValue) throws -> JSONValue {
        guard let part = value[name] else {
            throw SnapshotError(reason: .unreadable, detail: "The member '\(name)' is missing.")
        }
        return part
    }

    private static func member<Value: Decodable>(_ name: String, of value: JSONValue) throws -> Value {
        try JSONCoding.decode(Value.self, from: try part(name, of: value))
    }

    private static func optional<Value: Decodable>(_ name: String, of value: JSONValue) throws -> Value? {
        try value[name].map { try JSONCoding.decode(Value.self, from: $0) }
    }

    private static func elements(_ name: String, of value: JSONValue) throws -> [JSONValue] {
        guard case .array(let elements) = try part(name, of: value) else {
            throw SnapshotError(reason: .unreadable, detail: "The member '\(name)' is not an array.")
        }
        return elements
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, from value: JSONValue) throws -> Value {
        try JSONCoding.decode(type, from: value)
    }
}
