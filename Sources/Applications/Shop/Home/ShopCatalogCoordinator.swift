import Coordination

/// The catalogue section: the home page, categories and products.
final class ShopCatalogCoordinator: Coordinator {
    struct State: CoordinatorState { var page: CatalogPage }
    typealias Factory = any ShopFactory

    static let anchor: Anchor<State>? = .restart { State(page: $0["page"] ?? .home) }

    func start() { display(state.page) }

    static let wiring: Wiring<ShopCatalogCoordinator> = [
        .on(ShopHome.showProduct) { try $0.showProduct($1) },
        .on(ShopHome.showCategory) { try $0.showCategory($1) },
        .on(ShopHome.fetchPromotedProducts) { $0.fetchPromotedProducts() },
        .on(ShopCategoryPage.showProduct) { try $0.showProduct($1) },
        .on(ShopProductPage.colourSelected) { try $0.select($1) },
        .on(ShopProductPage.cartAdd) { $0.willAdd($1) },
        .performs(OpenCatalogue.self),
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

    /// Returns a screen with the catalogue, if it is open, and the contents of the cart.
    private func prepared<Page: Screen & NeedsCatalogue>(_ page: Page) -> Page {
        var page = page
        if let season { page.open(factory.catalogue, season) }
        if var shown = page as? any ShowsCartItems {
            shown.show(items)
            page = shown as? Page ?? page
        }
        return page
    }

    private func showProduct(_ id: ShopProduct.ID) throws {
        _ = try factory.catalogue.product(id)
        push(prepared(ShopProductPage(id: id)))
    }

    private func showCategory(_ id: ShopCategory.ID) throws {
        _ = try factory.catalogue.category(id)
        push(prepared(ShopCategoryPage(id: id)))
    }

    private func fetchPromotedProducts() {
        guard season != nil else { return postpone() }
        perform(OpenCatalogue())
    }

    private func select(_ choice: ShopChoice) throws {
        let product = try factory.catalogue.product(choice.product)
        guard let colour = choice.colour, product.colours.contains(colour) else {
            throw Rejection("colour.unknown", "\(product.name) doesn't come in that color.", pointer: "/colour")
        }
        update { (screen: inout ShopProductPage) in
            if screen.id == product.id { screen.colour = colour }
        }
    }

    /// Shows a notice while the catalogue is closed, and forwards the output to the application coordinator.
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
