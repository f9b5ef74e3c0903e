import Coordination
import JSON
import Sessions

/// What is said of one version of a screen, whatever lies over it.
struct ScreenDocument {
    private let node: ScreenNode
    private let view: SessionView
    private let address: String

    /// - Parameter address: The path of the session.
    init(_ node: ScreenNode, of view: SessionView, at address: String) {
        self.node = node
        self.view = view
        self.address = address
    }

    /// What comes after the opening and, while the screen may report, the outputs.
    static let closing = Array("]}".utf8)

    /// All of it but the closing.
    var text: ScreenText { ScreenText(route: route, opening: opening, outputs: outputs) }

    /// The screen's place in its container.
    private var route: [UInt8] {
        var writer = JSONWriter(capacity: 64)
        writer.beginObject()
        writer.member("key", node.key)
        writer.member("name", node.name)
        if let transition = node.transition { writer.member("transition", transition.rawValue) }
        writer.endObject()
        return writer.bytes
    }

    /// The screen as a member of an object by its key, up to the opening bracket of its outputs, which come last.
    private var opening: [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writer.key(named: node.key.description)
        writer.beginObject()
        writer.member("name", node.name)
        writer.member("title", node.screen.title)
        if let variant = node.screen.variant { writer.member("variant", variant) }
        writer.key("props")
        writeProps(to: &writer)
        if view.record.client.view ?? true {
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
        writer.key("outputs")
        writer.beginArray()
        return writer.bytes(1..<writer.count)
    }

    /// What the screen may report, with where to report it; the elements of an array, without the brackets.
    private var outputs: [UInt8] {
        let disabled = node.screen.disabledOutputs.map(\.name)
        var writer = JSONWriter(capacity: 256)
        writer.beginArray()
        for output in view.application.outputs(of: type(of: node.screen)) where !disabled.contains(output.name) {
            writer.beginObject()
            writer.member("name", output.name)
            writer.member("href", "\(address)/screens/\(node.key)/outputs/\(output.name)")
            if let schema = output.schema {
                writer.key("schema")
                schema.write(to: &writer)
            }
            writer.endObject()
        }
        writer.endArray()
        return writer.bytes(1..<writer.count - 1)
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
