public import AccountFlows
public import Coordination

/// An effect that loads the items that the user of an account has created.
public struct LoadItems: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "loadItems"
    /// `true`: it only reads, so any error is a failure.
    public static let isReadOnly = true

    /// The account with the items to load.
    public var account: Account.ID

    /// The created items, oldest first.
    public typealias Value = [Item]
}

/// An effect that adds an item to the items of an account, once for each creation.
public struct SaveItem: Effect, Equatable {
    /// The effect's name in stored sessions and logs.
    public static let name = "saveItem"
    /// The screens stay usable, because they already show the item.
    public static let blocksScreen = false

    /// The account that gets the item.
    public var account: Account.ID
    /// The item, which gets another number if another session has used its number.
    public var item: Item
    /// The name of the creation, unique among all sessions, so that an item that is saved again is added once.
    ///
    /// It is `nil` in an effect of a release that did not have it.
    public var creation: String?

    /// The created items after the change.
    public typealias Value = SavedItems
}

/// The items of an account after one was saved.
public struct SavedItems: Codable, Equatable, Sendable {
    /// The created items, oldest first.
    public var items: [Item]
    /// The saved item with its number, or `nil` if the account already had the maximum number of items.
    public var saved: Item?

    /// Describes the items of an account after one was saved.
    public init(items: [Item], saved: Item?) {
        self.items = items
        self.saved = saved
    }
}
