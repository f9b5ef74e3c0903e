import Coordination

/// The contents of the market: groceries, promotions, stories, and the cities with delivery.
public struct Assortment: Codable, Equatable, Sendable {
    /// The cities that the market delivers to.
    public var cities: [String]
    /// The categories, in display order.
    public var categories: [GroceryCategory]
    /// All groceries for sale.
    public var groceries: [Grocery]
    /// The groups of groceries that go together.
    public var promotions: [Promotion]
    /// The stories that are shown at launch.
    public var stories: [Story]

    /// The bundled assortment.
    public static let shipped: Self = decodeEmbedded(PackageResources.market_json, "groceries")

    /// Returns a grocery by its ID, or `nil` when it is not for sale.
    func grocery(_ id: Grocery.ID) -> Grocery? { groceries.first { $0.id == id } }

    /// Returns groceries by their IDs, in the same order, without groceries that are no longer for sale.
    func groceries(_ ids: [Grocery.ID]) -> [Grocery] { ids.compactMap(grocery) }

    /// Returns a category by its ID, or `nil` when there is none.
    func category(_ id: GroceryCategory.ID) -> GroceryCategory? { categories.first { $0.id == id } }

    /// Returns the grocery with an ID that a client sent.
    ///
    /// - Throws: A ``Rejection`` when there is none.
    func existing(grocery id: Grocery.ID) throws -> Grocery {
        if let grocery = grocery(id) { return grocery }
        throw Rejection("grocery.unknown", "There is no product '\(id)'.")
    }

    /// Returns the category with an ID that a client sent.
    ///
    /// - Throws: A ``Rejection`` when there is none.
    func existing(category id: GroceryCategory.ID) throws -> GroceryCategory {
        if let category = category(id) { return category }
        throw Rejection("category.unknown", "There is no category '\(id)'.")
    }

    /// Returns the promotion with an ID that a client sent.
    ///
    /// - Throws: A ``Rejection`` when there is none.
    func existing(promotion id: Promotion.ID) throws -> Promotion {
        if let promotion = promotions.first(where: { $0.id == id }) { return promotion }
        throw Rejection("promotion.unknown", "There is no promotion '\(id)'.")
    }

    /// Returns the groceries of a category.
    func groceries(in category: GroceryCategory.ID) -> [Grocery] { groceries.filter { $0.category == category } }

    /// Returns the lines of a cart at current prices, without groceries that are no longer for sale.
    func lines(of cart: Cart) -> [OrderLine] {
        cart.lines.compactMap { line in grocery(line.grocery).map { OrderLine(line.quantity, of: $0) } }
    }
}
