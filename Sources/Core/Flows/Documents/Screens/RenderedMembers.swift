import JSON

/// The places of an object's members in its JSON, recorded while it is written.
struct RenderedMembers: Sendable {
    /// A member that a patch may change.
    enum Name: UInt8, Sendable {
        // Of the document, in its order.
        case revision, status, busy, result, expiresAt, stack, focus, link, navigation, modals, gestures
        // Of a screen, in its order.
        case name, title, variant, props, view, messages, hides, outputs

        static let ofDocument: [Name] = [
            .revision, .status, .busy, .result, .expiresAt, .stack, .focus, .link, .navigation, .modals, .gestures,
        ]
        /// The members of a screen except its outputs, which are not in its text.
        static let ofScreen: [Name] = [.name, .title, .variant, .props, .view, .messages, .hides]

        /// The position among the members of the same object.
        var index: Int { Int(rawValue < Name.name.rawValue ? rawValue : rawValue - Name.name.rawValue) }

        /// The name in JSON.
        var text: StaticString {
            switch self {
            case .revision: "revision"
            case .status: "status"
            case .busy: "busy"
            case .result: "result"
            case .expiresAt: "expiresAt"
            case .stack: "stack"
            case .focus: "focus"
            case .link: "link"
            case .navigation: "navigation"
            case .modals: "modals"
            case .gestures: "gestures"
            case .name: "name"
            case .title: "title"
            case .variant: "variant"
            case .props: "props"
            case .view: "view"
            case .messages: "messages"
            case .hides: "hides"
            case .outputs: "outputs"
            }
        }
    }

    /// The places of the members by ``Name/index``.
    ///
    /// An empty place stands for a member that is missing.
    private var places = InlineArray<11, Range<UInt32>>(repeating: 0..<0)
    /// The places of the elements of `view`, which a patch compares one by one.
    private(set) var elements: [Range<Int>] = []

    /// The place of the value of a member, or `nil` if there is none.
    subscript(name: Name) -> Range<Int>? {
        let place = places[name.index]
        return place.isEmpty ? nil : Int(place.lowerBound)..<Int(place.upperBound)
    }

    private mutating func record(_ name: Name, from start: Int, to end: Int) {
        places[name.index] = UInt32(start)..<UInt32(end)
    }

    /// Writes a member and records its place.
    mutating func write(_ name: Name, to writer: inout JSONWriter, value: (inout JSONWriter) -> Void) {
        writer.key(name.text)
        let start = writer.count
        value(&writer)
        record(name, from: start, to: writer.count)
    }

    /// Writes the member `view` and records the places of its elements, too.
    mutating func writeView<Element>(
        _ elements: [Element],
        to writer: inout JSONWriter,
        _ write: (Element, inout JSONWriter) -> Void
    ) {
        writer.key(Name.view.text)
        let start = writer.count
        writer.beginArray()
        self.elements = elements.map { element in
            let start = writer.valueStart
            write(element, &writer)
            return start..<writer.count
        }
        writer.endArray()
        record(.view, from: start, to: writer.count)
    }

    /// Writes a member that is a string and records its place, or writes nothing for `nil`.
    mutating func write(_ name: Name, _ value: String?, to writer: inout JSONWriter) {
        if let value { write(name, to: &writer) { $0.string(value) } }
    }
}
