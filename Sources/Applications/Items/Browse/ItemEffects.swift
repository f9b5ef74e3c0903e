public import Coordination

/// An effect that loads the items that the user of an account has created.
public struct LoadItems: Effect {
    /// The effect's name in stored sessions and logs.
    public static let name = "loadItems"

    /// The account whose items to load.
    public var account: Account.ID

    /// The created items, oldest first.
    public typealias Value = [Item]
}

/// An effect that adds an item to those of an account, once per idempotency key.
public struct SaveItem: Effect, Equatable {
    /// The effect's name in stored sessions and logs.
    public static let name = "saveItem"
    /// The screens stay usable, because they already show the item.
    public static let blocksScreen = false

    /// The account that gets the item.
    public var account: Account.ID
    /// The item; it gets another number if another session has used its number.
    public var item: Item

    /// The created items after the change, oldest first.
    public typealias Value = [Item]
}
