public import Coordination

/// A product of the `market` application.
public struct Grocery: Codable, Equatable, Sendable {
    /// The ID of a grocery, unique in its assortment: `milk`.
    public typealias ID = String

    /// The stable ID.
    public var id: ID
    /// The display name.
    public var name: String
    /// The ID of its category.
    public var category: GroceryCategory.ID
    /// The price of one unit.
    public var price: Price
    /// The size of one unit: `500 g`.
    public var unit: String
    /// An emoji that depicts the grocery, for clients that show no drawings.
    public var characters: String
    /// The description for customers.
    public var text: String
}

/// A category of groceries.
public struct GroceryCategory: Codable, Equatable, Sendable {
    /// The ID of a category, unique in its assortment: `dairy`.
    public typealias ID = String

    /// The stable ID.
    public var id: ID
    /// The display name.
    public var name: String
    /// An emoji that depicts the category, for clients that show no drawings.
    public var characters: String
}

/// A group of groceries that go together.
public struct Promotion: Codable, Equatable, Sendable {
    /// The ID of a promotion, unique in its assortment.
    public typealias ID = String

    /// The stable ID.
    public var id: ID
    /// The display name.
    public var title: String
    /// The description for customers.
    public var text: String
    /// An emoji that depicts the promotion, for clients that show no drawings.
    public var characters: String
    /// The IDs of the groceries, in display order.
    public var groceries: [Grocery.ID]
}

/// A page of news that is shown at launch.
public struct Story: Codable, Equatable, Sendable {
    /// The stable ID.
    public var id: String
    /// The headline of the story.
    public var title: String
    /// The body text.
    public var text: String
    /// An emoji that depicts the story, for clients that show no drawings.
    public var characters: String
}
