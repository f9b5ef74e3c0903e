import CoordinationTesting
import JSON
import Testing

@testable import Applications

@Suite("A product of market")
struct MarketProductTests {
    private static func tree(_ main: String) -> String {
        """
        MarketCoordinator(MarketTabBarCoordinator(MainTabCoordinator\(main), CatalogTabCoordinator, \
        CartTabCoordinator, FavoritesTabCoordinator, ProfileTabCoordinator))
        """
    }

    private func ownedCount(_ flow: String, _ session: TestSession) -> Int? {
        session.state.coordinators.first { $0.name == flow }?.ownedCount
    }

    @Test("a product flow is one unit on the tab's stack and counts its own screens (S2, S3, S5, S8)")
    func unit() throws {
        let session = try TestSession.market()
        try session.report(Feed.grocerySelected, "apples")
        #expect(session.layout == "T0*[feed, product] T1[categories] T2[cart] T3[favorites] T4[profile]")
        #expect(session.tree == Self.tree("(ProductCoordinator)"))
        #expect(ownedCount("ProductCoordinator", session) == 1)
        #expect(ownedCount("MainTabCoordinator", session) == 1)
        try session.report(ProductCard.facts)
        #expect(session.stack == ["feed", "product", "productFacts"])
        #expect(session.tree == Self.tree("(ProductCoordinator)"))
        #expect(ownedCount("ProductCoordinator", session) == 2)
        try session.back()
        #expect(ownedCount("ProductCoordinator", session) == 1)
        try session.back()
        #expect(session.description == MarketLaunchTests.main)
        try session.report(Feed.promotionSelected, "pasta")
        #expect(session.stack == ["feed", "promotion"])
    }

    @Test("the page of a category leads to the other categories in its place, and sorts by price")
    func category() throws {
        let session = try TestSession.market()
        try session.selectTab("catalog")
        try session.report(Categories.categorySelected, "fruit")
        func shown() throws -> [String] {
            let page = try #require(session.screen(CategoryPage.self))
            let grid = try #require(page.view.elements.lazy.compactMap { $0 as? Grid }.first)
            return grid.cards.compactMap { $0.row.report?.payload?.stringValue }
        }
        let fruit = Assortment.shipped.groceries(in: "fruit")
        #expect(try shown() == fruit.map(\.id))
        try session.report(CategoryPage.orderChanged, .price)
        #expect(try shown() == fruit.sorted { $0.price.amount < $1.price.amount }.map(\.id))
        try session.report(CategoryPage.categoryChanged, "bakery")
        #expect(session.stack == ["categories", "category"])
        #expect(session.screen(CategoryPage.self)?.category.id == "bakery")
        #expect(try Set(shown()) == Set(Assortment.shipped.groceries(in: "bakery").map(\.id)))
        let rejection = Rejection("category.unknown", "There is no category '\("toys")'.")
        #expect(throws: NavigationError.rejected(rejection)) {
            try session.report(CategoryPage.categoryChanged, "toys")
        }
        try session.back()
        #expect(session.stack == ["categories"])
    }

    @Test("a presented screen counts as a unit of the flow that presents it (S11)")
    func plainModal() throws {
        let session = try TestSession.market()
        try session.report(Feed.grocerySelected, "apples")
        try session.report(ProductCard.delivery)
        #expect(session.stack == ["deliveryTerms"])
        #expect(session.tree == Self.tree("(ProductCoordinator)"))
        #expect(ownedCount("ProductCoordinator", session) == 2)
        try session.report(DeliveryTerms.close)
        #expect(ownedCount("ProductCoordinator", session) == 1)
        #expect(session.stack == ["feed", "product"])
    }

    @Test("a swipe dismisses one modal (S12)")
    func modalOnModal() throws {
        let session = try TestSession.market()
        try session.report(Feed.grocerySelected, "apples")
        try session.report(ProductCard.delivery)
        try session.report(DeliveryTerms.chooseCity)
        #expect(session.layout.hasSuffix("+modal[deliveryTerms] +modal[deliveryCity]"))
        #expect(session.tree == Self.tree("(ProductCoordinator(DeliveryCityCoordinator))"))
        try session.dismiss()
        #expect(session.layout.hasSuffix("T4[profile] +modal[deliveryTerms]"))
        #expect(session.tree == Self.tree("(ProductCoordinator)"))
        try session.report(DeliveryTerms.chooseCity)
        try session.report(DeliveryCity.citySelected, "Vienna")
        #expect(session.screen(DeliveryTerms.self)?.city == "Vienna")
        try session.dismiss()
        #expect(session.stack == ["feed", "product"])
        try session.back()
        #expect(session.description == MarketLaunchTests.main)
    }

    @Test(
        "every way out removes the product with all screens over it",
        arguments: [
            { try $0.selectTab("main") }, { try $0.open("usher://market/main") }, { try $0.back(to: Feed.self) },
        ] as [@Sendable (TestSession) throws -> Bool]
    )
    func waysOut(leave: @Sendable (TestSession) throws -> Bool) throws {
        let session = try TestSession.market()
        try session.report(Feed.promotionSelected, "pasta")
        try session.report(PromotionPage.grocerySelected, "oil")
        try session.report(ProductCard.facts)
        #expect(try leave(session))
        #expect(session.description == MarketLaunchTests.main)
    }

    @Test("a changed quantity shows on every screen at once, and the total on the cart's tab")
    func cart() throws {
        let session = try TestSession.market()
        try session.report(Feed.grocerySelected, "apples")
        try session.report(ProductCard.quantityChanged, CartLine(grocery: "apples", quantity: 1))
        #expect(session.screen(ProductCard.self)?.quantity == 1)
        #expect(session.screen(CartList.self)?.lines.map(\.name) == ["Braeburn apples"])
        #expect(session.badge(onTab: "cart") == "1")
        try session.selectTab("cart")
        try session.report(CartList.quantityChanged, CartLine(grocery: "apples", quantity: 3))
        #expect(session.screen(ProductCard.self)?.quantity == 3)
        #expect(session.badge(onTab: "cart") == "3")
        try session.report(CartList.quantityChanged, CartLine(grocery: "apples", quantity: 0))
        #expect(session.screen(CartList.self)?.lines == [])
        #expect(session.badge(onTab: "cart") == nil)
        #expect(throws: NavigationError.outputUnavailable("checkOut", screen: "cart")) {
            try session.report(CartList.checkOut)
        }
    }

    @Test("an unknown product and a quantity outside of 0 to 20 are rejected")
    func rejections() throws {
        let session = try TestSession.market()
        try session.report(Feed.grocerySelected, "apples")
        let before = session.description
        #expect(
            throws: NavigationError.rejected(Rejection("grocery.unknown", "There is no product '\("unicorn")'."))
        ) { try session.report(ProductCard.quantityChanged, CartLine(grocery: "unicorn", quantity: 1)) }
        for quantity in [-1, 21, .max] {
            #expect(throws: NavigationError.self) {
                try session.report(ProductCard.quantityChanged, CartLine(grocery: "apples", quantity: quantity))
            }
        }
        #expect(session.description == before)
        #expect(session.screen(ProductCard.self)?.quantity == 0)
    }

    @Test(
        "a product is found by its name, its text or its category, in any case, in each language",
        arguments: [
            ("MILK", ["milk"]), ("arabica", ["coffee"]), ("dairy AND eggs", ["butter"]), ("Vollmilch", ["milk"]),
            ("牛乳", ["milk"]), ("BLÜTEN", ["honey"]), ("blu\u{308}ten", ["honey"]), ("bluten", []),
            ("whole vollmilch", []), ("zzz", []), ("   ", []),
        ] as [(String, [String])]
    )
    func search(text: String, found: [String]) throws {
        let session = try TestSession.market()
        try session.selectTab("catalog")
        try session.report(Categories.search, text)
        let ids = try #require(session.screen(Categories.self)).found.map(\.id)
        #expect(found.allSatisfy(ids.contains))
        #expect(found.isEmpty == ids.isEmpty)
    }
}

extension TestSession {
    func badge(onTab name: String) -> String? {
        guard case .tabs(let tabs) = state.navigation else { return nil }
        return tabs.items.first { $0.name == name }?.badge
    }
}
