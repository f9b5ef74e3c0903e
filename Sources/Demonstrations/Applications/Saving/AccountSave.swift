import Coordination

/// An effect that saves a change of an account's data.
///
/// It can be made twice: it sets values, or has a name of its own.
protocol AccountSave: Effect, Equatable {
    /// Whether an earlier save that has not succeeded need not be performed any more.
    func replaces(_ earlier: Self) -> Bool

    /// Adapts this save to an earlier one for which it has waited, or which it replaces.
    ///
    /// - Parameters:
    ///   - earlier: The earlier save.
    ///   - result: Its result, or `nil` if it is not known to have happened.
    /// - Returns: The save of what is left to save.
    func following(_ earlier: Self, with result: Value?) -> Self
}

extension AccountSave {
    func following(_ earlier: Self, with result: Value?) -> Self { self }
}

extension SaveItem: AccountSave {
    func replaces(_ earlier: SaveItem) -> Bool { false }
}

extension SaveFavorite: AccountSave {
    func replaces(_ earlier: SaveFavorite) -> Bool { favorite.grocery == earlier.favorite.grocery }
}

extension SaveCart: CartSave {}

extension SaveShopCart: CartSave {}

/// A save that makes changes in the saved cart of an account: those that lead from its base to its cart.
protocol CartSave: AccountSave where Value: MergeableCart {
    var cart: Value { get set }
    /// The saved cart on which the changes are based, or `nil` to replace the saved cart.
    var base: Value? { get set }
}

extension CartSave {
    func replaces(_ earlier: Self) -> Bool { true }

    func following(_ earlier: Self, with saved: Value?) -> Self {
        var save = self
        if let saved {
            // The saved cart has the changes of the earlier save, and may have changes of other sessions.
            save.cart = saved.applying(changesFrom: earlier.cart, to: cart)
            save.base = saved
        } else {
            // The saved cart may have the changes of the earlier save. A product that the user has added there and removed
            // since is in neither cart of this save, so it must be in the base to be removed from the saved cart.
            save.base = earlier.base?.applying(changesFrom: cart, to: earlier.cart)
        }
        return save
    }
}

/// A cart into which changes that were made in a copy of it can be merged.
protocol MergeableCart {
    /// Returns the cart with the changes that lead from one cart to another, so that other changes of it stay.
    func applying(changesFrom base: Self, to changed: Self) -> Self
}

extension Cart: MergeableCart {}

extension SavedShopCart: MergeableCart {}
