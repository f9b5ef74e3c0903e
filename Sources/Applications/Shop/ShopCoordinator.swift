import Coordination

/// The root of the `shop` application: gives the stack to one section at a time and owns the data of all sections.
///
/// The catalog opens while the user already browses. Outputs that need it are postponed and delivered, in order, once
/// it is open.
final class ShopCoordinator: ApplicationCoordinator {
    struct State: CoordinatorState {
        /// The current season; `nil` until the catalog is open.
        ///
        /// Shared with every flow, as are the next three properties.
        var season: ShopSeason?
        var items: [ShopCartItem] = []
        var account: Account?
        var purchases: [ShopPurchase] = []
    }
    typealias Factory = any ShopFactory

    static let version = 2
    static let migrations: [Migration] = [.colors]
    /// A restart at this anchor keeps the cart, the account and the purchases; the catalog is opened again.
    static let anchor: Anchor<State>? = .restart { storage in
        State(
            items: storage["items"] ?? [],
            account: storage["account"],
            purchases: storage["purchases"] ?? []
        )
    }

    func start() {
        perform(OpenCatalog())
        display(.first)
    }

    static let wiring: Wiring<ShopCoordinator> = [
        .shares { $0.season },
        .shares { $0.items },
        .shares { $0.account },
        .shares { $0.purchases },
        .on(OpenCatalog.self) { $0.opened($1) },
        .on(failure: OpenCatalog.self) { shop, _ in shop.failed() },
        .on(ShopHome.retry) { $0.retry() },
        .on(ShopHome.cartToggle) { $0.display(.cart(nil)) },
        .on(ShopHome.account) { $0.display(.account(nil)) },
        .on(ShopHome.cartBuyNow) { try $0.showBuyNow($1) },
        .on(BuyNowAlert.close) { $0.dismiss() },
        .on(ShopProductPage.cartToggle) { $0.display(.cart(nil)) },
        .on(ShopProductPage.cartAdd) { try $0.add($1) },
        .on(ShopCart.catalogShowPage) { $0.display(.catalog(.home)) },
        .on(ShopCart.backToShopping) { $0.returnToShopping() },
        .on(RemovalAlert.remove) { $0.remove($1) },
        .on(BuyCart.self) { $0.bought($1) },
        .on(finish: ShopLoginCoordinator.self) { $0.loggedIn($1) },
        .on(ShopAccount.logOut) { $0.loggedOut() },
        .runs(ShopCatalogCoordinator.self),
        .runs(ShopCartCoordinator.self),
        .runs(ShopAccountCoordinator.self),
    ]

    func open(_ section: ShopSection) throws {
        // Before the catalog is open its contents are unknown, so any page is accepted.
        if case .catalog(let page?) = section, state.season != nil { try factory.catalog.check(page) }
        display(section)
    }

    /// Lets a section take over the stack and show a page.
    ///
    /// An existing section is reused; otherwise it is created.
    private func display(_ section: ShopSection) {
        switch section {
        case .catalog(let page):
            if let catalog = child(ShopCatalogCoordinator.self) {
                catalog.display(page ?? .home)
            } else {
                run(ShopCatalogCoordinator.self, with: .init(page: page ?? .home))
            }
        case .cart(let page):
            if let cart = child(ShopCartCoordinator.self) {
                cart.display(page ?? .home)
            } else {
                run(ShopCartCoordinator.self, with: .init(page: page ?? .home))
            }
        case .account(let page):
            if let account = child(ShopAccountCoordinator.self) {
                account.display(page ?? .profile)
            } else {
                run(ShopAccountCoordinator.self, with: .init(page: page ?? .profile))
            }
        }
    }

    private func returnToShopping() {
        guard let catalog = child(ShopCatalogCoordinator.self) else { return display(.catalog(nil)) }
        catalog.takeOver()
    }

    private func showBuyNow(_ id: ShopProduct.ID) throws {
        present(BuyNowAlert(product: try factory.catalog.product(id)), as: .alert)
    }
}

// MARK: - The catalog

extension ShopCoordinator {
    private func opened(_ season: ShopSeason) {
        state.season = season
        let catalog = factory.catalog
        update { (screen: inout any ShowsCatalog) in screen.open(catalog, season) }
        deliverPostponed()
        child(ShopCatalogCoordinator.self)?.deliverPostponed()
    }

    private func failed() {
        // A catalog that is already open stays open.
        guard state.season == nil else { return }
        update { (screen: inout ShopHome) in screen.stage = .failed }
    }

    private func retry() {
        update { (screen: inout ShopHome) in screen.stage = .opening }
        perform(OpenCatalog())
    }
}

// MARK: - Cart and account

extension ShopCoordinator {
    private func add(_ choice: ShopChoice) throws {
        guard state.season != nil else { return postpone() }
        let product = try factory.catalog.product(choice.product)
        let color = choice.color ?? product.usualColor
        guard product.colors.contains(color) else {
            throw Rejection("color.unknown", "\(product.name) doesn't come in '\(color)'.", pointer: "/color")
        }
        if let index = state.items.firstIndex(where: { $0.product == product.id && $0.color == color }) {
            guard state.items[index].quantity < ShopCart.mostOfOne else {
                throw Rejection(
                    "cart.full",
                    "You already have \(ShopCart.mostOfOne) in your cart, the most you can order."
                )
            }
            state.items[index].quantity += 1
        } else {
            state.items.append(
                ShopCartItem(
                    product: product.id,
                    name: product.name,
                    color: color,
                    colorName: factory.catalog.name(ofColor: color),
                    price: product.price,
                    quantity: 1
                )
            )
        }
        showItems()
        show(.added, on: ShopProductPage.self)
    }

    /// Removes one piece from the cart.
    private func remove(_ choice: ShopChoice) {
        guard let index = state.items.firstIndex(where: { $0.choice == choice }) else { return }
        state.items[index].quantity -= 1
        state.items.removeAll { $0.quantity == 0 }
        showItems()
    }

    private func bought(_ purchase: ShopPurchase) {
        state.purchases.insert(purchase, at: 0)
        state.items = []
        showItems()
        let purchases = state.purchases
        update { (screen: inout ShopOrders) in screen.purchases = purchases }
    }

    private func showItems() {
        let items = state.items
        update { (screen: inout any ShowsCartItems) in screen.show(items) }
    }

    private func loggedIn(_ account: Account) { state.account = account }

    private func loggedOut() {
        state.account = nil
        state.purchases = []
    }
}

extension Message {
    fileprivate static let added = Message("cart.added", "Added to your cart.", level: .success)
}
