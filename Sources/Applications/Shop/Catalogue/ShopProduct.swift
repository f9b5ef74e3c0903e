public import Coordination

/// A product of the `shop` application.
public struct ShopProduct: Codable, Equatable, Sendable {
    /// The ID of a product, unique in its catalogue: `ridge`.
    public typealias ID = String

    /// The stable ID.
    public var id: ID
    /// The display name.
    public var name: String
    /// The ID of its category.
    public var category: ShopCategory.ID
    /// The price of one piece.
    public var price: Price
    /// The codes of the available colours, the preselected one first.
    public var colours: [ShopColour.Code]
    /// An emoji that depicts the product.
    public var characters: String
    /// The description for customers.
    public var text: String

    /// The colour for a choice that names none: ``ShopColour/usual`` where the product comes in it, else its first one.
    var usualColour: ShopColour.Code {
        colours.contains(ShopColour.usual) ? ShopColour.usual : colours.first ?? ShopColour.usual
    }
}

/// A category of products.
public struct ShopCategory: Codable, Equatable, Sendable {
    /// The ID of a category, unique in its catalogue.
    public typealias ID = String

    /// The stable ID.
    public var id: ID
    /// The display name.
    public var name: String
    /// An emoji that depicts the category.
    public var characters: String
}

/// A colour of products.
public struct ShopColour: Codable, Equatable, Sendable {
    /// The manufacturer's code of a colour: `c18`.
    public typealias Code = String

    /// The colour that most products have and that is preselected: Anthracite.
    public static let usual: Code = "c18"

    /// The code, which identifies the colour.
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
