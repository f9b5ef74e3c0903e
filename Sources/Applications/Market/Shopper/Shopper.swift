import Coordination

/// Who uses the market in this session; the application coordinator keeps it and shares it with every flow.
struct Shopper: Codable, Equatable, Sendable {
    /// Who has logged in.
    var account: Account?
    /// What lives with the account, once it is known.
    var customer: Customer?
    /// What they are about to buy; it stays when they log in or out.
    var cart = Cart()
    /// Where they want it delivered.
    var city: String?

    /// Whether a grocery is among the favourites.
    func keeps(_ grocery: Grocery.ID) -> Bool { customer?.favourites.contains(grocery) ?? false }
}

/// What screens have in common that show something of the shopper; they are told whenever it changes.
protocol ShowsShopper {
    /// Takes over what the screen shows.
    mutating func show(_ shopper: Shopper, in assortment: Assortment)
}

extension Screen where Self: ShowsShopper {
    /// The same screen, showing what there is of a shopper.
    func showing(_ shopper: Shopper?, in assortment: Assortment) -> Self {
        var screen = self
        screen.show(shopper ?? Shopper(), in: assortment)
        return screen
    }
}
