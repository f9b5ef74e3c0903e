import Accounts
import Applications
import DemonstrationServices
import UsherProgram

extension UsherProgram {
    /// The program `usher`, with the applications that come with it, the default one first, and their services.
    static let shipped = UsherProgram(
        name: "usher",
        version: "0.1.0",
        accounts: true,
        applications: {
            [
                try MarketApplication.make(), try ItemsApplication.make(), try ProfileApplication.make(),
                try ShopApplication.make(), try KanjiApplication.make(),
            ]
        },
        commands: [Conform.self, New.self],
        tables: [.customers],
        effects: { effects, context in
            ShippedServices(
                accounts: context.accounts.directory,
                // Always sold out, so that a visitor sees how an order fails.
                customers: try CustomerRecords(in: context.database, clock: context.clock, soldOut: ["truffle"]),
                catalog: DelayedCatalog(),
                purchases: try PurchaseRecords(in: context.database, clock: context.clock),
                items: try ItemRecords(in: context.database)
            ).register(in: &effects)
        }
    )
}
