public import AccountFlows

/// The data of an account, the same in every session that logs in to it.
public struct Customer: Codable, Equatable, Sendable {
    /// The account that the data belongs to.
    public var account: Account.ID
    /// The profile that the user edits.
    public var profile: Profile
    /// The favorite groceries, newest first.
    public var favorites: [Grocery.ID]
    /// The orders, newest first.
    public var orders: [Order]
    /// The cart as it was saved last, or `nil` when it never was.
    public var cart: Cart?

    /// Creates the data of an account.
    public init(
        account: Account.ID,
        profile: Profile,
        favorites: [Grocery.ID] = [],
        orders: [Order] = [],
        cart: Cart? = nil
    ) {
        self.account = account
        self.profile = profile
        self.favorites = favorites
        self.orders = orders
        self.cart = cart
    }

    /// Adds a favorite at the front of the list, or removes one.
    public mutating func keep(_ favorite: Favorite) {
        favorites.removeAll { $0 == favorite.grocery }
        if favorite.isKept { favorites.insert(favorite.grocery, at: 0) }
    }
}
