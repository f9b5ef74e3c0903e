import CoordinationTesting
import JSON

@testable import Applications

extension EffectResults {
    /// Effect results as in `items`, with a catalog that opens at once.
    static var shop: EffectResults {
        EffectResults.items
            .result(for: OpenCatalog.self) { _ in DemoShopFactory().catalog.season }
            .result(for: BuyCart.self) { effect, now in
                .value(ShopPurchase(number: "S1001", boughtAt: now, total: effect.total))
            }
            .result(for: LoadShopCustomer.self) { _ in ShopCustomer() }
            .result(for: SaveShopCart.self) { $0.cart }
    }
}

extension TestSession {
    /// Returns a session of `shop` with its catalog open.
    static func shop(link: String? = nil) throws -> TestSession {
        try TestSession(ShopApplication.make(), link: link, results: .shop)
    }

    /// Returns a session of `shop` with a catalog that opens when the test calls ``openCatalog()``.
    static func closedShop(link: String? = nil) throws -> TestSession {
        try TestSession(ShopApplication.make(), link: link, results: .shop.withoutResult(for: OpenCatalog.self))
    }

    func openCatalog() throws { try complete(OpenCatalog.self, DemoShopFactory().catalog.season) }

    func add(_ product: ShopProduct.ID, _ color: ShopColor.Code? = nil) throws {
        try report(ShopProductPage.cartAdd, ShopChoice(product: product, color: color))
    }
}
