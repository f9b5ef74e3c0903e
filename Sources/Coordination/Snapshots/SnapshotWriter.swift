import JSON

/// Writes one state down, from front to back, and notes where its parts come to stand.
struct SnapshotWriter: ~Copyable {
    private let previous: WrittenState?
    private var writer: JSONWriter
    private(set) var places: [Range<UInt32>] = []

    init(after previous: WrittenState?) {
        self.previous = previous
        writer = JSONWriter(capacity: previous.map { $0.bytes.count + 256 } ?? 0)
    }

    var bytes: [UInt8] { writer.bytes }

    mutating func write(_ state: NavigationState, of application: Application) throws {
        places.reserveCapacity(state.screens.count + state.coordinators.count + state.pending.count)
        writer.beginObject()
        writer.member("format", Snapshot.format(of: state))
        writer.member("application", application.name)
        writer.key("flows")
        writer.beginObject()
        for name in names(of: state.coordinators) {
            writer.key(named: name)
            writer.integer(application.flow(name)?.version ?? 0)
        }
        writer.endObject()
        writer.member("nextKey", Int(state.nextKey))
        writer.flag("ended", state.isEnded)
        writer.member("navigation", state.navigation)
        writer.key("modals")
        writer.elements(state.modals)
        try write("screens", state.screens, copying: { $0.bytes(of: $1) }, Snapshot.write)
        try write("coordinators", state.coordinators, copying: { $0.bytes(of: $1) }, Snapshot.write)
        try write("pending", state.pending, copying: { $0.bytes(of: $1) }, Snapshot.write)
        if !state.postponed.isEmpty {
            writer.key("postponed")
            try JSONCoding.encode(state.postponed, to: &writer)
        }
        writer.endObject()
    }

    /// The names of the flows, each once, in order.
    private func names(of coordinators: Keyed<CoordinatorNode>) -> [String] {
        var names: [String] = []
        for node in coordinators where !names.contains(node.name) { names.append(node.name) }
        return names.sorted()
    }

    private mutating func write<Parts: Collection>(
        _ name: StaticString,
        _ parts: Parts,
        copying copy: (WrittenState, Parts.Element) -> ArraySlice<UInt8>?,
        _ encode: (Parts.Element, inout JSONWriter) throws -> Void
    ) throws {
        writer.key(name)
        writer.beginArray()
        var separator = 0
        for part in parts {
            let start = writer.count + separator
            if let previous, let copied = copy(previous, part) {
                writer.raw(copied)
            } else {
                try encode(part, &writer)
            }
            places.append(UInt32(clamping: start)..<UInt32(clamping: writer.count))
            separator = 1
        }
        writer.endArray()
    }
}
