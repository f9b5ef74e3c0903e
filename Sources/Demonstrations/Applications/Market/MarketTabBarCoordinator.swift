import AccountFlows
import Coordination

/// The five tabs, with flows that all start together with the tab bar.
final class MarketTabBarCoordinator: Coordinator {
    /// Version 2 renames the tab of the favorites.
    ///
    /// A migration can't rename a tab, so the tab bar restarts.
    static let version = 2

    func start() {
        setTabs([
            Tab("main", title: "Today", symbol: "house"),
            Tab("catalog", title: "Catalog", symbol: "search"),
            Tab("cart", title: "Cart", symbol: "cart"),
            Tab("favorites", title: "Favorites", symbol: "heart"),
            Tab("profile", title: "Profile", symbol: "person"),
        ])
        run(MainTabCoordinator.self, in: .tab("main"))
        run(CatalogTabCoordinator.self, in: .tab("catalog"))
        run(CartTabCoordinator.self, with: .init(), in: .tab("cart"))
        run(FavoritesTabCoordinator.self, in: .tab("favorites"))
        run(ProfileTabCoordinator.self, in: .tab("profile"))
        showCount(shared(Shopper.self)?.cart.count ?? 0)
    }

    static let wiring: Wiring<MarketTabBarCoordinator> = [
        .anchor(.restart),
        .runs(MainTabCoordinator.self),
        .runs(CatalogTabCoordinator.self),
        .runs(CartTabCoordinator.self),
        .runs(FavoritesTabCoordinator.self),
        .runs(ProfileTabCoordinator.self),
    ]

    /// Shows the number of pieces in the cart as the badge of its tab, or no badge for 0.
    func showCount(_ count: Int) {
        setBadge(count == 0 ? nil : "\(count)", onTab: "cart")
    }

    /// Selects the tab of a link and shows its target above the tab's root.
    ///
    /// - Throws: A ``Rejection`` when the target does not exist.
    func open(_ link: MarketLink) throws {
        switch link {
        // The application coordinator shows them in place of the tabs.
        case .stories: break
        case .promotion(let id): try showRoot(of: MainTabCoordinator.self, onTab: "main")?.showPromotion(id)
        case .main: showRoot(of: MainTabCoordinator.self, onTab: "main")
        case .catalog: showRoot(of: CatalogTabCoordinator.self, onTab: "catalog")
        case .cart: showRoot(of: CartTabCoordinator.self, onTab: "cart")
        case .favorites: showRoot(of: FavoritesTabCoordinator.self, onTab: "favorites")
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

    /// Runs the authentication flow above the profile tab.
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
