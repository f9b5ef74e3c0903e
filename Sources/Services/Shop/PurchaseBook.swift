public import Applications
import GRDB
import JSON
public import Sessions

/// What was bought in the shop, in the database of the services.
///
/// Calls block while the disk syncs, so they belong on threads where that is allowed, as those of effects are.
public final class PurchaseBook: Sendable {
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
            let known = try Row.fetchOne(
                db,
                sql: "SELECT number, document FROM purchase WHERE key = ?",
                arguments: [key]
            )
            if let known {
                let document: String = known["document"]
                var purchase = try JSONCoding.decode(ShopPurchase.self, parsing: Array(document.utf8))
                purchase.number = Self.number(known["number"])
                return purchase
            }
            var purchase = ShopPurchase(number: "", boughtAt: clock.now, total: cart.total)
            try db.execute(
                sql: "INSERT INTO purchase (key, account, document) VALUES (?, ?, ?)",
                arguments: [key, cart.account, String(decoding: try JSONCoding.encode(purchase), as: UTF8.self)]
            )
            purchase.number = Self.number(db.lastInsertedRowID)
            return purchase
        }
    }

    /// The number that people say.
    private static func number(_ row: Int64) -> String { "S\(1_000 + row)" }
}
