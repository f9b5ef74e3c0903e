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
    private(set) var orphans: [StoredEffect] = []

    init(reading document: JSONValue, of application: Application) throws {
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
            guard let unread = node.screen as? UnreadScreen else { continue }
            flows[node.owner]?.screens.append(StoredScreen(key: node.key, name: unread.kind, props: unread.props))
        }
        for pending in structure.pending {
            guard let unread = pending.effect as? UnreadEffect else { continue }
            let effect = StoredEffect(key: pending.key, name: unread.kind, value: unread.value)
            if flows[pending.coordinator]?.effects.append(effect) == nil { orphans.append(effect) }
        }
    }

    private static func checkHead(_ document: JSONValue, of application: Application) throws {
        let reader = MemberReader(object: document)
        var (format, name) = (0, "")
        try reader.member("format", &format)
        guard format >= 1 else {
            throw SnapshotError(reason: .unreadable, detail: "There is no format \(format).")
        }
        guard format <= Snapshot.format else {
            throw SnapshotError(
                reason: .newerFormat,
                detail: "The snapshot is of format \(format), and this program knows formats up to \(Snapshot.format)."
            )
        }
        try reader.member("application", &name)
        guard name == application.name else {
            throw SnapshotError(
                reason: .otherApplication,
                detail: "The snapshot is of '\(name)' and not of '\(application.name)'."
            )
        }
    }
}
