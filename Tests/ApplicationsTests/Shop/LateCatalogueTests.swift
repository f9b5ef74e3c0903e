import CoordinationTesting
import JSON
import Testing

@testable import Applications

@Suite("A catalogue that opens late")
struct LateCatalogueTests {
    @Test("opening the catalogue fills every page, and postponed outputs are delivered in order (R11)")
    func order() throws {
        let session = try TestSession.closedShop(link: "usher://shop/catalog/product/ridge")
        #expect(session.screen(ShopProductPage.self)?.product == nil)
        try session.add("ridge", "c11")
        #expect(session.messages == ["cart.willBeAdded"])
        try session.add("ridge")
        #expect(session.layout == "[home, product]")
        #expect(session.screen(ShopProductPage.self)?.numberOfCartItems == 0)
        try session.restart()
        try session.openCatalogue()
        #expect(session.screen(ShopProductPage.self)?.product?.name == "Ridge shell")
        #expect(session.screen(ShopHome.self)?.stage == .open)
        try session.report(ShopProductPage.cartToggle)
        #expect(session.screen(ShopCart.self)?.items.map(\.colour) == ["c11", "c18"])
    }

    @Test("a product without a default colour is added in its first colour")
    func firstColour() throws {
        let session = try TestSession.closedShop(link: "usher://shop/catalog/product/drizzle")
        try session.add("drizzle")
        try session.openCatalogue()
        try session.report(ShopProductPage.cartToggle)
        #expect(session.screen(ShopCart.self)?.items.map(\.colour) == ["c21"])
    }

    @Test("a postponed output is delivered although its page was removed")
    func pageRemoved() throws {
        let session = try TestSession.closedShop(link: "usher://shop/catalog/product/ridge")
        try session.add("ridge")
        try session.back()
        try session.openCatalogue()
        #expect(session.screen(ShopHome.self)?.numberOfCartItems == 1)
    }

    @Test("promoted products requested before the catalogue is open are requested again when it opens")
    func promoted() throws {
        let session = try TestSession.closedShop()
        try session.report(ShopHome.fetchPromotedProducts)
        #expect(session.pendingEffectNames == ["openCatalogue"])
        try session.openCatalogue()
        #expect(session.pendingEffectNames == ["openCatalogue"])
        try session.complete(OpenCatalogue.self, ShopSeason(title: "Winter", promoted: ["mitts"]))
        #expect(session.screen(ShopHome.self)?.promotedProducts.map(\.id) == ["mitts"])
    }

    @Test("a postponed output for an unknown product leaves a message")
    func unknown() throws {
        let session = try TestSession.closedShop(link: "usher://shop/catalog/product/unicorn")
        try session.add("unicorn")
        try session.openCatalogue()
        #expect(session.screen(ShopProductPage.self)?.isOpen == true)
        #expect(session.screen(ShopProductPage.self)?.product == nil)
        #expect(session.screen(ShopHome.self)?.numberOfCartItems == 0)
        #expect(session.messages == ["product.unknown"])
        #expect(throws: NavigationError.outputUnavailable("cartAdd", screen: "product")) { try session.add("unicorn") }
    }

    @Test("a catalogue that fails to open can be requested again")
    func failed() throws {
        let session = try TestSession.closedShop()
        try session.fail(OpenCatalogue.self)
        #expect(session.screen(ShopHome.self)?.stage == .failed)
        try session.report(ShopHome.retry)
        #expect(session.screen(ShopHome.self)?.stage == .opening)
        try session.openCatalogue()
        #expect(session.screen(ShopHome.self)?.stage == .open)
    }

    @Test("an open catalogue stays open when a later request fails")
    func staysOpen() throws {
        let session = try TestSession.shop()
        session.wait(for: OpenCatalogue.self)
        try session.report(ShopHome.fetchPromotedProducts)
        try session.fail(OpenCatalogue.self)
        #expect(session.screen(ShopHome.self)?.stage == .open)
    }

    @Test("the shipped catalogue has consistent products", .tags(.data))
    func data() throws {
        let catalogue = ShopCatalogue.shipped
        #expect(catalogue.products.count == 24)
        #expect(Set(catalogue.products.map(\.id)).count == 24)
        let codes = Set(catalogue.colours.map(\.code))
        for product in catalogue.products {
            #expect(product.colours.allSatisfy(codes.contains), "\(product.id)")
            #expect(product.price.amount > 0 && product.price.currency == "EUR", "\(product.id)")
            _ = try catalogue.category(product.category)
        }
        #expect(catalogue.products(catalogue.season.promoted).count == catalogue.season.promoted.count)
    }
}

@Suite("Random walks through shop")
struct ShopWalkTests {
    @Test("10,000 random steps keep all invariants and show every screen", .timeLimit(.minutes(2)), arguments: [1])
    func walk(seed: UInt64) throws {
        let walker = RandomWalker(
            try ShopApplication.make(),
            seed: seed,
            links: [
                "", "catalog", "catalog/product/ridge", "catalog/product/unicorn", "catalog/category/shoes", "cart",
                "account", "account/login", "account/orders", "nowhere",
            ].map { "usher://shop/\($0)" },
            results: WalkResults.items
                .result(for: OpenCatalogue.self) { _, _ in
                    let season = DemoShopFactory().catalogue.season
                    return [season, season, ShopSeason(title: "Nothing", promoted: [])]
                }
                .result(for: BuyCart.self) { effect, now in
                    [ShopPurchase(number: "S1", boughtAt: now, total: effect.total)]
                },
            payloads: [
                "product.cartAdd": [
                    ["product": "ridge", "colour": "c18"], ["product": "ridge"], ["product": "unicorn"],
                ],
                "product.colourSelected": [["product": "ridge", "colour": "c11"]],
            ]
        )
        let statistics = try walker.walk(steps: 10_000)
        #expect(statistics.unvisited == [])
    }
}
