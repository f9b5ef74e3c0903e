public import AccountFlows
public import Applications
public import ServiceDatabase
public import Sessions

/// The market's data for each account: profiles, favorites, carts and orders, in the database of the services.
///
/// Calls block while the disk syncs, so they belong on threads that may block, such as those that run effects.
public final class CustomerRecords: Sendable {
    private static let orders = NumberedTable<Order>(name: "placed_order")
    private static let carts = DocumentTable<Cart>(name: "market_cart")

    private let database: ServiceDatabase
    private let clock: any WallClock
    /// The groceries that can't be ordered.
    private let soldOut: Set<Grocery.ID>

    /// Opens the records.
    ///
    /// - Parameters:
    ///   - database: The database, or `nil` for one in memory.
    ///   - clock: The clock for the times of orders.
    ///   - soldOut: The groceries that can't be ordered.
    /// - Throws: `DatabaseError` when the database can't be used.
    public init(in database: ServiceDatabase? = nil, clock: any WallClock, soldOut: Set<Grocery.ID> = []) throws {
        let database = try database ?? .inMemory()
        try database.create(.customers)
        self.database = database
        self.clock = clock
        self.soldOut = soldOut
    }

    /// Returns the data of an account, with its latest 50 orders.
    ///
    /// An account without a record has a profile with the account's name.
    ///
    /// - Throws: `DatabaseError` when the data can't be read.
    public func customer(_ account: Account.ID) throws -> Customer {
        try database.read { db in try Self.customer(account, in: db) }
    }

    /// Makes changes in the profile of an account and returns the account's data.
    ///
    /// Changes of other sessions stay.
    ///
    /// - Parameters:
    ///   - profile: The profile with the changes.
    ///   - base: The profile before them, or `nil` to replace the profile.
    ///   - account: The account.
    /// - Returns: The data with the changes of all sessions.
    /// - Throws: `StoreError`. The changes may have been made, and they can be made again.
    public func save(_ profile: Profile, from base: Profile? = nil, of account: Account.ID) throws -> Customer {
        try change(account) { customer in
            customer.profile = base.map { customer.profile.applying(changesFrom: $0, to: profile) } ?? profile
        }
    }

    /// Adds a favorite at the front of the list, or removes one, and returns the account's data.
    ///
    /// - Throws: `DatabaseError`. Nothing has changed then.
    public func save(_ favorite: Favorite, of account: Account.ID) throws -> Customer {
        try change(account) { $0.keep(favorite) }
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
    public func save(_ cart: Cart, from base: Cart? = nil, of account: Account.ID) throws -> Cart {
        try database.write { db in
            let saved = try Self.carts.document(of: account, in: db) ?? Cart()
            let merged = base.map { saved.applying(changesFrom: $0, to: cart) } ?? cart
            try Self.carts.save(merged, of: account, in: db)
            return merged
        }
    }

    /// Places an order once per key: a later call with the same key returns the first order.
    ///
    /// - Parameters:
    ///   - order: The contents of the order.
    ///   - key: The effect's key.
    /// - Returns: The order with its number, or the groceries that are sold out.
    /// - Throws: `DatabaseError`. The order may have been placed. A repeated call with the same key returns it.
    public func place(_ order: PlaceOrder, key: String) throws -> PlaceOrder.Value {
        try database.write { db in
            if let known = try Self.orders.entry(forKey: key, in: db) { return .placed(Self.order(known)) }
            let removed = order.lines.map(\.grocery).filter(soldOut.contains)
            guard removed.isEmpty else { return .soldOut(removed) }
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
        try database.write { db in
            var customer = try Self.customer(account, in: db)
            change(&customer)
            try db.change(
                """
                INSERT INTO customer (account, profile, favorites) VALUES (?, ?, ?)
                ON CONFLICT (account) DO UPDATE SET profile = excluded.profile, favorites = excluded.favorites
                """,
                account,
                try JSONColumn.text(customer.profile),
                try JSONColumn.text(customer.favorites)
            )
            return customer
        }
    }

    private static func customer(_ account: Account.ID, in db: any ServiceTransaction) throws -> Customer {
        let row = try db.row("SELECT profile, favorites FROM customer WHERE account = ?", account)
        let orders = try orders.latest(50, of: account, in: db).map(order)
        let cart = try carts.document(of: account, in: db)
        guard let row else {
            return Customer(account: account, profile: Profile(name: account), orders: orders, cart: cart)
        }
        return Customer(
            account: account,
            profile: try JSONColumn.value(row.text(0)),
            favorites: try JSONColumn.value(row.text(1)),
            orders: orders,
            cart: cart
        )
    }

    private static func order(_ entry: NumberedTable<Order>.Entry) -> Order {
        var order = entry.document
        order.number = number(entry.number)
        return order
    }

    /// The order number for people, from 10,001 on, so that all numbers have five digits or more.
    private static func number(_ row: Int64) -> Order.Number { "\(10_000 + row)" }
}
