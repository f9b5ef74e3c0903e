public import AccountFlows
public import Applications
public import ServiceDatabase
public import Sessions

/// The shop's carts and purchases, in the database of the services.
///
/// Calls block while the disk syncs, so they belong on threads that may block, such as those that run effects.
public final class PurchaseRecords: Sendable {
    private static let purchases = NumberedTable<ShopPurchase>(name: "purchase")
    private static let carts = DocumentTable<SavedShopCart>(name: "shop_cart")

    private let database: ServiceDatabase
    private let clock: any WallClock

    /// Opens the purchases.
    ///
    /// - Parameters:
    ///   - database: The database, or `nil` for one in memory.
    ///   - clock: The clock for the times of purchases.
    /// - Throws: `DatabaseError` when the database can't be used.
    public init(in database: ServiceDatabase? = nil, clock: any WallClock) throws {
        let database = try database ?? .inMemory()
        try database.create(.customers)
        self.database = database
        self.clock = clock
    }

    /// Buys a cart once per key: a later call with the same key returns the first purchase.
    ///
    /// - Parameters:
    ///   - cart: The contents of the purchase.
    ///   - key: The effect's key.
    /// - Returns: The purchase with its number.
    /// - Throws: `DatabaseError`. The purchase may have been made. A repeated call with the same key returns it.
    public func buy(_ cart: BuyCart, key: String) throws -> ShopPurchase {
        try database.write { db in
            let known = try Self.purchases.entry(forKey: key, in: db)
            let entry =
                try known
                ?? Self.purchases.insert(
                    ShopPurchase(number: "", boughtAt: clock.now, total: cart.total, items: cart.items),
                    of: cart.account,
                    key: key,
                    in: db
                )
            return Self.purchase(entry)
        }
    }

    /// Returns the cart of an account and its latest 50 purchases.
    ///
    /// - Throws: `DatabaseError` when the data can't be read.
    public func customer(_ account: Account.ID) throws -> ShopCustomer {
        try database.read { db in
            ShopCustomer(
                cart: try Self.carts.document(of: account, in: db) ?? SavedShopCart(),
                purchases: try Self.purchases.latest(50, of: account, in: db).map(Self.purchase)
            )
        }
    }

    /// Makes changes in the saved cart of an account, and returns it.
    ///
    /// Changes of other sessions stay.
    ///
    /// - Parameters:
    ///   - cart: The cart with the changes.
    ///   - base: The cart before them, or `nil` to replace the saved cart.
    ///   - account: The account.
    /// - Returns: The data with the changes of all sessions.
    /// - Throws: `StoreError`. The changes may have been made, and they can be made again.
    public func save(
        _ cart: SavedShopCart,
        from base: SavedShopCart? = nil,
        of account: Account.ID
    ) throws -> SavedShopCart {
        try database.write { db in
            let saved = try Self.carts.document(of: account, in: db) ?? SavedShopCart()
            let merged = base.map { saved.applying(changesFrom: $0, to: cart) } ?? cart
            try Self.carts.save(merged, of: account, in: db)
            return merged
        }
    }

    private static func purchase(_ entry: NumberedTable<ShopPurchase>.Entry) -> ShopPurchase {
        var purchase = entry.document
        purchase.number = number(entry.number)
        return purchase
    }

    /// The order number for people: `S1001` for the first row.
    private static func number(_ row: Int64) -> String { "S\(1_000 + row)" }
}
