/// The data of an account, the same in every session that logs in to it.
public struct Customer: Codable, Equatable, Sendable {
    /// The account that the data belongs to.
    public var account: Account.ID
    /// The profile that the user edits.
    public var profile: Profile
    /// The favourite groceries, newest first.
    public var favourites: [Grocery.ID]
    /// The orders, newest first.
    public var orders: [Order]

    /// Creates the data of an account.
    public init(account: Account.ID, profile: Profile, favourites: [Grocery.ID] = [], orders: [Order] = []) {
        self.account = account
        self.profile = profile
        self.favourites = favourites
        self.orders = orders
    }
}
