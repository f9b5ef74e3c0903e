import Coordination
import JSON
import Sessions

/// The JSON of containers in the shape of React Navigation's state: `type`, `key`, `index`, `routes`.
enum ContainerDocument {
    static func write(_ container: Container, _ texts: RenderedScreens, to writer: inout JSONWriter) {
        switch container {
        case .stack(let stack): write(stack, texts, to: &writer)
        case .tabs(let tabs): write(tabs, texts, to: &writer)
        }
    }

    static func write(_ modal: Modal, _ texts: RenderedScreens, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("key", modal.key)
        writer.member("presentation", modal.presentation.rawValue)
        writer.member("dismissible", modal.isDismissible)
        writer.member("transition", modal.transition.rawValue)
        writer.key("state")
        write(modal.container, texts, to: &writer)
        writer.endObject()
    }

    private static func write(_ stack: Stack, _ texts: RenderedScreens, to writer: inout JSONWriter) {
        begin("stack", stack.key, index: max(0, stack.screens.count - 1), stack.transition, to: &writer)
        for key in stack.screens {
            if let text = texts[key] { ScreenDocument.writeRoute(key, text, to: &writer) }
        }
        end(&writer)
    }

    private static func write(_ tabs: Tabs, _ texts: RenderedScreens, to writer: inout JSONWriter) {
        begin("tabs", tabs.key, index: tabs.index, tabs.transition, to: &writer)
        for index in tabs.items.indices {
            writer.beginObject()
            writer.member("key", tabs.items[index].key)
            writeLabel(of: tabs.items[index], to: &writer)
            // A tab that was never selected has no screens yet.
            if !tabs.items[index].container.screens.isEmpty {
                writer.key("state")
                write(tabs.items[index].container, texts, to: &writer)
            }
            writer.endObject()
        }
        end(&writer)
    }

    private static func writeLabel(of item: Tabs.Item, to writer: inout JSONWriter) {
        writer.member("name", item.name)
        writer.member("title", item.title.description)
        if let symbol = item.symbol { writer.member("image") { ImageSource.symbol(symbol).writeMembers(to: &$0) } }
        writer.member("badge", item.badge)
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
