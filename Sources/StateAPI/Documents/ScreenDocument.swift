import Coordination
import JSON
import Sessions

/// What is said of one version of a screen, in whatever session and whatever lies over it.
///
/// The key and the outputs, which name the session, are written around it.
struct ScreenDocument {
    private let node: ScreenNode
    /// Whether the client wants the screen in semantic elements, too.
    private let hasView: Bool

    init(_ node: ScreenNode, for client: ClientInfo) {
        self.node = node
        hasView = client.view ?? true
    }

    /// What is kept of the screen: its place in its container after its key, and itself up to the bracket that opens its
    /// outputs, which come last.
    var text: ScreenText { ScreenText(route: route, body: body) }

    private static let routeOpening = Array(#"{"key":"#.utf8)
    private static let closing = Array("]}".utf8)

    /// Writes a screen's place in its container.
    static func writeRoute(_ key: Key, _ text: ScreenText, to writer: inout JSONWriter) {
        writer.raw(opening: routeOpening)
        key.write(to: &writer)
        writer.rawRest(text.route)
    }

    /// Writes a screen as a member by its key.
    ///
    /// - Parameter outputs: Writes the outputs that it may report, the elements of an array.
    static func write(
        _ key: Key,
        _ text: ScreenText,
        to writer: inout JSONWriter,
        _ outputs: (inout JSONWriter) -> Void
    ) {
        writer.key(key)
        writer.raw(opening: text.body)
        outputs(&writer)
        writer.rawRest(closing)
    }

    /// Writes what a screen may report, with where to report it.
    static func writeOutputs(of node: ScreenNode, _ view: SessionView, to writer: inout JSONWriter) {
        let screen = node.screen
        let disabled = screen.disabledOutputs
        for output in view.application.declaredOutputs(of: type(of: screen)) {
            guard !disabled.contains(where: { $0.name == output.name }) else { continue }
            OutputText.of(output).write(of: node.key, in: view.record.id, to: &writer)
        }
    }

    private var route: [UInt8] {
        var writer = JSONWriter(capacity: 64)
        writer.beginObject()
        writer.key("key")
        // An empty string stands for the key, which every instance has for itself; what comes after it is kept.
        writer.string("")
        let start = writer.count
        writer.member("name", node.name)
        if let transition = node.transition { writer.member("transition", transition.rawValue) }
        writer.endObject()
        return writer.bytes(start..<writer.count)
    }

    private var body: [UInt8] {
        let screen = node.screen
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writer.member("name", node.name)
        writer.member("title", screen.title)
        if let variant = screen.variant { writer.member("variant", variant) }
        writer.key("props")
        writeProps(to: &writer)
        if hasView {
            writer.key("view")
            screen.view.write(to: &writer)
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
        return writer.bytes
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
