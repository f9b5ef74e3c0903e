extension Container: Codable {
    private enum Keys: String, CodingKey { case stack, tabs }

    /// Reads `{"stack": {…}}` or `{"tabs": {…}}`.
    ///
    /// - Throws: `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        if let tabs = try container.decodeIfPresent(Tabs.self, forKey: .tabs) {
            self = .tabs(tabs)
        } else {
            self = .stack(try container.decode(Stack.self, forKey: .stack))
        }
    }

    /// Writes `{"stack": {…}}` or `{"tabs": {…}}`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        switch self {
        case .stack(let stack): try container.encode(stack, forKey: .stack)
        case .tabs(let tabs): try container.encode(tabs, forKey: .tabs)
        }
    }
}

extension Tabs.Item: Codable {
    private enum Keys: String, CodingKey { case name, title, symbol, badge, container, key }

    /// Reads `{"name", "title", "symbol"?, "badge"?, "container", "key"}`.
    ///
    /// - Throws: `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws {
        let item = try decoder.container(keyedBy: Keys.self)
        self.init(
            .label(
                name: try item.decode(String.self, forKey: .name),
                title: try item.decode(String.self, forKey: .title),
                symbol: try item.decodeIfPresent(String.self, forKey: .symbol),
                badge: try item.decodeIfPresent(String.self, forKey: .badge)
            ),
            container: try item.decode(Container.self, forKey: .container),
            key: try item.decode(Key.self, forKey: .key)
        )
    }

    /// Writes `{"name", "title", "symbol"?, "badge"?, "container", "key"}`.
    public func encode(to encoder: any Encoder) throws {
        var item = encoder.container(keyedBy: Keys.self)
        try item.encode(label.name, forKey: .name)
        try item.encode(label.title, forKey: .title)
        try item.encodeIfPresent(label.symbol, forKey: .symbol)
        try item.encodeIfPresent(label.badge, forKey: .badge)
        try item.encode(container, forKey: .container)
        try item.encode(key, forKey: .key)
    }
}
