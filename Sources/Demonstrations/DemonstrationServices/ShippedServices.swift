import AccountFlows
public import Accounts
import Applications
import Coordination
public import Sessions

/// The services behind the effects of the shipped applications, all in this process, without the services of
/// ``AccountServices``.
///
/// ```swift
/// ShippedServices(
///     accounts: accounts,
///     customers: try CustomerRecords(clock: clock),
///     catalog: DelayedCatalog(),
///     purchases: try PurchaseRecords(clock: clock),
///     items: try ItemRecords()
/// ).register(in: &handlers)
/// ```
public struct ShippedServices: Sendable {
    /// The user accounts.
    public let accounts: any AccountDirectory
    /// The market's profiles, favorites and orders.
    public let customers: CustomerRecords
    /// The source of the shop's catalog.
    public let catalog: any CatalogSource
    /// The shop's carts and purchases.
    public let purchases: PurchaseRecords
    /// The items that users have created.
    public let items: ItemRecords

    /// Combines the services.
    ///
    /// - Parameters:
    ///   - accounts: The user accounts.
    ///   - customers: The market's profiles, favorites and orders.
    ///   - catalog: The source of the shop's catalog.
    ///   - purchases: The shop's carts and purchases.
    ///   - items: The items that users have created.
    public init(
        accounts: any AccountDirectory,
        customers: CustomerRecords,
        catalog: any CatalogSource,
        purchases: PurchaseRecords,
        items: ItemRecords
    ) {
        self.accounts = accounts
        self.customers = customers
        self.catalog = catalog
        self.purchases = purchases
        self.items = items
    }

    /// Registers a handler for every effect of the shipped applications.
    public func register(in handlers: inout EffectHandlers) {
        registerCustomers(in: &handlers)
        registerShop(in: &handlers)
        registerItems(in: &handlers)
    }

    private func registerCustomers(in handlers: inout EffectHandlers) {
        handlers.on(CheckAuthorization.self) { [accounts] effect, _ in
            guard let account = effect.account else { return nil }
            return try await accounts.account(account)
        }
        handlers.on(LoadCustomer.self) { [customers] effect, _ in try customers.customer(effect.account) }
        handlers.on(SaveFavorite.self) { [customers] effect, _ in
            try customers.save(effect.favorite, of: effect.account)
        }
        handlers.on(SaveProfile.self) { [customers] effect, _ in
            try customers.save(effect.profile, from: effect.base, of: effect.account)
        }
        handlers.on(SaveCart.self) { [customers] effect, _ in
            try customers.save(effect.cart, from: effect.base, of: effect.account)
        }
        handlers.on(PlaceOrder.self) { [customers] effect, context in
            try customers.place(effect, key: context.idempotencyKey)
        }
    }

    private func registerShop(in handlers: inout EffectHandlers) {
        handlers.on(OpenCatalog.self) { [catalog] _, _ in try await catalog.open() }
        handlers.on(BuyCart.self) { [purchases] effect, context in
            try purchases.buy(effect, key: context.idempotencyKey)
        }
        handlers.on(LoadShopCustomer.self) { [purchases] effect, _ in try purchases.customer(effect.account) }
        handlers.on(SaveShopCart.self) { [purchases] effect, _ in
            try purchases.save(effect.cart, from: effect.base, of: effect.account)
        }
    }

    private func registerItems(in handlers: inout EffectHandlers) {
        handlers.on(LoadItems.self) { [items] effect, _ in try items.items(of: effect.account) }
        handlers.on(SaveItem.self) { [items] effect, context in
            try items.save(effect.item, of: effect.account, key: effect.creation ?? context.idempotencyKey)
        }
    }
}
