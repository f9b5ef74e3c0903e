import Coordination
import JSON

/// The JSON of containers in the shape of React Navigation's state: `type`, `key`, `index`, `routes`.
struct ContainerDocument {
    /// The labels of the tabs that were written, for the next document.
    private(set) var labels = TabLabels()
    private let known: TabLabels
    private let texts: RenderedScreens

    /// Makes the JSON of containers with the texts of their screens, and with the labels of tabs from the last document.
    init(_ texts: RenderedScreens, after known: TabLabels?) {
        self.texts = texts
        self.known = known ?? TabLabels()
    }

    mutating func write(_ container: Container, to writer: inout JSONWriter) {
        switch container {
        case .stack(let stack): write(stack, to: &writer)
        case .tabs(let tabs): write(tabs, to: &writer)
        }
    }

    mutating func write(_ modal: Modal, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("key", modal.key)
        writer.member("presentation", modal.presentation.rawValue)
        writer.member("dismissible", modal.isDismissible)
        writer.member("transition", modal.transition.rawValue)
        writer.key("state")
        write(modal.container, to: &writer)
        writer.endObject()
    }

    private func write(_ stack: Stack, to writer: inout JSONWriter) {
        Self.begin("stack", stack.key, index: max(0, stack.screens.count - 1), stack.transition, to: &writer)
        for key in stack.screens {
            if let text = texts[key] { ScreenDocument.writeRoute(key, text, to: &writer) }
        }
        Self.end(&writer)
    }

    private mutating func write(_ tabs: Tabs, to writer: inout JSONWriter) {
        Self.begin("tabs", tabs.key, index: tabs.index, tabs.transition, to: &writer)
        for index in tabs.items.indices {
            writer.beginObject()
            writeLabel(of: tabs.items[index], to: &writer)
            // A tab that was never selected has no screens yet.
            if !tabs.items[index].container.screens.isEmpty {
                writer.key("state")
                write(tabs.items[index].container, to: &writer)
            }
            writer.endObject()
        }
        Self.end(&writer)
    }

    /// Writes the key and the label of a tab.
    ///
    /// Of a label, only the badge ever changes.
    private mutating func writeLabel(of item: Tabs.Item, to writer: inout JSONWriter) {
        let label = known[item] ?? TabLabels.Label(key: item.key, badge: item.badge, json: Self.label(of: item))
        labels.add(label)
        writer.rawMembers(label.json)
    }

    private static func label(of item: Tabs.Item) -> [UInt8] {
        var writer = JSONWriter(capacity: 128)
        writer.beginObject()
        let start = writer.count
        writer.member("key", item.key)
        writer.member("name", item.name)
        writer.member("title", item.title.description)
        if let symbol = item.symbol {
            writer.key("image")
            writer.picture(.symbol(symbol))
        }
        writer.member("badge", item.badge)
        return writer.bytes(start..<writer.count)
    }

    private static func begin(
        _ type: String,
        _ key: Key,
        index: Int,
        _ transition: Transition?,
        to writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.member("type", type)
        writer.member("key", key)
        writer.member("index", index)
        writer.member("transition", transition?.rawValue)
        writer.key("routes")
        writer.beginArray()
    }

    private static func end(_ writer: inout JSONWriter) {
        writer.endArray()
        writer.endObject()
    }
}

/// The labels of the tabs in a document, which take longer to draw than to keep, because they are translated.
struct TabLabels: Sendable {
    struct Label {
        let key: Key
        let badge: String?
        /// The members of the tab, without its content.
        let json: [UInt8]
    }

    private var labels: [Label] = []

    /// The number of bytes of all labels.
    var bytes: Int { labels.reduce(0) { $0 + $1.json.count } }

    /// The label of a tab, if it has the same badge.
    fileprivate subscript(item: Tabs.Item) -> Label? {
        for index in labels.indices where labels[index].key == item.key {
            return labels[index].badge == item.badge ? labels[index] : nil
        }
        return nil
    }

    fileprivate mutating func add(_ label: Label) { labels.append(label) }
}
