public import Coordination

/// The deep links of the `market` application.
public enum MarketLink: DeepLink {
    /// The feed of promotions and groceries.
    case main
    /// The list of categories.
    case catalog
    /// The groceries of one category.
    case category(GroceryCategory.ID)
    /// A single grocery, above its category.
    case product(Grocery.ID)
    /// The tab with the cart.
    case cart
    /// The list of favorites.
    case favorites
    /// The tab with the profile.
    case profile
    /// The user's orders; needs an account.
    case orders
    /// A single order, above the list of orders; needs an account.
    case order(Order.Number)

    /// The paths of the links, without the name of the application.
    public static let patterns = [
        "main", "catalog", "category/{category}", "product/{grocery}", "cart", "favorites",
        "profile", "orders", "order/{number}",
    ]

    /// Parses a path; `nil` for a path of any other form.
    ///
    /// The forms are `main`, `catalog`, `category/dairy`, `product/milk`, `cart`, `favorites`, `profile`, `orders` and
    /// `order/10042`.
    public init?(path: [String], query: [String: String]) {
        switch (path.count, path.first) {
        case (1, "main"): self = .main
        case (1, "catalog"): self = .catalog
        case (2, "category"): self = .category(path[1])
        case (2, "product"): self = .product(path[1])
        case (1, "cart"): self = .cart
        case (1, "favorites"): self = .favorites
        case (1, "profile"): self = .profile
        case (1, "orders"): self = .orders
        case (2, "order"): self = .order(path[1])
        default: return nil
        }
    }

    /// Whether the link needs a logged-in user.
    var needsAccount: Bool {
        switch self {
        case .orders, .order: true
        case .main, .catalog, .category, .product, .cart, .favorites, .profile: false
        }
    }
}
