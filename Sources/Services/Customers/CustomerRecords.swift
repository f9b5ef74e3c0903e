public import Applications
import GRDB
public import Sessions

/// What lives with the accounts of the market: profiles, favourites and orders, in the database of the services.
///
/// Calls block while the disk syncs, so they belong on threads where that is allowed, as those of effects are.
public final class CustomerRecords: Sendable {
    private static let orders = NumberedTable<Order>(name: "placed_order")

    private let database: ServiceDatabase
    private let clock: any WallClock
    /// What nobody can order, however much they want to.
    private let soldOut: Set<Grocery.ID>

    /// Keeps records.
    ///
    /// - Parameters:
    ///   - database: Where; `nil` for one that ends with the process.
    ///   - clock: The time.
    ///   - soldOut: The groceries that are sold out.
    /// - Throws: `DatabaseError` when the database can't be used.
    public init(in database: ServiceDatabase? = nil, clock: any WallClock, soldOut: Set<Grocery.ID> = []) throws {
        self.database = try database ?? .inMemory()
        self.clock = clock
        self.soldOut = soldOut
    }

    /// What lives with an account; of one that was never here, a profile with its name.
    ///
    /// - Throws: `DatabaseError` when it can't be read.
    public func customer(_ account: Account.ID) throws -> Customer {
        try database.queue.read { db in try Self.customer(account, in: db) }
    }

    /// Changes a profile.
    ///
    /// - Throws: `DatabaseError`; nothing has changed then.
    public func save(_ profile: Profile, of account: Account.ID) throws -> Customer {
        try change(account) { $0.profile = profile }
    }

    /// Adds a favourite, or takes one away.
    ///
    /// - Throws: `DatabaseError`; nothing has changed then.
    public func keep(_ favourite: Favourite, of account: Account.ID) throws -> Customer {
        try change(account) { customer in
            customer.favourites.removeAll { $0 == favourite.grocery }
            if favourite.isKept { customer.favourites.insert(favourite.grocery, at: 0) }
        }
    }

    /// Places an order: the first call with a key does, every other one gives the same answer.
    ///
    /// - Parameters:
    ///   - order: What is ordered.
    ///   - key: The effect's key.
    /// - Returns: The order with its number, or what is sold out.
    /// - Throws: `DatabaseError`; the order may be placed, and the same key tells.
    public func place(_ order: PlaceOrder, key: String) throws -> PlaceOrder.Value {
        try database.queue.write { db in
            if let known = try Self.orders.entry(forKey: key, in: db) { return .placed(Self.order(known)) }
            let gone = order.lines.map(\.grocery).filter(soldOut.contains)
            guard gone.isEmpty else { return .soldOut(gone) }
            let placed = Order(
                number: "",
                placedAt: clock.now,
                lines: order.lines,
                delivery: order.delivery,
                address: order.address,
                payment: order.payment
            )
            return .placed(Self.order(try Self.orders.insert(placed, of: order.account, key: key, in: db)))
        }
    }

    private func change(_ account: Account.ID, _ change: (inout Customer) -> Void) throws -> Customer {
        try database.queue.write { db in
            var customer = try Self.customer(account, in: db)
            change(&customer)
            try db.execute(
                sql: "INSERT OR REPLACE INTO customer (account, profile, favourites) VALUES (?, ?, ?)",
                arguments: [account, try StoredText.text(customer.profile), try StoredText.text(customer.favourites)]
            )
            return customer
        }
    }

    private static func customer(_ account: Account.ID, in db: Database) throws -> Customer {
        let row = try Row.fetchOne(
            db,
            sql: "SELECT profile, favourites FROM customer WHERE account = ?",
            arguments: [account]
        )
        let orders = try orders.latest(50, of: account, in: db).map(order)
        guard let row else { return Customer(account: account, profile: Profile(name: account), orders: orders) }
        return Customer(
            account: account,
            profile: try StoredText.value(row["profile"]),
            favourites: try StoredText.value(row["favourites"]),
            orders: orders
        )
    }

    private static func order(_ entry: NumberedTable<Order>.Entry) -> Order {
        var order = entry.document
        order.number = number(entry.number)
        return order
    }

    /// The number that people say; it is five digits from the first order on.
    private static func number(_ row: Int64) -> Order.Number { "\(10_000 + row)" }
}
