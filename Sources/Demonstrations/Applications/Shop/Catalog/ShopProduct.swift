public import Coordination

/// A product of the `shop` application.
public struct ShopProduct: Codable, Equatable, Sendable {
    /// The ID of a product, unique in its catalog: `ridge`.
    public typealias ID = String

    /// The stable ID.
    public var id: ID
    /// The display name.
    public var name: String
    /// The ID of its category.
    public var category: ShopCategory.ID
    /// The price of one piece.
    public var price: Price
    /// The codes of the available colors, the preselected one first.
    public var colors: [ShopColor.Code]
    /// An emoji that depicts the product, for clients that show no drawings.
    public var characters: String
    /// The description for customers.
    public var text: String

    /// The color for a choice that names none: ``ShopColor/usual`` where the product comes in it, else its first one.
    var usualColor: ShopColor.Code {
        colors.contains(ShopColor.usual) ? ShopColor.usual : colors.first ?? ShopColor.usual
    }
}

/// A category of products.
public struct ShopCategory: Codable, Equatable, Sendable {
    /// The ID of a category, unique in its catalog.
    public typealias ID = String

    /// The stable ID.
    public var id: ID
    /// The display name.
    public var name: String
    /// An emoji that depicts the category, for clients that show no drawings.
    public var characters: String
}

/// A color of products.
public struct ShopColor: Codable, Equatable, Sendable {
    /// The manufacturer's code of a color: `c18`.
    public typealias Code = String

    /// The color that most products have and that is preselected: Anthracite.
    public static let usual: Code = "c18"

    /// The code, which identifies the color.
    public var code: Code
    /// The display name.
    public var name: String
}

/// A season with its promoted products.
public struct ShopSeason: Codable, Equatable, Sendable {
    /// The display name.
    public var title: String
    /// The IDs of the promoted products, in display order.
    public var promoted: [ShopProduct.ID]
}
