public import Coordination

/// Opens the catalogue, which takes a while.
public struct OpenCatalogue: Effect {
    /// `openCatalogue`.
    public static let name = "openCatalogue"
    /// The user looks around meanwhile.
    public static let blocksScreen = false

    /// What is promoted now.
    public typealias Value = ShopSeason
}

/// Buys what is in the cart: once, however often it is asked for with the same key.
public struct BuyCart: Effect {
    /// `buyCart`.
    public static let name = "buyCart"

    /// Who buys.
    public var account: Account.ID
    /// What.
    public var items: [ShopCartItem]
    /// Where it goes.
    public var shipping: ShopShipping
    /// How it is paid.
    public var payment: ShopPayment

    /// What all of it costs.
    public var total: Price { items.total }

    /// What came of it.
    public typealias Value = ShopPurchase
}

/// What somebody has bought.
public struct ShopPurchase: Codable, Equatable, Sendable {
    /// The number that people say on the phone.
    public var number: String
    /// When it was bought.
    public var boughtAt: Timestamp
    /// What it cost in all.
    public var total: Price

    /// Describes a purchase.
    public init(number: String, boughtAt: Timestamp, total: Price) {
        self.number = number
        self.boughtAt = boughtAt
        self.total = total
    }
}
