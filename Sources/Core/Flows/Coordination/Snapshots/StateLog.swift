import JSON
package import JSONValues

/// A state in a store: the whole state at some time, and the changes of each step since then.
///
/// A store adds a change with each step, and begins again with a whole state now and then. A change is a document like a whole
/// state, but it has only the screens, the coordinators and the effects that the step has added or changed, and the keys of the
/// removed ones. A screen or a coordinator that has changed in anything but its content is there without its content:
///
/// ```json
/// {"format": 1, "nextKey": 8, "navigation": {…}, "modals": [], "screens": [{"key": "k7", …}], "coordinators": [],
///  "pending": [], "removed": ["k5"]}
/// ```
///
/// A change holds values and no event, so a state is read without the code that has made it.
public struct StateLog: Equatable, Sendable {
    /// The document of the whole state.
    public let whole: [UInt8]
    /// The changes since then, oldest first.
    public private(set) var changes: [[UInt8]]

    /// Describes a state in a store.
    public init(whole: [UInt8], changes: [[UInt8]] = []) {
        self.whole = whole
        self.changes = changes
    }

    /// The size of all documents in bytes.
    public var byteCount: Int { changes.reduce(whole.count) { $0 + $1.count } }

    /// Adds the change of a step.
    public mutating func append(_ change: [UInt8]) { changes.append(change) }

    /// Puts the state together as one document.
    ///
    /// - Throws: ``SnapshotError`` if a document can't be read. Whether they belong together is found out when the state is
    ///   restored.
    package func document() throws -> JSONValue {
        let first = try Self.parse(whole)
        guard !changes.isEmpty else { return .object(first) }
        var lists = Self.lists.map { StoredParts(first[$0]) }
        var latest = first, flows = first["flows"]
        for change in changes {
            // A change has all other members in full, except those that never change, so the last document has their latest values.
            latest = try Self.parse(change)
            flows = latest["flows"] ?? flows
            let removed = try latest[Self.removed].map { try [Key](stored: $0) } ?? []
            for index in lists.indices { try lists[index].take(latest[Self.lists[index]], removing: removed) }
        }
        latest["application"] = first["application"]
        latest[Self.host.description] = first[Self.host.description]
        latest["flows"] = flows
        latest[Self.removed] = nil
        for (name, parts) in zip(Self.lists, lists) { latest[name] = .array(parts.values) }
        return .object(latest)
    }

    /// The members that are lists of parts.
    private static let lists = ["screens", "coordinators", "pending"]
    /// The member with what the session keeps of its launch, which never changes.
    static let host: StaticString = "host"
    /// The member of a change with the keys of the parts that a step has removed.
    static let removed = "removed"

    private static func parse(_ bytes: [UInt8]) throws -> JSONObject {
        guard case .object(let object) = try JSONValue(parsing: bytes, limits: Snapshot.limits) else {
            throw SnapshotError(reason: .unreadable, detail: "The snapshot is not a JSON object.")
        }
        return object
    }
}

/// A list of parts in the order of their keys, with content that is not read.
private struct StoredParts {
    private(set) var values: [JSONValue] = []

    init(_ list: JSONValue?) {
        if case .array(let values)? = list { self.values = values }
    }

    /// Adds the parts that a step has added, replaces the changed ones, and drops the parts that it has removed.
    mutating func take(_ list: JSONValue?, removing removed: [Key]) throws {
        if !removed.isEmpty { values.removeAll { part in Self.key(of: part).map(removed.contains) ?? false } }
        guard case .array(let parts)? = list else { return }
        for part in parts {
            guard let key = Self.key(of: part) else {
                throw SnapshotError(reason: .unreadable, detail: "A part of a change has no key.")
            }
            // A new part has a higher key than all others, so it is added at the end.
            let index = values.lastIndex { Self.key(of: $0).map { $0 <= key } ?? false }
            if let index, Self.key(of: values[index]) == key {
                values[index] = part.withContent(of: values[index])
            } else {
                values.insert(part, at: index.map { $0 + 1 } ?? 0)
            }
        }
    }

    private static func key(of part: JSONValue) -> Key? {
        guard case .string(let text)? = part["key"] else { return nil }
        return Key(text)
    }
}

extension JSONValue {
    /// Returns a part with the content that it had before if the change has left it out.
    fileprivate func withContent(of last: JSONValue) -> JSONValue {
        var part = self
        for name in [ScreenNode.contentName.description, CoordinatorNode.contentName.description] {
            if self[name] == nil, let content = last[name] { part.setMember(name, to: content) }
        }
        return part
    }
}
