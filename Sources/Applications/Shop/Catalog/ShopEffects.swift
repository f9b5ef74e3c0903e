public import Coordination

/// An effect that opens the catalog, which may take seconds.
public struct OpenCatalog: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "openCatalog"
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

    /// Creates a purchase.
    public init(number: String, boughtAt: Timestamp, total: Price) {
        self.number = number
        self.boughtAt = boughtAt
        self.total = total
    }
}
