public import Coordination

/// The parts of the shop, one for each coordinator, each with the page that it is to show.
public enum ShopSection: DeepLink {
    /// What there is.
    case catalog(CatalogPage?)
    /// What somebody is about to buy.
    case cart(CartPage?)
    /// Who somebody is.
    case account(AccountPage?)

    /// Where the shop begins.
    static let first = ShopSection.catalog(.home)

    /// Reads `catalog`, `catalog/product/ridge`, `catalog/category/shoes`, `cart`, `account`, `account/login` and
    /// `account/orders`.
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
}

/// The pages of the catalogue.
public enum CatalogPage: Codable, Equatable, Sendable {
    /// The season, what is promoted, and the categories.
    case home
    /// What there is of a category.
    case category(ShopCategory.ID)
    /// A product.
    case product(ShopProduct.ID)
}

/// The pages of the cart.
public enum CartPage: Codable, Equatable, Sendable {
    /// What is in it.
    case home
    /// Where it goes.
    case shipping
    /// How it is paid.
    case payment
    /// What was bought.
    case confirmation(ShopPurchase)
}

/// The pages of the account.
public enum AccountPage: Codable, Equatable, Sendable {
    /// Who somebody is.
    case login
    /// What is known of them.
    case profile
    /// What they have bought.
    case orders
}
