import Coordination

extension Grocery {
    /// The picture on the page of the grocery.
    var picture: ImageSource {
        .drawing("market/\(id)")
            ?? .characters(characters, alternative: String(localized: LocalizedText(key: name)))
    }

    /// The picture beside the name in a list.
    var thumbnail: ImageSource { .decoration("market/\(id)") ?? .characters(characters) }
}

extension GroceryCategory {
    /// The picture beside the name in a list.
    var thumbnail: ImageSource { .decoration("market/\(id)") ?? .characters(characters) }
}

extension Promotion {
    /// The picture on the page of the promotion.
    var picture: ImageSource { .drawing("market/\(id)") ?? .characters(characters) }

    /// The picture beside the title in a list.
    var thumbnail: ImageSource { .decoration("market/\(id)") ?? .characters(characters) }
}

extension Story {
    /// The picture above the headline.
    var picture: ImageSource { .drawing("market/\(id)") ?? .characters(characters) }
}

extension OrderLine {
    /// The picture beside the name in a cart.
    var thumbnail: ImageSource? { .decoration("market/\(grocery)") }
}
