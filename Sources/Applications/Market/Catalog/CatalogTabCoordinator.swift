import Coordination

/// The second tab: all groceries, by category or by search.
final class CatalogTabCoordinator: Coordinator {
    typealias Factory = any MarketFactory

    func start() { push(Categories(categories: factory.assortment.categories)) }

    static let wiring: Wiring<CatalogTabCoordinator> = [
        .anchor(.restart),
        .on(Categories.search) { $0.search($1) },
        .on(Categories.categorySelected) { try $0.showCategory($1) },
        .on(Categories.grocerySelected) { try $0.showGrocery($1) },
        .on(CategoryPage.grocerySelected) { try $0.showGrocery($1) },
        .runs(ProductCoordinator.self),
    ]

    private func search(_ text: String) {
        let text = text.searchText
        update { (screen: inout Categories) in
            screen.query = text
            screen.found = factory.assortment.groceries(matching: text)
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
        push(CategoryPage(category: category, groceries: factory.assortment.groceries(in: id)))
    }
}

/// The list of categories, with a search.
struct Categories: Screen {
    static let name = "categories"
    static let search = Output<Categories, String>("search")
    static let categorySelected = Output<Categories, GroceryCategory.ID>("categorySelected")
    static let grocerySelected = Output<Categories, Grocery.ID>("grocerySelected")

    var categories: [GroceryCategory]
    /// The search text; empty while the categories are shown.
    var query = ""
    /// The groceries that match the search.
    var found: [Grocery] = []

    static let title = "Catalog"

    var view: ScreenView {
        Search(String(localized: "Search groceries"), Self.search, value: query)
        if query.isEmpty {
            List(categories, style: .grouped, empty: .nothingToBuy) { category in
                Row(
                    String(localized: LocalizedText(key: category.name)),
                    picture: category.thumbnail,
                    accessory: .disclosure
                )
                .reports(Self.categorySelected, category.id)
            }
        } else {
            List(
                found,
                style: .grouped,
                empty: Empty(
                    String(localized: "No results"),
                    text: String(localized: "No products match “\(query)”."),
                    symbol: "search"
                )
            ) { Row($0).reports(Self.grocerySelected, $0.id) }
        }
    }
}

/// The groceries of a category.
struct CategoryPage: Screen {
    static let name = "category"
    static let grocerySelected = Output<CategoryPage, Grocery.ID>("grocerySelected")

    var category: GroceryCategory
    var groceries: [Grocery]

    var title: String { String(localized: LocalizedText(key: category.name)) }

    var view: ScreenView {
        List(groceries, style: .grouped, empty: .nothingToBuy) { Row($0).reports(Self.grocerySelected, $0.id) }
    }
}
