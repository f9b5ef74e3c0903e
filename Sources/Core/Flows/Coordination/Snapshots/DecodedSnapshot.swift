import JSON

/// A decoded snapshot: its structure, checked, and the content of its flows still as JSON.
///
/// Damage is found here. Whether the content matches the application's types is found out in ``Restoration``.
struct DecodedSnapshot {
    /// The structure, with placeholders for states, screens and effects.
    private(set) var structure: NavigationState
    /// The content of each coordinator, by its key.
    private(set) var flows: [Key: StoredFlow] = [:]
    /// The effects of coordinators that are not in the tree.
    private(set) var orphans: [StoredEffect] = []

    init(reading document: JSONValue, of application: String) throws {
        try Self.checkHead(document, of: application)
        var reader = MemberReader(object: document)
        var fields = NavigationState.Fields()
        try fields.code(&reader)
        structure = NavigationState(fields)
        try Snapshot.check(structure)
        let versions: [String: Int] = try MemberReader.read(document["flows"] ?? .null, at: "flows")
        for node in structure.coordinators {
            guard let version = versions[node.name], let state = node.state as? JSONValue else {
                throw SnapshotError(reason: .unreadable, detail: "The version of \(node.name) is missing.")
            }
            flows[node.key] = StoredFlow(name: node.name, version: version, state: state)
        }
        for node in structure.screens {
            guard let unread = node.screen as? UndecodedScreen else { continue }
            flows[node.owner]?.screens.append(StoredScreen(key: node.key, name: unread.kind, props: unread.props))
        }
        for pending in structure.pending {
            guard let unread = pending.effect as? UndecodedEffect else { continue }
            let effect = StoredEffect(key: pending.key, name: unread.kind, value: unread.value)
            if flows[pending.coordinator]?.effects.append(effect) == nil { orphans.append(effect) }
        }
    }

    private static func checkHead(_ document: JSONValue, of application: String) throws {
        let reader = MemberReader(object: document)
        var (format, name) = (0, "")
        try reader.member("format", &format)
        guard format >= 1 else {
            throw SnapshotError(reason: .unreadable, detail: "The snapshot has the invalid format \(format).")
        }
        guard format <= Snapshot.format else {
            throw SnapshotError(
                reason: .newerFormat,
                detail: "The snapshot has format \(format), but this program supports formats up to \(Snapshot.format)."
            )
        }
        try reader.member("application", &name)
        guard name == application else {
            throw SnapshotError(
                reason: .wrongApplication,
                detail: "The snapshot belongs to the application '\(name)', not to '\(application)'."
            )
        }
    }
}
