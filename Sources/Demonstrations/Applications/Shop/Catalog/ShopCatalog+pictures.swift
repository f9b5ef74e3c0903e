import Coordination

extension ShopProduct {
    /// Returns the picture on the page of the product, in a color.
    func picture(in color: ShopColor?) -> ImageSource {
        color.flatMap { .drawing("shop/\(id)", color: $0) } ?? .characters(characters, alternative: name)
    }

    /// Returns the picture beside the name in a list, in a color, by default in its usual one.
    func thumbnail(in color: ShopColor.Code? = nil) -> ImageSource {
        .decoration("shop/\(id)", color: color ?? usualColor) ?? .characters(characters)
    }
}

extension ShopCategory {
    /// The picture beside the name in a list.
    var thumbnail: ImageSource { .decoration("shop/\(id)") ?? .characters(characters) }
}

extension ShopCartItem {
    /// The picture beside the name in a cart.
    var thumbnail: ImageSource? { .decoration("shop/\(product)", color: color) }
}
