extension LocalizedText: Codable {
    private enum CodingKeys: String, CodingKey {
        case key, arguments
    }

    /// Decodes a text from a string, or from an object with its key and its values.
    public init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self.init(key: text)
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            key: try container.decode(String.self, forKey: .key),
            arguments: try container.decode([Argument].self, forKey: .arguments)
        )
    }

    /// Encodes a text without values as a string, as it was before texts were translated.
    public func encode(to encoder: any Encoder) throws {
        guard !arguments.isEmpty else {
            var container = encoder.singleValueContainer()
            return try container.encode(key)
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(key, forKey: .key)
        try container.encode(arguments, forKey: .arguments)
    }
}
