public import JSON

// Containers are written down at each commit, so they write themselves instead of going through the containers of `Codable`.
// The text is the one that their `encode(to:)` gives.

extension Container: JSONWritable {
    /// Writes `{"stack": {…}}` or `{"tabs": {…}}`.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .stack(let stack): writer.member("stack", stack)
        case .tabs(let tabs): writer.member("tabs", tabs)
        }
        writer.endObject()
    }
}

extension Stack: JSONWritable {
    /// Writes `{"key", "screens", "aside"?, "transition"?}`.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("key", key)
        writer.key("screens")
        writer.elements(screens)
        if !aside.isEmpty {
            writer.key("aside")
            writer.beginArray()
            for keys in aside { writer.elements(keys) }
            writer.endArray()
        }
        writer.member("transition", transition?.rawValue)
        writer.endObject()
    }
}

extension Tabs: JSONWritable {
    /// Writes `{"key", "owner", "index", "items", "transition"?}`.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("key", key)
        writer.member("owner", owner)
        writer.member("index", index)
        writer.key("items")
        writer.elements(items)
        writer.member("transition", transition?.rawValue)
        writer.endObject()
    }
}

extension Tabs.Item: JSONWritable {
    /// Writes `{"name", "title", "symbol"?, "badge"?, "container", "key"}`.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.rawMembers(label.text)
        writer.member("container", container)
        writer.member("key", key)
        writer.endObject()
    }
}

extension Modal: JSONWritable {
    /// Writes `{"key", "presentation", "isDismissible", "transition", "container", "presenter"}`.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("key", key)
        writer.member("presentation", presentation.rawValue)
        writer.key("isDismissible")
        writer.bool(isDismissible)
        writer.member("transition", transition.rawValue)
        writer.member("container", container)
        writer.member("presenter", presenter)
        writer.endObject()
    }
}

extension JSONWriter {
    /// Writes an array.
    mutating func elements(_ elements: [some JSONWritable]) {
        beginArray()
        for element in elements { element.write(to: &self) }
        endArray()
    }
}
