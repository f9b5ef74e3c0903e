import JSON

extension Snapshot {
    /// Writes a screen down.
    ///
    /// - Parameter inputs: Its inputs as they were written down before; `nil` when they weren't.
    /// - Returns: Where its inputs stand.
    static func write(
        _ node: ScreenNode,
        _ inputs: ArraySlice<UInt8>?,
        to writer: inout JSONWriter
    ) throws -> Range<Int> {
        writer.beginObject()
        writer.member("key", node.key)
        writer.member("name", node.name)
        writer.member("owner", node.owner)
        writer.member("version", Int(node.version))
        writer.key("screen")
        let content = try write(inputs, or: node.screen, to: &writer)
        if !node.messages.isEmpty {
            writer.key("messages")
            try JSONCoding.encode(node.messages, to: &writer)
        }
        if !node.hides.isEmpty {
            writer.key("hides")
            writer.beginArray()
            for bar in Bar.allCases where node.hides.contains(bar) { writer.string(bar.rawValue) }
            writer.endArray()
        }
        writer.member("transition", node.transition?.rawValue)
        writer.endObject()
        return content
    }

    /// Writes a coordinator down.
    ///
    /// - Parameter state: What it remembers as it was written down before; `nil` when it wasn't.
    /// - Returns: Where what it remembers stands.
    static func write(
        _ node: CoordinatorNode,
        _ state: ArraySlice<UInt8>?,
        to writer: inout JSONWriter
    ) throws -> Range<Int> {
        writer.beginObject()
        writer.member("key", node.key)
        writer.member("name", node.name)
        writer.member("parent", node.parent)
        writer.member("container", node.container)
        writer.member("units", node.units)
        writer.member("children", node.children)
        writer.key("state")
        let content = try write(state, or: node.state, to: &writer)
        writer.endObject()
        return content
    }

    /// Writes an effect down; what it holds is never written down again.
    static func write(
        _ effect: PendingEffect,
        _: ArraySlice<UInt8>?,
        to writer: inout JSONWriter
    ) throws -> Range<Int> {
        writer.beginObject()
        writer.member("key", effect.key)
        writer.member("name", effect.name)
        writer.member("coordinator", effect.coordinator)
        writer.flag("inherited", effect.isInherited)
        writer.member("since", effect.since)
        switch effect.work {
        case .wait(_, let due):
            writer.member("due", due)
        case .perform(let value) where !type(of: value).isSecret:
            writer.key("effect")
            try JSONCoding.encode(value, to: &writer)
        case .perform, .lost:
            writer.flag("lost", true)
        }
        writer.endObject()
        return 0..<0
    }

    /// Writes what is there already, or encodes it; returns where it stands.
    private static func write(
        _ written: ArraySlice<UInt8>?,
        or value: some Encodable,
        to writer: inout JSONWriter
    ) throws -> Range<Int> {
        let start = writer.count
        if let written { writer.raw(written) } else { try JSONCoding.encode(value, to: &writer) }
        return start..<writer.count
    }
}
