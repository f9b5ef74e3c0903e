import JSON

extension Container: Stored {
    init(stored json: JSONValue) throws {
        if let tabs = json["tabs"] {
            self = .tabs(try MemberReader.read(tabs, at: "tabs"))
        } else {
            var stack = Stack()
            try MemberReader(object: json).member("stack", &stack)
            self = .stack(stack)
        }
    }

    func write(to writer: inout SnapshotWriter) throws {
        writer.text.beginObject()
        switch self {
        case .stack(var stack): try writer.member("stack", &stack)
        case .tabs(var tabs): try writer.member("tabs", &tabs)
        }
        writer.text.endObject()
    }
}

extension Stack: StoredStructure {
    mutating func code<Coder: MemberCoder & ~Copyable>(_ coder: inout Coder) throws {
        try coder.member("key", &key)
        try coder.member("screens", &screens)
        try coder.member("aside", &suspended, default: [])
        try coder.member("transition", &transition)
    }
}

extension Tabs: StoredStructure {
    mutating func code<Coder: MemberCoder & ~Copyable>(_ coder: inout Coder) throws {
        try coder.member("key", &key)
        try coder.member("owner", &owner)
        try coder.member("index", &index)
        try coder.member("items", &items)
        try coder.member("transition", &transition)
    }
}

extension Tabs.Item: StoredStructure {
    mutating func code<Coder: MemberCoder & ~Copyable>(_ coder: inout Coder) throws {
        try coder.member("name", &name)
        try coder.member("title", &title)
        try coder.member("symbol", &symbol)
        try coder.member("badge", &badge)
        try coder.member("container", &container)
        try coder.member("key", &key)
    }
}

extension Modal: StoredStructure {
    mutating func code<Coder: MemberCoder & ~Copyable>(_ coder: inout Coder) throws {
        try coder.member("key", &key)
        try coder.member("presentation", &presentation)
        try coder.member("isDismissible", &isDismissible)
        try coder.member("transition", &transition)
        try coder.member("container", &container)
        try coder.member("presenter", &presenter)
    }
}
