import Coordination

/// The second tab: all groceries, by category or by search.
final class CatalogTabCoordinator: Coordinator {
    typealias Factory = any MarketFactory

    func start() { push(Categories(categories: factory.assortment.categories)) }

    static let wiring: Wiring<CatalogTabCoordinator> = [
        .anchor(.restart),
        .on(Categories.search) { $0.search($1) }.forAgents("Searches the assortment for a text."),
        .on(Categories.categorySelected) { try $0.showCategory($1) }.forAgents("Shows the goods of a category."),
        .on(Categories.grocerySelected) { try $0.showGrocery($1) }.forAgents("Shows one of the goods."),
        .on(CategoryPage.grocerySelected) { try $0.showGrocery($1) }.forAgents("Shows one of the goods."),
        .on(CategoryPage.categoryChanged) { try $0.changeCategory($1) }
            .forAgents("Shows the goods of another category."),
        .on(CategoryPage.orderChanged) { $0.changeOrder($1) }.forAgents("Sorts the goods."),
        .runs(ProductCoordinator.self),
    ]

    private func search(_ text: String) {
        let text = text.searchText
        update { (screen: inout Categories) in
            screen.query = text
            screen.found = factory.search.groceries(matching: text)
        }
    }

    /// Shows a category directly above the list of categories.
    ///
    /// - Throws: A ``Rejection`` when there is no such category.
    func openCategory(_ id: GroceryCategory.ID) throws {
        popToRoot()
        try showCategory(id)
    }

    /// Shows a grocery above its category.
    ///
    /// - Throws: A ``Rejection`` when there is no such grocery.
    func openGrocery(_ id: Grocery.ID) throws {
        let grocery = try factory.assortment.existing(grocery: id)
        popToRoot()
        try showCategory(grocery.category)
        run(ProductCoordinator.self, with: .init(grocery: grocery))
    }

    private func showCategory(_ id: GroceryCategory.ID) throws {
        let category = try factory.assortment.existing(category: id)
        push(
            CategoryPage(
                category: category,
                groceries: factory.assortment.groceries(in: id),
                categories: factory.assortment.categories
            )
        )
    }

    /// Replaces the category that is shown by another one.
    private func changeCategory(_ id: GroceryCategory.ID) throws {
        let category = try factory.assortment.existing(category: id)
        update { (screen: inout CategoryPage) in
            screen.category = category
            screen.groceries = factory.assortment.groceries(in: id)
        }
    }

    private func changeOrder(_ order: GroceryOrder) {
        update { (screen: inout CategoryPage) in screen.order = order }
    }
}

/// The list of categories, with a search.
struct Categories: Screen {
    static let name = "categories"
    static let search = Output<Categories, String>("search")
    static let categorySelected = Output<Categories, GroceryCategory.ID>("categorySelected")
    static let grocerySelected = Output<Categories, Grocery.ID>("grocerySelected")

    var categories: [GroceryCategory]
    /// The search text, empty while the categories are shown.
    var query = ""
    /// The groceries that match the search.
    var found: [Grocery] = []

    static let title = "Catalog"

    var view: ScreenView {
        Search(String(localized: "Search groceries"), Self.search, value: query)
        if query.isEmpty {
            Grid(categories, empty: .nothingToBuy) { category in
                Card(String(localized: LocalizedText(key: category.name)), picture: category.thumbnail)
                    .reports(Self.categorySelected, category.id)
            }
        } else {
            Grid(
                found,
                empty: Empty(
                    String(localized: "No results"),
                    text: String(localized: "No products match “\(query)”."),
                    symbol: "search"
                )
            ) { Card($0).reports(Self.grocerySelected, $0.id) }
        }
    }
}

/// The groceries of a category, with the way to the other categories.
struct CategoryPage: Screen {
    static let name = "category"
    static let grocerySelected = Output<CategoryPage, Grocery.ID>("grocerySelected")
    static let categoryChanged = Output<CategoryPage, GroceryCategory.ID>("categoryChanged")
    static let orderChanged = Output<CategoryPage, GroceryOrder>("orderChanged")

    var category: GroceryCategory
    var groceries: [Grocery]
    /// All categories, or `nil` in a session of a release that showed one only.
    var categories: [GroceryCategory]?
    /// The order of the groceries, or `nil` for the recommended one.
    var order: GroceryOrder?

    var title: String { String(localized: LocalizedText(key: category.name)) }

    var view: ScreenView {
        if let categories {
            Chips(
                String(localized: "Category"),
                categories.map { each in
                    ChoiceOption(String(localized: LocalizedText(key: each.name)), isSelected: each.id == category.id)
                        .reports(Self.categoryChanged, each.id)
                }
            )
        }
        if groceries.count > 1 {
            Segments(
                String(localized: "Sort by"),
                GroceryOrder.allCases.map { each in
                    ChoiceOption(String(localized: each.title), isSelected: each == order ?? .recommended)
                        .reports(Self.orderChanged, each)
                }
            )
        }
        Grid((order ?? .recommended).sorted(groceries), empty: .nothingToBuy) {
            Card($0).reports(Self.grocerySelected, $0.id)
        }
    }
}

/// The order of the groceries of a category.
enum GroceryOrder: String, Payload, CaseIterable {
    /// As the assortment lists them.
    case recommended
    /// The cheapest one first.
    case price

    static let schema: JSONSchema = .enumeration(allCases.map(\.rawValue))

    /// The name that users see.
    var title: LocalizedText {
        switch self {
        case .recommended: "Recommended"
        case .price: "Lowest price"
        }
    }

    /// Returns groceries in this order.
    func sorted(_ groceries: [Grocery]) -> [Grocery] {
        switch self {
        case .recommended: groceries
        case .price: groceries.sorted { $0.price.amount < $1.price.amount }
        }
    }
}
