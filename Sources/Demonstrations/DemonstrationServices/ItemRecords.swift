public import AccountFlows
public import Applications
public import ServiceDatabase

/// The items that users have created, in the database of the services.
///
/// Calls block while the disk syncs, so they belong on threads that may block, such as those that run effects.
public final class ItemRecords: Sendable {
    private static let items = NumberedTable<Item>(name: "created_item")

    private let database: ServiceDatabase

    /// Opens the items.
    ///
    /// - Parameter database: The database, or `nil` for one in memory.
    /// - Throws: `DatabaseError` when the database can't be used.
    public init(in database: ServiceDatabase? = nil) throws {
        let database = try database ?? .inMemory()
        try database.create(.customers)
        self.database = database
    }

    /// Returns the items of an account, oldest first.
    ///
    /// - Throws: `DatabaseError` when the data can't be read.
    public func items(of account: Account.ID) throws -> [Item] {
        try database.read { db in try Self.items(of: account, in: db) }
    }

    /// Adds an item to the items of an account, once per key.
    ///
    /// An item with a number that is taken gets the next free number. An account that has the maximum number of items gets no
    /// more, and the result says so.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - account: The account that gets it.
    ///   - key: The name of the creation, or the effect's key.
    /// - Returns: The items of the account, and the saved one.
    /// - Throws: `StoreError`. The item may have been saved. A repeated call with the same key returns it.
    public func save(_ item: Item, of account: Account.ID, key: String) throws -> SavedItems {
        try database.write { db in
            var items = try Self.items(of: account, in: db)
            if let known = try Self.items.entry(forKey: key, in: db) {
                return SavedItems(items: items, saved: known.document)
            }
            guard items.count < ItemsApplication.mostCreated else { return SavedItems(items: items, saved: nil) }
            var item = item
            item.id = max(item.id, (items.map(\.id).max() ?? -1) + 1)
            _ = try Self.items.insert(item, of: account, key: key, in: db)
            items.append(item)
            return SavedItems(items: items, saved: item)
        }
    }

    private static func items(of account: Account.ID, in db: any ServiceTransaction) throws -> [Item] {
        try items.latest(ItemsApplication.mostCreated, of: account, in: db).reversed().map(\.document)
    }
}
