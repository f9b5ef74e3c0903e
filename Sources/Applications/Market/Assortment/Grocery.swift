public import Coordination

/// Something to buy in the `market` application.
public struct Grocery: Codable, Equatable, Sendable {
    /// The name of a grocery, unique in its assortment: `milk`.
    public typealias ID = String

    /// Its name for programs.
    public var id: ID
    /// What it is called.
    public var name: String
    /// The category that it is in.
    public var category: GroceryCategory.ID
    /// What one of it costs.
    public var price: Price
    /// How much one of it is: `500 g`.
    public var unit: String
    /// An emoji for it.
    public var characters: String
    /// What there is to say about it.
    public var text: String
}

/// Groceries that stand on one shelf.
public struct GroceryCategory: Codable, Equatable, Sendable {
    /// The name of a category, unique in its assortment: `dairy`.
    public typealias ID = String

    /// Its name for programs.
    public var id: ID
    /// What it is called.
    public var name: String
    /// An emoji for it.
    public var characters: String
}

/// A handful of groceries that go together.
public struct Promotion: Codable, Equatable, Sendable {
    /// The name of a promotion, unique in its assortment.
    public typealias ID = String

    /// Its name for programs.
    public var id: ID
    /// What it is called.
    public var title: String
    /// What it is about.
    public var text: String
    /// An emoji for it.
    public var characters: String
    /// What belongs to it.
    public var groceries: [Grocery.ID]
}

/// Something to tell whoever opens the market.
public struct Story: Codable, Equatable, Sendable {
    /// Its name for programs.
    public var id: String
    /// What it is about.
    public var title: String
    /// What it says.
    public var text: String
    /// An emoji for it.
    public var characters: String
}
