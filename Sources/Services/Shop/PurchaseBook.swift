public import Applications
import GRDB
public import Sessions

/// What was bought in the shop, in the database of the services.
///
/// Calls block while the disk syncs, so they belong on threads where that is allowed, as those of effects are.
public final class PurchaseBook: Sendable {
    private static let purchases = NumberedTable<ShopPurchase>(name: "purchase")

    private let database: ServiceDatabase
    private let clock: any WallClock

    /// Opens the book.
    ///
    /// - Parameters:
    ///   - database: Where it is kept; `nil` for one that ends with the process.
    ///   - clock: The time.
    /// - Throws: `DatabaseError` when the database can't be used.
    public init(in database: ServiceDatabase? = nil, clock: any WallClock) throws {
        self.database = try database ?? .inMemory()
        self.clock = clock
    }

    /// Buys: the first call with a key does, every other one gives the same answer.
    ///
    /// - Parameters:
    ///   - cart: What is bought.
    ///   - key: The effect's key.
    /// - Returns: What was bought, with its number.
    /// - Throws: `DatabaseError`; it may be bought, and the same key tells.
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

    /// The number that people say.
    private static func number(_ row: Int64) -> String { "S\(1_000 + row)" }
}
