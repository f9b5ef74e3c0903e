import Coordination

/// The catalog section: the home page, categories and products.
final class ShopCatalogCoordinator: Coordinator {
    struct State: CoordinatorState { var page: CatalogPage }
    typealias Factory = any ShopFactory

    static let version = 2
    static let migrations: [Migration] = [.colors]

    func start() { display(state.page) }

    static let wiring: Wiring<ShopCatalogCoordinator> = [
        .anchor(.restart { State(page: $0["page"] ?? .home) }),
        .on(ShopHome.showProduct) { try $0.showProduct($1) }.forAgents("Shows a product."),
        .on(ShopHome.showCategory) { try $0.showCategory($1) }.forAgents("Shows the products of a category."),
        .on(ShopHome.fetchPromotedProducts) { $0.fetchPromotedProducts() },
        .on(ShopCategoryPage.showProduct) { try $0.showProduct($1) }.forAgents("Shows a product."),
        .on(ShopCategoryPage.orderChanged) { $0.sort($1) }.forAgents("Sorts the products."),
        .on(ShopProductPage.colorSelected) { try $0.select($1) }.forAgents("Chooses the color of the product."),
        .on(ShopProductPage.cartAdd) { $0.willAdd($1) }.forAgents("Puts the product into the cart."),
        .performs(OpenCatalog.self),
    ]

    private var season: ShopSeason? { shared(ShopSeason.self) }
    private var items: [ShopCartItem] { shared([ShopCartItem].self) ?? [] }

    /// Takes over the shared stack and shows a page on it, above the home page.
    func display(_ page: CatalogPage) {
        takeOver()
        setRoot(prepared(ShopHome()))
        switch page {
        case .home: break
        case .category(let id): push(prepared(ShopCategoryPage(id: id)))
        case .product(let id): push(prepared(ShopProductPage(id: id)))
        }
    }

    /// Returns a screen with the catalog, if it is open, and the contents of the cart.
    private func prepared<Page: Screen & ShowsCatalog>(_ page: Page) -> Page {
        var page = page
        if let season { page.open(factory.catalog, season) }
        if var shown = page as? any ShowsCartItems {
            shown.show(items)
            page = shown as? Page ?? page
        }
        return page
    }

    private func showProduct(_ id: ShopProduct.ID) throws {
        _ = try factory.catalog.product(id)
        push(prepared(ShopProductPage(id: id)))
    }

    private func showCategory(_ id: ShopCategory.ID) throws {
        _ = try factory.catalog.category(id)
        push(prepared(ShopCategoryPage(id: id)))
    }

    private func sort(_ order: ShopOrder) {
        update { (screen: inout ShopCategoryPage) in screen.order = order }
    }

    private func fetchPromotedProducts() {
        guard season != nil else { return postpone() }
        perform(OpenCatalog())
    }

    private func select(_ choice: ShopChoice) throws {
        let product = try factory.catalog.product(choice.product)
        guard let color = choice.color, product.colors.contains(color) else {
            throw Rejection("color.unknown", "\(product.name) doesn't come in that color.", pointer: "/color")
        }
        update { (screen: inout ShopProductPage) in
            if screen.id == product.id { screen.color = color }
        }
    }

    /// Shows a notice while the catalog is closed, and forwards the output to the application coordinator.
    private func willAdd(_ choice: ShopChoice) {
        if season == nil { show(.willBeAdded, on: ShopProductPage.self) }
        forward()
    }
}

extension Message {
    fileprivate static let willBeAdded = Message(
        "cart.willBeAdded",
        "We'll add it to your cart as soon as the catalog loads.",
        level: .info
    )
}
