public import Coordination

/// Asks whether an account that a session knows is still there, or whether a guest may come in.
public struct CheckAuthorization: Effect {
    /// `checkAuthorization`.
    public static let name = "checkAuthorization"
    /// The user may go on as a guest while it runs.
    public static let blocksScreen = false

    /// The account; `nil` for a guest.
    public var account: Account.ID?

    /// The account as it is now; `nil` for a guest, and for one that is gone.
    public typealias Value = Account?
}

/// Asks for what lives with an account.
public struct LoadCustomer: Effect {
    /// `loadCustomer`.
    public static let name = "loadCustomer"
    /// Nobody waits for it; what it brings is shown when it is there.
    public static let blocksScreen = false

    /// Whose.
    public var account: Account.ID

    /// What lives with the account.
    public typealias Value = Customer
}

/// Adds a grocery to the favourites of an account, or takes it away.
public struct KeepFavourite: Effect {
    /// `keepFavourite`.
    public static let name = "keepFavourite"
    /// The user sees it done at once.
    public static let blocksScreen = false

    /// Whose.
    public var account: Account.ID
    /// What.
    public var favourite: Favourite

    /// What lives with the account then.
    public typealias Value = Customer
}

/// Whether a grocery is among the favourites.
public struct Favourite: Payload, Equatable {
    /// What.
    public var grocery: Grocery.ID
    /// Whether it is to be found again.
    public var isKept: Bool

    /// A grocery's name, and yes or no.
    public static let schema: JSONSchema = .object(
        ["grocery": .string(minLength: 1, maxLength: 40), "isKept": .boolean]
    )
}

/// Changes the profile of an account.
public struct SaveProfile: Effect {
    /// `saveProfile`.
    public static let name = "saveProfile"

    /// Whose.
    public var account: Account.ID
    /// How it is to be.
    public var profile: Profile

    /// What lives with the account then.
    public typealias Value = Customer
}

/// Places an order: once, however often it is asked for with the same key.
public struct PlaceOrder: Effect {
    /// `placeOrder`.
    public static let name = "placeOrder"

    /// Who buys.
    public var account: Account.ID
    /// What, at the prices that the user has seen.
    public var lines: [OrderLine]
    /// What bringing it costs.
    public var delivery: Price
    /// Where it goes.
    public var address: DeliveryAddress
    /// How it is paid.
    public var payment: PaymentMethod

    /// What came of it.
    public enum Value: Codable, Sendable {
        /// The order is placed.
        case placed(Order)
        /// Some of it is gone; nothing was bought.
        case soldOut([Grocery.ID])
    }
}
