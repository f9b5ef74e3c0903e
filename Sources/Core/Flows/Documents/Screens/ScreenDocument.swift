import Coordination
import JSON

/// The JSON of one version of a screen, independent of the session and of the screens above it.
///
/// The key and the outputs, which name the session, are written around it.
struct ScreenDocument {
    private let node: ScreenNode
    /// Whether the client asks for the screen's semantic elements, too.
    private let hasView: Bool
    private let client: ClientInfo
    /// The encoded properties of the screen, or `nil` if they must be encoded here.
    private let props: ArraySlice<UInt8>?
    private let open: SealedTextOpening?
    /// Whether the properties have bullets in place of sealed texts.
    private let isConcealed: Bool

    /// Makes the document of a screen for a client.
    ///
    /// - Parameters:
    ///   - node: The screen as it is on its stack.
    ///   - client: The client, which gets the semantic elements of the screen unless its `view` is `false`.
    ///   - props: The encoded properties of this version of the screen, if the snapshot has them
    ///     (`EncodedState.props(of:version:)`).
    ///   - open: Opens the sealed texts of the screen, or `nil` for bullets in their place.
    init(
        _ node: ScreenNode,
        for client: ClientInfo,
        props: ArraySlice<UInt8>? = nil,
        opening open: SealedTextOpening? = nil
    ) {
        self.node = node
        self.client = client
        hasView = client.view ?? true
        self.props = props
        self.open = open
        isConcealed = false
    }

    /// Makes the document of a screen with bullets in place of every sealed text.
    init(concealing node: ScreenNode, for client: ClientInfo) {
        self.node = node
        self.client = client
        hasView = client.view ?? true
        props = nil
        open = nil
        isConcealed = true
    }

    /// The cacheable text of the screen.
    ///
    /// It has two pieces. The first is the route in its container, after the key. The second is the screen itself up to the
    /// opening bracket of its outputs, which are the last member.
    var text: RenderedScreen {
        let screen = node.screen
        let view = hasView ? screen.view : nil
        var writer = JSONWriter(capacity: 512)
        var members = RenderedMembers()
        writer.beginObject()
        members.write(.name, node.name, to: &writer)
        members.write(.title, screen.drawnTitle, to: &writer)
        members.write(.variant, screen.variant, to: &writer)
        if type(of: screen).sendsProps { members.write(.props, to: &writer, value: writeProps) }
        if let view {
            members.writeView(view.elements.compactMap(client.drawable), to: &writer) { element, writer in
                writer.element(element, for: client, opening: open)
            }
        }
        members.write(.messages, to: &writer) { writer in
            writer.array(node.messages) { message, writer in writer.object { message.writeMembers(to: &$0) } }
        }
        if !node.hides.isEmpty {
            members.write(.hides, to: &writer) { writer in
                writer.array(Bar.allCases.filter(node.hides.contains)) { $1.string($0.rawValue) }
            }
        }
        writer.key("outputs")
        writer.beginArray()
        return RenderedScreen(
            route: route,
            body: writer.bytes,
            members: members,
            hasSecret: open != nil && view?.elements.contains(where: \.isSealed) == true
        )
    }

    private static let routeOpening = Array(#"{"key":"#.utf8)
    static let closing = Array("]}".utf8)

    /// Writes the route of a screen in its container.
    static func writeRoute(_ key: Key, _ text: RenderedScreen, to writer: inout JSONWriter) {
        writer.raw(opening: routeOpening)
        key.write(to: &writer)
        writer.rawRest(text.route)
    }

    /// Writes a screen without its key.
    ///
    /// - Parameters:
    ///   - text: The text of the screen without its key and its outputs.
    ///   - writer: The writer, where a value may follow.
    ///   - outputs: Writes the elements of the array of outputs that the screen may report at present.
    static func write(_ text: RenderedScreen, to writer: inout JSONWriter, _ outputs: (inout JSONWriter) -> Void) {
        writer.raw(opening: text.body)
        outputs(&writer)
        writer.rawRest(closing)
    }

    private var route: [UInt8] {
        var writer = JSONWriter(capacity: 64)
        writer.beginObject()
        writer.key("key")
        // The empty string stands for the key, which differs between instances. Only the text after it is cached.
        writer.string("")
        let start = writer.count
        writer.member("name", node.name)
        writer.member("transition", node.transition?.rawValue)
        writer.endObject()
        return writer.bytes(start..<writer.count)
    }

    private func writeProps(to writer: inout JSONWriter) {
        if let props { return writer.raw(props) }
        do {
            try JSONCoding.encode(node.screen, to: &writer, userInfo: isConcealed ? SealedText.concealed : [:])
        } catch {
            // Only a screen with a secret can't be encoded, and a secret must not be sent to a client.
            writer.beginObject()
            writer.endObject()
        }
    }
}

extension ViewElement {
    /// Whether the element, or its fallback for clients that don't know it, is a sealed text.
    fileprivate var isSealed: Bool {
        if case .text(let text) = content, case .sealed = text.source { return true }
        return fallback?.isSealed ?? false
    }
}

extension Message {
    /// Writes `code`, `level`, `pointer`, `params` and `text`.
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("code", code)
        writer.member("level", level.rawValue)
        writer.member("pointer", pointer)
        writer.member("params", params.map { JSONObject($0.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }) })
        writer.member("text", text.description)
    }
}
