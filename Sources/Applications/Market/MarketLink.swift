public import Coordination

/// The places in the `market` application that a link can lead to.
public enum MarketLink: DeepLink {
    /// What is on offer.
    case main
    /// The categories.
    case catalog
    /// One category.
    case category(GroceryCategory.ID)
    /// One grocery.
    case product(Grocery.ID)
    /// The cart.
    case cart
    /// The favourites.
    case favourites
    /// The profile.
    case profile
    /// What the user has bought.
    case orders
    /// One order.
    case order(Order.Number)

    /// Reads `main`, `catalog`, `category/dairy`, `product/milk`, `cart`, `favourites`, `profile`, `orders` and
    /// `order/10042`.
    public init?(path: [String], query: [String: String]) {
        switch (path.count, path.first) {
        case (1, "main"): self = .main
        case (1, "catalog"): self = .catalog
        case (2, "category"): self = .category(path[1])
        case (2, "product"): self = .product(path[1])
        case (1, "cart"): self = .cart
        case (1, "favourites"): self = .favourites
        case (1, "profile"): self = .profile
        case (1, "orders"): self = .orders
        case (2, "order"): self = .order(path[1])
        default: return nil
        }
    }

    /// Whether only a user who has logged in may go there.
    var needsAccount: Bool {
        switch self {
        case .orders, .order: true
        case .main, .catalog, .category, .product, .cart, .favourites, .profile: false
        }
    }
}
