import Coordination
import JSON

/// What is said of one version of a screen, whatever session it is in and whatever lies over it.
struct ScreenDocument {
    private let node: ScreenNode
    private let withView: Bool

    init(_ node: ScreenNode, withView: Bool) {
        self.node = node
        self.withView = withView
    }

    /// The members of the screen's object, without the braces.
    var members: [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writer.member("name", node.name)
        writer.member("title", node.screen.title)
        if let variant = node.screen.variant { writer.member("variant", variant) }
        writer.key("props")
        writeProps(to: &writer)
        if withView {
            writer.key("view")
            node.screen.view.write(to: &writer)
        }
        writer.key("messages")
        writer.beginArray()
        for message in node.messages { Self.write(message, to: &writer) }
        writer.endArray()
        if !node.hides.isEmpty {
            writer.key("hides")
            writer.beginArray()
            for bar in Bar.allCases where node.hides.contains(bar) { writer.string(bar.rawValue) }
            writer.endArray()
        }
        writer.endObject()
        return Array(writer.bytes.dropFirst().dropLast())
    }

    private func writeProps(to writer: inout JSONWriter) {
        do {
            try JSONCoding.encode(node.screen, to: &writer)
        } catch {
            // Only a screen that holds a secret can't be encoded, and that is what no client may see.
            writer.beginObject()
            writer.endObject()
        }
    }

    private static func write(_ message: Message, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("code", message.code)
        writer.member("level", message.level.rawValue)
        if let pointer = message.pointer { writer.member("pointer", pointer) }
        if let params = message.params {
            writer.key("params")
            writer.value(.object(JSONObject(params.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })))
        }
        writer.member("text", message.text)
        writer.endObject()
    }
}
