import Coordination

/// What the market sells and tells.
public struct Assortment: Codable, Equatable, Sendable {
    /// The cities that the market delivers to.
    public var cities: [String]
    /// The categories, in the order of the shelves.
    public var categories: [GroceryCategory]
    /// Everything there is to buy.
    public var groceries: [Grocery]
    /// What goes together.
    public var promotions: [Promotion]
    /// What is told when the market is opened.
    public var stories: [Story]

    /// The assortment that comes with the package.
    public static let shipped: Self = packaged(PackageResources.market_json, "groceries")

    /// The grocery with this name.
    func grocery(_ id: Grocery.ID) -> Grocery? { groceries.first { $0.id == id } }

    /// The groceries with these names, in their order; those that are not sold any more are left out.
    func groceries(_ ids: [Grocery.ID]) -> [Grocery] { ids.compactMap(grocery) }

    /// The category with this name.
    func category(_ id: GroceryCategory.ID) -> GroceryCategory? { categories.first { $0.id == id } }

    /// The grocery that a client names.
    ///
    /// - Throws: A ``Refusal`` when there is none.
    func existing(grocery id: Grocery.ID) throws -> Grocery {
        if let grocery = grocery(id) { return grocery }
        throw Refusal("grocery.unknown", "There is no '\(id)' in the market.")
    }

    /// The category that a client names.
    ///
    /// - Throws: A ``Refusal`` when there is none.
    func existing(category id: GroceryCategory.ID) throws -> GroceryCategory {
        if let category = category(id) { return category }
        throw Refusal("category.unknown", "There is no category '\(id)' here.")
    }

    /// The groceries of a category.
    func groceries(in category: GroceryCategory.ID) -> [Grocery] { groceries.filter { $0.category == category } }

    /// The groceries whose name, text or category has each of the words somewhere, in any case.
    func groceries(matching text: String) -> [Grocery] {
        let words = text.lowercased().split(separator: " ")
        guard !words.isEmpty else { return [] }
        return groceries.filter { grocery in
            let text = "\(grocery.name) \(grocery.text) \(category(grocery.category)?.name ?? "")".lowercased()
            return words.allSatisfy { text.contains($0) }
        }
    }

    /// What is in a cart at today's prices; what is not sold any more is left out.
    func lines(of cart: Cart) -> [OrderLine] {
        cart.lines.compactMap { line in grocery(line.grocery).map { OrderLine(line.quantity, of: $0) } }
    }
}
