import JSON

extension Snapshot {
    static func write(_ node: ScreenNode, to writer: inout JSONWriter) throws {
        writer.beginObject()
        writer.member("key", node.key)
        writer.member("name", node.name)
        writer.member("owner", node.owner)
        writer.member("version", Int(node.version))
        writer.key("screen")
        try JSONCoding.encode(node.screen, to: &writer)
        if !node.messages.isEmpty {
            writer.key("messages")
            try JSONCoding.encode(node.messages, to: &writer)
        }
        if !node.hides.isEmpty {
            writer.key("hides")
            try JSONCoding.encode(node.hides, to: &writer)
        }
        writer.member("transition", node.transition?.rawValue)
        writer.endObject()
    }

    static func write(_ node: CoordinatorNode, to writer: inout JSONWriter) throws {
        writer.beginObject()
        writer.member("key", node.key)
        writer.member("name", node.name)
        writer.member("parent", node.parent)
        writer.member("container", node.container)
        writer.member("units", node.units)
        writer.member("children", node.children)
        writer.key("state")
        try JSONCoding.encode(node.state, to: &writer)
        writer.endObject()
    }

    static func write(_ effect: PendingEffect, to writer: inout JSONWriter) throws {
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
    }
}
