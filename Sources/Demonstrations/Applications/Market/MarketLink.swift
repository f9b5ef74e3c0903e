public import Coordination

/// The deep links of the `market` application.
public enum MarketLink: AddressableLink {
    /// The stories of the launch, which a link can show again.
    case stories
    /// The feed of promotions and groceries.
    case main
    /// The groceries of a promotion, above the feed.
    case promotion(Promotion.ID)
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
    /// The user's orders, which need an account.
    case orders
    /// A single order, above the list of orders, which needs an account.
    case order(Order.Number)

    /// The paths of the links, without the name of the application.
    public static let patterns = [
        "stories", "main", "promotion/{promotion}", "catalog", "category/{category}", "product/{grocery}", "cart",
        "favorites",
        "profile", "orders", "order/{number}",
    ]

    /// Parses a path.
    ///
    /// The result is `nil` for a path of any other form. The forms are `stories`, `main`, `promotion/pasta`, `catalog`,
    /// `category/dairy`, `product/milk`, `cart`, `favorites`, `profile`, `orders` and `order/10042`.
    public init?(path: [String], query: [String: String]) {
        switch (path.count, path.first) {
        case (1, "stories"): self = .stories
        case (1, "main"): self = .main
        case (2, "promotion"): self = .promotion(path[1])
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

    /// The segments of the path.
    public var path: [String] {
        switch self {
        case .stories: ["stories"]
        case .main: ["main"]
        case .promotion(let id): ["promotion", id]
        case .catalog: ["catalog"]
        case .category(let id): ["category", id]
        case .product(let id): ["product", id]
        case .cart: ["cart"]
        case .favorites: ["favorites"]
        case .profile: ["profile"]
        case .orders: ["orders"]
        case .order(let number): ["order", number]
        }
    }

    /// Whether the link needs a logged-in user.
    var needsAccount: Bool {
        switch self {
        case .orders, .order: true
        case .stories, .main, .promotion, .catalog, .category, .product, .cart, .favorites, .profile: false
        }
    }

    /// Whether a new user sees the target before the questions of the launch: goods, which the link was shared for.
    var comesBeforeQuestions: Bool {
        switch self {
        case .promotion, .category, .product: true
        case .stories, .main, .catalog, .cart, .favorites, .profile, .orders, .order: false
        }
    }
}
