import Coordination

extension LocalizedText {
    /// Creates a list of names, such as the names of products, and looks up each of them.
    ///
    /// The comma between them is translated, too, because Japanese has another one.
    init(listing names: [String]) {
        let texts = names.map { LocalizedText(key: $0) }
        self = texts.dropFirst().reduce(texts.first ?? "") { list, text in
            let comma: LocalizedText = ", "
            return "\(list)\(comma)\(text)"
        }
    }
}
