import JSON

/// The places of an object's members in its JSON, recorded while it is written.
struct RenderedMembers: Sendable {
    /// A member that a patch may change.
    enum Name: UInt8, Sendable {
        // Of the document, in its order.
        case revision, status, busy, expiresAt, stack, focus, link, navigation, modals, gestures
        // Of a screen, in its order.
        case name, title, variant, props, view, messages, hides, outputs

        /// The name in JSON.
        var text: StaticString {
            switch self {
            case .revision: "revision"
            case .status: "status"
            case .busy: "busy"
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

    struct Member: Sendable {
        let name: Name
        let value: Range<Int>
        /// The elements of an array that a patch compares one by one; `nil` for any other value.
        var elements: [Range<Int>]?
    }

    private(set) var all: [Member] = []

    init() {
        all.reserveCapacity(10)
    }

    /// The member with a name; `nil` if there is none.
    subscript(name: Name) -> Member? { all.first { $0.name == name } }

    /// Writes a member and records its place.
    mutating func write(_ name: Name, to writer: inout JSONWriter, value: (inout JSONWriter) -> Void) {
        writer.key(name.text)
        let start = writer.count
        value(&writer)
        all.append(Member(name: name, value: start..<writer.count))
    }

    /// Writes a member that is an array and records the places of its elements, too.
    mutating func write<Element>(
        _ name: Name,
        elements: [Element],
        to writer: inout JSONWriter,
        _ write: (Element, inout JSONWriter) -> Void
    ) {
        writer.key(name.text)
        let start = writer.count
        writer.beginArray()
        let places = elements.map { element in
            let start = writer.valueStart
            write(element, &writer)
            return start..<writer.count
        }
        writer.endArray()
        all.append(Member(name: name, value: start..<writer.count, elements: places))
    }

    /// Writes a member that is a string and records its place; nothing for `nil`.
    mutating func write(_ name: Name, _ value: String?, to writer: inout JSONWriter) {
        if let value { write(name, to: &writer) { $0.string(value) } }
    }
}
