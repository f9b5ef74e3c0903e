public import Coordination

/// Something to wear or to carry in the `shop` application.
public struct ShopProduct: Codable, Equatable, Sendable {
    /// The name of a product, unique in its catalogue: `ridge`.
    public typealias ID = String

    /// Its name for programs.
    public var id: ID
    /// What it is called.
    public var name: String
    /// The category that it is in.
    public var category: ShopCategory.ID
    /// What it costs.
    public var price: Price
    /// The colours that it comes in, the usual one first.
    public var colours: [ShopColour.Code]
    /// An emoji for it.
    public var characters: String
    /// What there is to say about it.
    public var text: String
}

/// Products of one kind.
public struct ShopCategory: Codable, Equatable, Sendable {
    /// The name of a category, unique in its catalogue.
    public typealias ID = String

    /// Its name for programs.
    public var id: ID
    /// What it is called.
    public var name: String
    /// An emoji for it.
    public var characters: String
}

/// A colour that products come in.
public struct ShopColour: Codable, Equatable, Sendable {
    /// The code that a colour has with the makers: `c18`.
    public typealias Code = String

    /// The colour that is taken when nobody chooses: Anthracite.
    public static let usual: Code = "c18"

    /// Its code.
    public var code: Code
    /// What it is called.
    public var name: String
}

/// What is promoted for some months.
public struct ShopSeason: Codable, Equatable, Sendable {
    /// What it is called.
    public var title: String
    /// The products that stand in front.
    public var promoted: [ShopProduct.ID]
}
