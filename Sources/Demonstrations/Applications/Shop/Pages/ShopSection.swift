public import Coordination

/// The sections of the shop, one per coordinator, each with the page to show, which are also the deep links.
public enum ShopSection: AddressableLink {
    /// The catalog, or `nil` for its home page.
    case catalog(CatalogPage?)
    /// The cart, or `nil` for its contents.
    case cart(CartPage?)
    /// The account, or `nil` for the profile.
    case account(AccountPage?)

    /// The section at launch.
    static let first = ShopSection.catalog(.home)

    /// The paths of the links, without the name of the application.
    public static let patterns = [
        "", "catalog", "catalog/product/{product}", "catalog/category/{category}", "cart", "account", "account/login",
        "account/orders",
    ]

    /// Parses the path of a section.
    ///
    /// The result is `nil` for a path of any other form. The forms are an empty path, `catalog`, `catalog/product/ridge`,
    /// `catalog/category/shoes`, `cart`, `account`, `account/login` and `account/orders`.
    public init?(path: [String], query: [String: String]) {
        let rest = Array(path.dropFirst())
        switch (path.first, rest.first, rest.count) {
        case (nil, _, _): self = .first
        case ("catalog", nil, _): self = .catalog(nil)
        case ("catalog", "product", 2): self = .catalog(.product(rest[1]))
        case ("catalog", "category", 2): self = .catalog(.category(rest[1]))
        case ("cart", nil, _): self = .cart(nil)
        case ("account", nil, _): self = .account(nil)
        case ("account", "login", 1): self = .account(.login)
        case ("account", "orders", 1): self = .account(.orders)
        default: return nil
        }
    }

    /// The segments of the path.
    ///
    /// A page that no link leads to, such as a page of the checkout, has the path of its section.
    public var path: [String] {
        switch self {
        case .catalog(.product(let id)?): ["catalog", "product", id]
        case .catalog(.category(let id)?): ["catalog", "category", id]
        case .catalog: ["catalog"]
        case .cart: ["cart"]
        case .account(.login?): ["account", "login"]
        case .account(.orders?): ["account", "orders"]
        case .account: ["account"]
        }
    }
}

/// The pages of the catalog.
public enum CatalogPage: Codable, Equatable, Sendable {
    /// The season, its promoted products, and the categories.
    case home
    /// The products of a category.
    case category(ShopCategory.ID)
    /// A single product.
    case product(ShopProduct.ID)
}

/// The pages of the cart.
public enum CartPage: Codable, Equatable, Sendable {
    /// The contents of the cart.
    case home
    /// The recipient and address.
    case shipping
    /// The payment method.
    case payment
    /// The confirmation of a purchase.
    case confirmation(ShopPurchase)
}

/// The pages of the account.
public enum AccountPage: Codable, Equatable, Sendable {
    /// The login of the account.
    case login
    /// The profile, or the login first when there is no account.
    case profile
    /// The orders, above the profile, or the login first when there is no account.
    case orders
}
