import CoordinationTesting
import JSON
import Testing

@testable import Applications

@Suite("A catalog that opens late")
struct LateCatalogTests {
    @Test("opening the catalog fills every page, and postponed outputs are delivered in order (R11)")
    func order() throws {
        let session = try TestSession.closedShop(link: "usher://shop/catalog/product/ridge")
        #expect(session.screen(ShopProductPage.self)?.product == nil)
        try session.add("ridge", "c11")
        #expect(session.messages == ["cart.willBeAdded"])
        try session.add("ridge")
        #expect(session.layout == "[home, product]")
        #expect(session.screen(ShopProductPage.self)?.numberOfCartItems == 0)
        try session.restart()
        try session.openCatalog()
        #expect(session.screen(ShopProductPage.self)?.product?.name == "Ridge shell")
        #expect(session.screen(ShopHome.self)?.stage == .open)
        try session.report(ShopProductPage.cartToggle)
        #expect(session.screen(ShopCart.self)?.items.map(\.color) == ["c11", "c18"])
    }

    @Test("a product without a default color is added in its first color")
    func firstColor() throws {
        let session = try TestSession.closedShop(link: "usher://shop/catalog/product/drizzle")
        try session.add("drizzle")
        try session.openCatalog()
        try session.report(ShopProductPage.cartToggle)
        #expect(session.screen(ShopCart.self)?.items.map(\.color) == ["c21"])
    }

    @Test("a postponed output is delivered although its page was removed")
    func pageRemoved() throws {
        let session = try TestSession.closedShop(link: "usher://shop/catalog/product/ridge")
        try session.add("ridge")
        try session.back()
        try session.openCatalog()
        #expect(session.screen(ShopHome.self)?.numberOfCartItems == 1)
    }

    @Test("promoted products requested before the catalog is open are requested again when it opens")
    func promoted() throws {
        let session = try TestSession.closedShop()
        try session.report(ShopHome.fetchPromotedProducts)
        #expect(session.pendingEffectNames == ["openCatalog"])
        try session.openCatalog()
        #expect(session.pendingEffectNames == ["openCatalog"])
        try session.complete(OpenCatalog.self, ShopSeason(title: "Winter", promoted: ["mitts"]))
        #expect(session.screen(ShopHome.self)?.promotedProducts.map(\.id) == ["mitts"])
    }

    @Test("a postponed output for an unknown product leaves a message")
    func unknown() throws {
        let session = try TestSession.closedShop(link: "usher://shop/catalog/product/unicorn")
        try session.add("unicorn")
        try session.openCatalog()
        #expect(session.screen(ShopProductPage.self)?.isOpen == true)
        #expect(session.screen(ShopProductPage.self)?.product == nil)
        #expect(session.screen(ShopHome.self)?.numberOfCartItems == 0)
        #expect(session.messages == ["product.unknown"])
        #expect(throws: NavigationError.outputUnavailable("cartAdd", screen: "product")) { try session.add("unicorn") }
    }

    @Test("a catalog that fails to open can be requested again")
    func failed() throws {
        let session = try TestSession.closedShop()
        try session.fail(OpenCatalog.self)
        #expect(session.screen(ShopHome.self)?.stage == .failed)
        try session.report(ShopHome.retry)
        #expect(session.screen(ShopHome.self)?.stage == .opening)
        try session.openCatalog()
        #expect(session.screen(ShopHome.self)?.stage == .open)
    }

    @Test("an open catalog stays open when a later request fails")
    func staysOpen() throws {
        let session = try TestSession.shop()
        session.removeResult(for: OpenCatalog.self)
        try session.report(ShopHome.fetchPromotedProducts)
        try session.fail(OpenCatalog.self)
        #expect(session.screen(ShopHome.self)?.stage == .open)
    }

    @Test("the shipped catalog has consistent products", .tags(.data))
    func data() throws {
        let catalog = ShopCatalog.shipped
        #expect(catalog.products.count == 24)
        #expect(Set(catalog.products.map(\.id)).count == 24)
        let codes = Set(catalog.colors.map(\.code))
        for product in catalog.products {
            #expect(product.colors.allSatisfy(codes.contains), "\(product.id)")
            #expect(product.price.amount > 0 && product.price.currency == "EUR", "\(product.id)")
            _ = try catalog.category(product.category)
        }
        #expect(catalog.products(catalog.season.promoted).count == catalog.season.promoted.count)
    }
}

@Suite("Random walks through shop")
struct ShopWalkTests {
    @Test(
        "10,000 random steps keep all invariants, and at most 50,000 show every screen",
        .timeLimit(.minutes(20)),
        arguments: [1]
    )
    func walk(seed: UInt64) throws {
        let walker = RandomWalker(try ShopApplication.make(), seed: seed)
        let statistics = try walker.walk(steps: 10_000, untilAllShown: 50_000)
        #expect(statistics.unvisited == [])
        #expect(statistics.barriers > 20)
    }
}
