/// What lives with an account: it is the same wherever the user logs in.
public struct Customer: Codable, Equatable, Sendable {
    /// Whose it is.
    public var account: Account.ID
    /// Who they are, as far as they say.
    public var profile: Profile
    /// What they want to find again.
    public var favourites: [Grocery.ID]
    /// What they have bought, latest first.
    public var orders: [Order]

    /// Describes a customer.
    public init(account: Account.ID, profile: Profile, favourites: [Grocery.ID] = [], orders: [Order] = []) {
        self.account = account
        self.profile = profile
        self.favourites = favourites
        self.orders = orders
    }
}
