import JSON

/// The messages to a renderer, in order.
struct A2UIMessages {
    private(set) var all: [JSONValue] = []
    private let surface: String
    private let version: A2UIVersion

    init(_ surface: String, _ version: A2UIVersion) {
        self.surface = surface
        self.version = version
    }

    /// Adds the message that creates the surface.
    mutating func createSurface() {
        add("createSurface", ["catalogId": .string(version.catalog)])
    }

    /// Adds the message with components, unless there are none.
    mutating func update(_ components: [JSONObject]) {
        guard !components.isEmpty else { return }
        add("updateComponents", ["components": .array(components.map(JSONValue.object))])
    }

    /// Adds the messages that lead from the data of one screen to the data of another.
    ///
    /// On the same screen only values that the server has changed are among them, so that the user's own input stays.
    mutating func update(from known: A2UIScreen?, to screen: A2UIScreen) {
        guard let known, let key = screen.key, known.key == key else {
            return add("updateDataModel", ["value": .object(screen.dataModel)])
        }
        update(from: .object(known.data), to: .object(screen.data), at: "/\(key)")
    }

    private mutating func update(from old: JSONValue?, to new: JSONValue?, at path: String) {
        if case .object(let old)? = old, case .object(let new)? = new {
            for name in old.keys where new[name] == nil {
                update(from: old[name], to: nil, at: path + Self.token(name))
            }
            for member in new.members {
                update(from: old[member.key], to: member.value, at: path + Self.token(member.key))
            }
        } else if old != new {
            var members: JSONObject = ["path": .string(path)]
            // In the draft `null` removes a value, in the stable version its absence does.
            members["value"] = new ?? (version == .draft ? .null : nil)
            add("updateDataModel", members)
        }
    }

    /// Returns a step of a JSON Pointer (RFC 6901 section 4).
    static func token(_ name: String) -> String {
        "/"
            + name.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
            .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
    }

    private mutating func add(_ name: String, _ members: JSONObject) {
        var content: JSONObject = ["surfaceId": .string(surface)]
        for member in members.members { content[member.key] = member.value }
        all.append(["version": .string(version.name), name: .object(content)] as JSONValue)
    }
}
