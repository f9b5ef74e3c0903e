public import AccountFlows
public import Coordination

/// An effect that checks whether the account of a session still exists.
public struct CheckAuthorization: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "checkAuthorization"
    /// `true`: it only reads, so any error is a failure.
    public static let isReadOnly = true
    /// The screen stays usable, so that the user can continue as a guest.
    public static let blocksScreen = false

    /// The account to check, or `nil` for a guest.
    public var account: Account.ID?

    /// The current account, or `nil` for a guest and for an account that no longer exists.
    public typealias Value = Account?
}

/// An effect that loads the data of an account.
public struct LoadCustomer: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "loadCustomer"
    /// `true`: it only reads, so any error is a failure.
    public static let isReadOnly = true
    /// The screens stay usable and are updated when the data arrives.
    public static let blocksScreen = false

    /// The account with the data to load.
    public var account: Account.ID

    /// The data of the account.
    public typealias Value = Customer
}

/// An effect that adds a grocery to the favorites of an account or removes it.
public struct SaveFavorite: Effect, Equatable {
    /// The effect's name in stored sessions and logs.
    public static let name = "saveFavorite"
    /// The screen stays usable, because it already shows the change.
    public static let blocksScreen = false

    /// The account with the favorites to change.
    public var account: Account.ID
    /// The grocery, and whether to add or remove it.
    public var favorite: Favorite

    /// The data of the account after the change.
    public typealias Value = Customer
}

/// A choice to add a grocery to the favorites or to remove it.
public struct Favorite: Payload, Equatable {
    /// The ID of the grocery.
    public var grocery: Grocery.ID
    /// Whether the grocery is a favorite.
    public var isKept: Bool

    /// A grocery's ID of 1 to 40 characters and a Boolean.
    public static let schema: JSONSchema = .object(
        ["grocery": .string(minLength: 1, maxLength: 40), "isKept": .boolean]
    )
}

/// An effect that makes the changes of a session in the profile of an account.
///
/// Another session of the account may have changed the profile meanwhile. Everything that this one has not changed stays.
public struct SaveProfile: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "saveProfile"

    /// The account with the profile to change.
    public var account: Account.ID
    /// The profile with the changes.
    public var profile: Profile
    /// The profile before the changes, or `nil` to replace the profile.
    public var base: Profile?

    /// The data of the account after the change.
    public typealias Value = Customer
}

/// An effect that makes the changes of a session in the saved cart of an account.
///
/// Another session of the account may have changed the cart meanwhile. Its changes stay.
public struct SaveCart: Effect, Equatable {
    /// The effect's name in stored sessions and logs.
    public static let name = "saveCart"
    /// The screens stay usable, because they already show the change.
    public static let blocksScreen = false

    /// The account with the cart to change.
    public var account: Account.ID
    /// The cart with the changes.
    public var cart: Cart
    /// The saved cart that the session knows, on which the changes are based, or `nil` to replace the saved cart.
    public var base: Cart?

    /// The saved cart, with the changes of this session and of others.
    public typealias Value = Cart
}

/// An effect that places an order once per idempotency key.
public struct PlaceOrder: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "placeOrder"

    /// The buyer's account.
    public var account: Account.ID
    /// The lines, at the prices that the user has seen.
    public var lines: [OrderLine]
    /// The delivery fee.
    public var delivery: Price
    /// The delivery address.
    public var address: DeliveryAddress
    /// The payment method.
    public var payment: PaymentMethod

    /// The result of the order.
    public enum Value: Codable, Sendable {
        /// The order is placed.
        case placed(Order)
        /// Some groceries are sold out, so nothing was ordered.
        case soldOut([Grocery.ID])
    }
}
