import AccountFlows
import Coordination

/// The root of the `shop` application: gives the stack to one section at a time and owns the data of all sections.
///
/// The catalog opens while the user already browses. Outputs that need it are postponed and delivered, in order, once
/// it is open.
final class ShopCoordinator: ApplicationCoordinator {
    struct State: CoordinatorState {
        /// The current season, or `nil` until the catalog is open.
        ///
        /// It is shared with every flow, as are the next three properties.
        var season: ShopSeason?
        var items: [ShopCartItem] = []
        var account: Account?
        var purchases: [ShopPurchase] = []
        /// The recipient and address that the user entered last, shared with every flow, too.
        var shipping: ShopShipping?
        /// Whether the items in the cart are added to the cart of the account once that is loaded.
        var bringsItems = false
        /// The cart of the account as it was saved last, or `nil` until it is loaded.
        var saved: SavedShopCart?
        /// The cart that is being saved, and the later one that waits, or `nil` for none.
        var cartSaves: SaveQueue<SaveShopCart>?
    }
    typealias Factory = any ShopFactory

    static let version = 3
    static let migrations: [Migration] = [
        .colors,
        // Version 3 saves the cart of an account. A cart that was filled before is added to it.
        Migration(from: 2) { flow in
            flow.state.setMember("bringsItems", to: true)
        },
    ]

    func start() {
        perform(OpenCatalog())
        display(.first)
    }

    static let wiring: Wiring<ShopCoordinator> = [
        .letsAgentsNavigate(),
        // A restart at this anchor keeps the cart, the account and the purchases, but the catalog is opened again.
        .anchor(
            .restart { storage in
                State(
                    items: storage["items"] ?? [],
                    account: storage["account"],
                    purchases: storage["purchases"] ?? [],
                    shipping: storage["shipping"],
                    bringsItems: storage["bringsItems"] ?? false,
                    saved: storage["saved"]
                )
            }
        ),
        .keeps(\.season),
        .shares { $0.season },
        .shares { $0.items },
        .shares { $0.account },
        .shares { $0.purchases },
        .shares { $0.saved },
        .shares { $0.shipping },
        .on(OpenCatalog.self) { $0.opened($1) },
        .on(failure: OpenCatalog.self) { shop, _ in shop.failed() },
        .on(ShopHome.retry) { $0.retry() },
        .on(ShopHome.cartToggle) { $0.display(.cart(nil)) }.forAgents("Shows the cart."),
        .on(ShopHome.account) { $0.display(.account(nil)) },
        .on(ShopHome.cartBuyNow) { try $0.showBuyNow($1) },
        .on(BuyNowAlert.buy) { try $0.buyNow($1) },
        .on(BuyNowAlert.close) { $0.dismiss() },
        .on(ShopProductPage.cartToggle) { $0.display(.cart(nil)) }.forAgents("Shows the cart."),
        .on(ShopProductPage.cartAdd) { try $0.add($1) },
        .on(ShopCart.catalogShowPage) { $0.display(.catalog(.home)) }.forAgents("Shows the catalog."),
        .on(ShopCart.backToShopping) { $0.returnToShopping() }.forAgents("Leaves the cart."),
        .on(RemovalAlert.remove) { $0.remove($1) },
        .on(ShippingForm.submit) { $0.ship($1) },
        .on(BuyCart.self) { $0.bought($1) },
        .on(finish: AuthCoordinator.self) { $0.loggedIn($1) },
        .on(AttachPhone.self) { $0.accountChanged($1) },
        .on(RemovePhone.self) { $0.accountChanged($1) },
        .on(LoadShopCustomer.self) { $0.loaded($1) },
        .on(failure: LoadShopCustomer.self) { flow, _ in flow.startTimer("reload", after: .seconds(5)) },
        .on(timer: "reload") { $0.load() },
        .on(SaveShopCart.self) { $0.saved($1) },
        .on(failure: SaveShopCart.self) { flow, _ in flow.saveLater(\.cartSaves) },
        .on(timer: SaveShopCart.name) { $0.saveNext(\.cartSaves) },
        // This is the name of the timer in sessions of earlier releases.
        .on(timer: "saveCart") { $0.saveCart() },
        .on(ShopAccount.logOut) { $0.logOut() },
        .runs(ShopCatalogCoordinator.self),
        .runs(ShopCartCoordinator.self),
        .runs(ShopAccountCoordinator.self),
        .link(to: ShopHome.self) { _ in .catalog(nil) },
        .link(to: ShopCategoryPage.self) { $0.isOpen && $0.category == nil ? nil : .catalog(.category($0.id)) },
        .link(to: ShopProductPage.self) { $0.isOpen && $0.product == nil ? nil : .catalog(.product($0.id)) },
        .link(to: ShopCart.self) { _ in .cart(nil) },
        .link(to: Login.self) { _ in .account(.login) },
        .link(to: ShopAccount.self) { _ in .account(nil) },
        .link(to: ShopOrders.self) { _ in .account(.orders) },
        .link(of: ShopHome.showProduct) { .catalog(.product($0)) },
        .link(of: ShopHome.showCategory) { .catalog(.category($0)) },
        .link(of: ShopHome.cartToggle) { .cart(nil) },
        .link(of: ShopCategoryPage.showProduct) { .catalog(.product($0)) },
        .link(of: ShopProductPage.cartToggle) { .cart(nil) },
        .link(of: ShopCart.catalogShowPage) { .catalog(nil) },
        .link(of: ShopAccount.orders) { .account(.orders) },
    ]

    func open(_ section: ShopSection) throws {
        // Before the catalog is open its contents are unknown, so any page is accepted.
        if case .catalog(let page?) = section, state.season != nil { try factory.catalog.check(page) }
        display(section)
    }

    /// Lets a section take over the stack and show a page.
    ///
    /// An existing section is reused. If there is none, it is created.
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
        let product = try factory.catalog.product(id)
        let colorName = factory.catalog.name(ofColor: product.usualColor)
        present(BuyNowAlert(product: product, colorName: colorName), as: .alert)
    }

    private func buyNow(_ choice: ShopChoice) throws {
        dismiss()
        try add(choice)
        display(.cart(nil))
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
            throw Rejection("color.unknown", "\(product.name) doesn't come in that color.", pointer: "/color")
        }
        if let index = state.items.firstIndex(where: { $0.product == product.id && $0.color == color }) {
            guard state.items[index].quantity < ShopCart.mostOfOne else {
                return show(.fullCart, on: ShopProductPage.self)
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
        itemsChanged()
        show(.added, on: ShopProductPage.self)
    }

    /// Removes one piece from the cart.
    private func remove(_ choice: ShopChoice) {
        guard let index = state.items.firstIndex(where: { $0.choice == choice }) else { return }
        state.items[index].quantity -= 1
        state.items.removeAll { $0.quantity == 0 }
        itemsChanged()
    }

    private func bought(_ purchase: ShopPurchase) {
        if !state.purchases.contains(where: { $0.number == purchase.number }) {
            state.purchases.insert(purchase, at: 0)
        }
        // Items that were added while the purchase was being made stay in the cart.
        state.items = state.items.removing(purchase.items ?? state.items)
        itemsChanged()
        showPurchases()
    }

    private func showPurchases() {
        let (purchases, isLoading) = (state.purchases, isLoadingAccount)
        update { (screen: inout ShopOrders) in
            screen.purchases = purchases
            screen.isLoading = isLoading
        }
    }

    /// Updates every screen that shows the cart, and saves the cart of an account.
    private func itemsChanged() {
        let items = state.items
        update { (screen: inout any ShowsCartItems) in screen.show(items) }
        let isLoading = isLoadingAccount
        update { (screen: inout ShopCart) in screen.isLoading = isLoading }
        saveCart()
    }

    private func ship(_ shipping: ShopShipping) {
        state.shipping = shipping
        saveCart()
    }
}

// MARK: - The account

extension ShopCoordinator {
    /// Whether the data of the account is still being loaded, or `nil` if it is not.
    private var isLoadingAccount: Bool? { state.account != nil && state.saved == nil ? true : nil }

    private func loggedIn(_ reason: AuthCoordinator.Finish) {
        switch reason {
        case .success(let account), .closeConfirmationPhoneFlow(let account):
            signIn(as: Identity(account: account.id))
            state.account = account
            state.bringsItems = true
            load()
            showPurchases()
            // The account section may still show a login that has become superfluous.
            child(ShopAccountCoordinator.self)?.closeLogin()
        case .close: break
        }
    }

    private func accountChanged(_ account: Account?) {
        guard let account, account.id == state.account?.id else { return }
        state.account = account
    }

    private func load() {
        if let account = state.account { perform(LoadShopCustomer(account: account.id)) }
    }

    /// Takes over the data of the account, and adds to its cart the items that the user chose before logging in.
    private func loaded(_ customer: ShopCustomer) {
        state.purchases = customer.purchases
        state.saved = customer.cart
        showPurchases()
        let brought = state.bringsItems ? state.items : []
        state.bringsItems = false
        state.items = customer.cart.items.adding(brought)
        if state.shipping == nil { state.shipping = customer.cart.shipping }
        if let shipping = state.shipping {
            update { (screen: inout ShippingForm) in if screen.shipping == nil { screen.shipping = shipping } }
        }
        itemsChanged()
        if !brought.isEmpty { tell(.cartBrought) }
    }

    /// Shows a message on the screen that is in front after a log-in, or on the cart.
    private func tell(_ message: Message) {
        if isShowing(ShippingForm.self) {
            show(message, on: ShippingForm.self)
        } else if isShowing(ShopOrders.self) {
            show(message, on: ShopOrders.self)
        } else if isShowing(ShopAccount.self) {
            show(message, on: ShopAccount.self)
        } else {
            show(message, on: ShopCart.self)
            // A product page is in front if the user has returned to shopping meanwhile.
            if isShowing(ShopProductPage.self) { show(message, on: ShopProductPage.self) }
        }
    }

    /// Saves the cart of the account, one change after the other.
    private func saveCart() {
        guard let account = state.account, let saved = state.saved else { return }
        let cart = SavedShopCart(items: state.items, shipping: state.shipping)
        guard cart != state.cartSaves?.saves.last?.cart ?? saved else { return saveNext(\.cartSaves) }
        save(SaveShopCart(account: account.id, cart: cart, base: saved), in: \.cartSaves)
    }

    /// Takes over the saved cart, which may have changes of other sessions, and keeps those that are not saved yet.
    private func saved(_ cart: SavedShopCart) {
        let local = SavedShopCart(items: state.items, shipping: state.shipping)
        // A save that an earlier release has performed is in no queue.
        let merged = state.cartSaves?.saves.first.map { cart.applying(changesFrom: $0.cart, to: local) } ?? local
        state.saved = cart
        endSave(in: \.cartSaves, with: cart)
        state.shipping = merged.shipping
        guard merged.items != state.items else { return saveCart() }
        state.items = merged.items
        itemsChanged()
    }

    private func logOut() {
        saveBeforeLogOut(\.cartSaves)
        signOut()
    }
}

extension Message {
    fileprivate static let fullCart = Message(
        "cart.full",
        "You already have \(ShopCart.mostOfOne) in your cart, the most you can order."
    )

    fileprivate static let cartBrought = Message(
        "cart.brought",
        "The products that you chose before logging in are in your cart.",
        level: .info
    )

    fileprivate static let added = Message("cart.added", "Added to your cart.", level: .success)
}
