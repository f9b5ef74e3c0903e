public import Applications
import GRDB
public import Sessions

/// The shop's purchases, in the database of the services.
///
/// Calls block while the disk syncs, so they belong on threads that may block, such as those that run effects.
public final class PurchaseRecords: Sendable {
    private static let purchases = NumberedTable<ShopPurchase>(name: "purchase")

    private let database: ServiceDatabase
    private let clock: any WallClock

    /// Opens the purchases.
    ///
    /// - Parameters:
    ///   - database: The database; `nil` for one in memory.
    ///   - clock: The clock for the times of purchases.
    /// - Throws: `DatabaseError` when the database can't be used.
    public init(in database: ServiceDatabase? = nil, clock: any WallClock) throws {
        self.database = try database ?? .inMemory()
        self.clock = clock
    }

    /// Buys a cart once per key: a later call with the same key returns the first purchase.
    ///
    /// - Parameters:
    ///   - cart: The contents of the purchase.
    ///   - key: The effect's key.
    /// - Returns: The purchase with its number.
    /// - Throws: `DatabaseError`. The purchase may have been made; a repeated call with the same key returns it.
    public func buy(_ cart: BuyCart, key: String) throws -> ShopPurchase {
        try database.queue.write { db in
            let known = try Self.purchases.entry(forKey: key, in: db)
            let entry =
                try known
                ?? Self.purchases.insert(
                    ShopPurchase(number: "", boughtAt: clock.now, total: cart.total),
                    of: cart.account,
                    key: key,
                    in: db
                )
            var purchase = entry.document
            purchase.number = Self.number(entry.number)
            return purchase
        }
    }

    /// The order number for people: `S1001` for the first row.
    private static func number(_ row: Int64) -> String { "S\(1_000 + row)" }
}
