import JSON

/// Writes one state down, from front to back, and notes where its parts come to stand.
struct SnapshotWriter: ~Copyable {
    private let previous: WrittenState?
    private var writer: JSONWriter
    private(set) var places: [WrittenState.Place] = []
    /// Where the versions of the flows stand.
    private(set) var flows = 0..<0

    init(after previous: WrittenState?) {
        self.previous = previous
        writer = JSONWriter(capacity: previous.map { $0.bytes.count + 256 } ?? 0)
    }

    /// Writes a state; returns what was written.
    mutating func write(_ state: NavigationState, of application: Application) throws -> [UInt8] {
        places.reserveCapacity(state.screens.count + state.coordinators.count + state.pending.count)
        writer.beginObject()
        writer.member("format", Snapshot.format(of: state))
        writer.member("application", application.name)
        writer.key("flows")
        writeVersions(of: state.coordinators, in: application)
        writer.member("nextKey", Int(state.nextKey))
        writer.flag("ended", state.isEnded)
        writer.member("navigation", state.navigation)
        writer.key("modals")
        writer.elements(state.modals)
        try write("screens", state.screens, copying: { $0.copy(of: $1) }, Snapshot.write)
        try write("coordinators", state.coordinators, copying: { $0.copy(of: $1) }, Snapshot.write)
        try write("pending", state.pending, copying: { $0.copy(of: $1) }, Snapshot.write)
        if !state.postponed.isEmpty {
            writer.key("postponed")
            try JSONCoding.encode(state.postponed, to: &writer)
        }
        writer.endObject()
        return writer.finish()
    }

    private mutating func writeVersions(of coordinators: Keyed<CoordinatorNode>, in application: Application) {
        let start = writer.count
        if let copy = previous?.copyOfVersions(of: coordinators) {
            writer.raw(copy)
        } else {
            writer.beginObject()
            for name in names(of: coordinators) {
                writer.key(named: name)
                writer.integer(application.flow(name)?.version ?? 0)
            }
            writer.endObject()
        }
        flows = start..<writer.count
    }

    /// The names of the flows, each once, in order.
    private func names(of coordinators: Keyed<CoordinatorNode>) -> [String] {
        var names: [String] = []
        names.reserveCapacity(coordinators.count)
        for node in coordinators {
            let name = node.name
            let place = names.firstIndex { $0 >= name } ?? names.endIndex
            if place == names.endIndex || names[place] != name { names.insert(name, at: place) }
        }
        return names
    }

    /// Writes parts one after another, and copies what is as it was.
    ///
    /// - Parameter encode: Writes a part, with its content as it was where there is some, and says where the content
    ///   has come to stand.
    private mutating func write<Parts: Collection>(
        _ name: StaticString,
        _ parts: Parts,
        copying copy: (WrittenState, Parts.Element) -> WrittenState.Copy?,
        _ encode: (Parts.Element, ArraySlice<UInt8>?, inout JSONWriter) throws -> Range<Int>
    ) throws {
        writer.key(name)
        writer.beginArray()
        var separator = 0
        for part in parts {
            let start = writer.count + separator
            let content: Range<Int>
            switch previous.flatMap({ copy($0, part) }) {
            case .whole(let bytes, let range)?:
                writer.raw(bytes)
                content = start + range.lowerBound..<start + range.upperBound
            case .content(let bytes)?:
                content = try encode(part, bytes, &writer)
            case nil:
                content = try encode(part, nil, &writer)
            }
            places.append(.init(whole: start..<writer.count, content: content))
            separator = 1
        }
        writer.endArray()
    }
}
