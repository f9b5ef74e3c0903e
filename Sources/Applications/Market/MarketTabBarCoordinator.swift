import Coordination

/// The five tabs, each with a flow of its own from the start.
final class MarketTabBarCoordinator: Coordinator {
    static let anchor: Anchor<State>? = .restart

    func start() {
        setTabs([
            Tab("main", title: "Today", symbol: "house"),
            Tab("catalog", title: "Catalog", symbol: "search"),
            Tab("cart", title: "Cart", symbol: "cart"),
            Tab("favourites", title: "Favourites", symbol: "heart"),
            Tab("profile", title: "Profile", symbol: "person"),
        ])
        run(MainTabCoordinator.self, in: .tab("main"))
        run(CatalogTabCoordinator.self, in: .tab("catalog"))
        run(CartTabCoordinator.self, with: .init(), in: .tab("cart"))
        run(FavoritesTabCoordinator.self, in: .tab("favourites"))
        run(ProfileTabCoordinator.self, in: .tab("profile"))
        showCount(shared(Shopper.self)?.cart.count ?? 0)
    }

    static let wiring: Wiring<MarketTabBarCoordinator> = [
        .runs(MainTabCoordinator.self),
        .runs(CatalogTabCoordinator.self),
        .runs(CartTabCoordinator.self),
        .runs(FavoritesTabCoordinator.self),
        .runs(ProfileTabCoordinator.self),
    ]

    /// Shows on its tab how much is in the cart.
    func showCount(_ count: Int) {
        setBadge(count == 0 ? nil : "\(count)", onTab: "cart")
    }

    /// Goes to where a link leads.
    ///
    /// - Throws: A ``Refusal`` when what it names is not there.
    func open(_ link: MarketLink) throws {
        switch link {
        case .main: showRoot(of: MainTabCoordinator.self, onTab: "main")
        case .catalog: showRoot(of: CatalogTabCoordinator.self, onTab: "catalog")
        case .cart: showRoot(of: CartTabCoordinator.self, onTab: "cart")
        case .favourites: showRoot(of: FavoritesTabCoordinator.self, onTab: "favourites")
        case .profile: showRoot(of: ProfileTabCoordinator.self, onTab: "profile")
        case .category(let id): try showRoot(of: CatalogTabCoordinator.self, onTab: "catalog")?.openCategory(id)
        case .product(let id): try showRoot(of: CatalogTabCoordinator.self, onTab: "catalog")?.openGrocery(id)
        case .orders: showRoot(of: ProfileTabCoordinator.self, onTab: "profile")?.showOrders()
        case .order(let number):
            let profile = showRoot(of: ProfileTabCoordinator.self, onTab: "profile")
            profile?.showOrders()
            try profile?.showOrder(number)
        }
    }

    /// Asks who the user is, over the profile.
    func runAuthFlow() {
        showRoot(of: ProfileTabCoordinator.self, onTab: "profile")?.runAuthFlow()
    }

    @discardableResult
    private func showRoot<Flow: Coordinating>(of flow: Flow.Type, onTab name: String) -> Flow? {
        selectTab(name)
        let child = child(flow)
        child?.popToRoot()
        return child
    }
}
