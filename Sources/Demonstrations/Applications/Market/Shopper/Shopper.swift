import AccountFlows
import Coordination

/// The user of a market session, whom the application coordinator owns and shares with every flow.
struct Shopper: Codable, Equatable, Sendable {
    /// The account, or `nil` for a guest.
    var account: Account?
    /// The account's data, or `nil` until it is loaded.
    var customer: Customer?
    /// The cart of the account or, before the log-in, of the guest.
    var cart = Cart()
    /// The delivery city.
    var city: String?

    /// Returns whether a grocery is among the favorites.
    func isFavorite(_ grocery: Grocery.ID) -> Bool { customer?.favorites.contains(grocery) ?? false }
}

/// A screen that shows data of the shopper, which the application coordinator updates with every change.
protocol ShowsShopper {
    /// Copies the part of the shopper that the screen shows.
    mutating func show(_ shopper: Shopper, in assortment: Assortment)
}

extension Screen where Self: ShowsShopper {
    /// Returns the screen with the data of a shopper, or of an empty one for `nil`.
    func showing(_ shopper: Shopper?, in assortment: Assortment) -> Self {
        var screen = self
        screen.show(shopper ?? Shopper(), in: assortment)
        return screen
    }
}
