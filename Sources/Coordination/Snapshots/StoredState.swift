import JSON

/// A state as it was written down: its structure, which is read and checked, and the content of its flows as JSON.
///
/// Damage is found here; whether the content still fits the types of the application is found later.
struct StoredState {
    /// Everything but the content, for which there are stand-ins.
    private(set) var structure: NavigationState
    /// The content, by coordinators.
    private(set) var flows: [Key: StoredFlow] = [:]
    /// The effects of flows that have left the tree.
    private(set) var strays: [StoredEffect] = []

    init(reading document: JSONValue, of application: Application) throws {
        try Self.checkHead(document, of: application)
        let versions: [String: Int] = try document.member("flows")
        structure = NavigationState(
            navigation: try document.member("navigation"),
            nextKey: try document.member("nextKey")
        )
        structure.modals = try document.member("modals")
        structure.isEnded = try document.optional("ended") ?? false
        structure.postponed = try document.optional("postponed") ?? []
        for value in try document.elements("coordinators") { try readCoordinator(value, versions) }
        var screens: [(owner: Key, StoredScreen)] = []
        for value in try document.elements("screens") { screens.append(try readScreen(value)) }
        var effects: [(coordinator: Key, StoredEffect)] = []
        for value in try document.elements("pending") {
            if let effect = try readPending(value) { effects.append(effect) }
        }
        try Snapshot.check(structure)
        for (owner, screen) in screens { flows[owner]?.screens.append(screen) }
        for (coordinator, effect) in effects {
            if flows[coordinator]?.effects.append(effect) == nil { strays.append(effect) }
        }
    }

    private static func checkHead(_ document: JSONValue, of application: Application) throws {
        let format: Int = try document.member("format")
        guard format >= 1 else {
            throw SnapshotError(reason: .unreadable, detail: "There is no format \(format).")
        }
        guard format <= Snapshot.format else {
            throw SnapshotError(
                reason: .newerFormat,
                detail: "The snapshot is of format \(format), and this program knows formats up to \(Snapshot.format)."
            )
        }
        let name: String = try document.member("application")
        guard name == application.name else {
            throw SnapshotError(
                reason: .otherApplication,
                detail: "The snapshot is of '\(name)' and not of '\(application.name)'."
            )
        }
    }

    private mutating func readCoordinator(_ value: JSONValue, _ versions: [String: Int]) throws {
        let name: String = try value.member("name")
        let key: Key = try value.member("key")
        guard let version = versions[name] else {
            throw SnapshotError(reason: .unreadable, detail: "The version of \(name) is missing.")
        }
        guard structure.coordinators[key] == nil else { throw Snapshot.doubled(key) }
        structure.coordinators[key] = CoordinatorNode(
            key: key,
            name: name,
            parent: try value.optional("parent"),
            container: try value.member("container"),
            state: NoState(),
            units: try value.member("units"),
            children: try value.member("children")
        )
        flows[key] = StoredFlow(name: name, version: version, state: try value.part("state"))
    }

    private mutating func readScreen(_ value: JSONValue) throws -> (owner: Key, StoredScreen) {
        let key: Key = try value.member("key")
        let owner: Key = try value.member("owner")
        let transition: String? = try value.optional("transition")
        guard structure.screens[key] == nil else { throw Snapshot.doubled(key) }
        structure.screens[key] = ScreenNode(
            key: key,
            owner: owner,
            screen: UnreadScreen(),
            messages: try value.optional("messages") ?? [],
            hides: try value.optional("hides") ?? [],
            transition: transition.map(Transition.init(rawValue:)),
            version: try value.member("version")
        )
        return (owner, StoredScreen(key: key, name: try value.member("name"), props: try value.part("screen")))
    }

    /// Reads an effect or a timer; of a timer there is nothing more to read.
    private mutating func readPending(_ value: JSONValue) throws -> (coordinator: Key, StoredEffect)? {
        let key: Key = try value.member("key")
        let name: String = try value.member("name")
        let coordinator: Key = try value.member("coordinator")
        let due: Timestamp? = try value.optional("due")
        structure.pending.append(
            PendingEffect(
                key: key,
                coordinator: coordinator,
                isInherited: try value.optional("inherited") ?? false,
                since: try value.member("since"),
                work: due.map { .wait(name: name, until: $0) } ?? .lost(UnreadEffect.self)
            )
        )
        guard due == nil else { return nil }
        let content = value["effect"]
        if content == nil {
            let isLost: Bool = try value.member("lost")
            guard isLost else {
                throw SnapshotError(reason: .unreadable, detail: "What the effect \(key) is to do is missing.")
            }
        }
        return (coordinator, StoredEffect(key: key, name: name, value: content))
    }
}

extension JSONValue {
    fileprivate func part(_ name: String) throws -> JSONValue {
        guard let part = self[name] else {
            throw SnapshotError(reason: .unreadable, detail: "The member '\(name)' is missing.")
        }
        return part
    }

    fileprivate func member<Value: Decodable>(_ name: String) throws -> Value {
        try JSONCoding.decode(Value.self, from: part(name))
    }

    fileprivate func optional<Value: Decodable>(_ name: String) throws -> Value? {
        try self[name].map { try JSONCoding.decode(Value.self, from: $0) }
    }

    fileprivate func elements(_ name: String) throws -> [JSONValue] {
        guard case .array(let elements) = try part(name) else {
            throw SnapshotError(reason: .unreadable, detail: "The member '\(name)' is not an array.")
        }
        return elements
    }
}
