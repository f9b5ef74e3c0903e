import CoordinationTesting
import JSON

@testable import Applications

extension EffectResults {
    /// Effect results as in `items`, with a catalogue that opens at once.
    static var shop: EffectResults {
        EffectResults.items
            .result(for: OpenCatalogue.self) { _ in DemoShopFactory().catalogue.season }
            .result(for: BuyCart.self) { effect, now in
                .value(ShopPurchase(number: "S1001", boughtAt: now, total: effect.total))
            }
    }
}

extension TestSession {
    /// Returns a session of `shop` whose catalogue is open.
    static func shop(link: String? = nil) throws -> TestSession {
        try TestSession(ShopApplication.make(), link: link, results: .shop)
    }

    /// Returns a session of `shop` whose catalogue opens when the test calls ``openCatalogue()``.
    static func closedShop(link: String? = nil) throws -> TestSession {
        try TestSession(ShopApplication.make(), link: link, results: .shop.waiting(for: OpenCatalogue.self))
    }

    func openCatalogue() throws { try complete(OpenCatalogue.self, DemoShopFactory().catalogue.season) }

    func add(_ product: ShopProduct.ID, _ colour: ShopColour.Code? = nil) throws {
        try report(ShopProductPage.cartAdd, ShopChoice(product: product, colour: colour))
    }
}
