public import AccountFlows
public import Coordination

/// An effect that opens the catalog, which may take seconds.
public struct OpenCatalog: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "openCatalog"
    /// `true`: it only reads, so any error is a failure.
    public static let isReadOnly = true
    /// The screens stay usable while the catalog opens.
    public static let blocksScreen = false

    /// The current season with its promoted products.
    public typealias Value = ShopSeason
}

/// An effect that buys the contents of the cart once per idempotency key.
public struct BuyCart: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "buyCart"

    /// The buyer's account.
    public var account: Account.ID
    /// The items to buy, at the prices that the user has seen.
    public var items: [ShopCartItem]
    /// The recipient and address.
    public var shipping: ShopShipping
    /// The payment method.
    public var payment: ShopPayment

    /// The price of all items.
    public var total: Price { items.total }

    /// The purchase with its number.
    public typealias Value = ShopPurchase
}

/// A completed purchase.
public struct ShopPurchase: Codable, Equatable, Sendable {
    /// The order number, short enough for a phone call.
    public var number: String
    /// The instant of the purchase.
    public var boughtAt: Timestamp
    /// The price of all items.
    public var total: Price
    /// The items, or `nil` for a purchase of a release that did not store them.
    public var items: [ShopCartItem]?

    /// Creates a purchase.
    public init(number: String, boughtAt: Timestamp, total: Price, items: [ShopCartItem]? = nil) {
        self.number = number
        self.boughtAt = boughtAt
        self.total = total
        self.items = items
    }
}

/// The data of an account, the same in every session that logs in to it.
public struct ShopCustomer: Codable, Sendable {
    /// The cart as it was saved last.
    public var cart: SavedShopCart
    /// The purchases, newest first.
    public var purchases: [ShopPurchase]

    /// Creates the data of an account.
    public init(cart: SavedShopCart = SavedShopCart(), purchases: [ShopPurchase] = []) {
        self.cart = cart
        self.purchases = purchases
    }
}

/// An effect that loads the cart and the purchases of an account.
public struct LoadShopCustomer: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "loadShopCustomer"
    /// `true`: it only reads, so any error is a failure.
    public static let isReadOnly = true
    /// The screens stay usable and are updated when the data arrives.
    public static let blocksScreen = false

    /// The account with the data to load.
    public var account: Account.ID

    /// The data of the account.
    public typealias Value = ShopCustomer
}

/// An effect that makes the changes of a session in the saved cart of an account.
///
/// Another session of the account may have changed the cart meanwhile. Its changes stay.
public struct SaveShopCart: Effect, Equatable {
    /// The effect's name in stored sessions and logs.
    public static let name = "saveShopCart"
    /// The screens stay usable, because they already show the change.
    public static let blocksScreen = false

    /// The account with the cart to change.
    public var account: Account.ID
    /// The cart with the changes.
    public var cart: SavedShopCart
    /// The saved cart that the session knows, on which the changes are based, or `nil` to replace the saved cart.
    public var base: SavedShopCart?

    /// The saved cart, with the changes of this session and of others.
    public typealias Value = SavedShopCart
}
