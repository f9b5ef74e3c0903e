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
