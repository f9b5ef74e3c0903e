import CoordinationTesting
import JSON
import Testing

@testable import AccountFlows
@testable import Applications

@Suite("The sections of shop")
struct ShopSectionTests {
    private static let catalog = "ShopCoordinator(ShopCatalogCoordinator)"
    private static let both = "ShopCoordinator(ShopCatalogCoordinator, ShopCartCoordinator)"

    @Test("the application starts with the catalog's home (R1), and a product is pushed over it (R2)")
    func home() throws {
        let session = try TestSession.shop()
        #expect(session.description == "[home] \(Self.catalog)")
        #expect(session.screen(ShopHome.self)?.season == "Autumn above the tree line")
        try session.report(ShopHome.showProduct, "ridge")
        #expect(session.description == "[home, product] \(Self.catalog)")
        #expect(session.screen(ShopProductPage.self)?.color == "c18")
    }

    @Test("the products of a category are sorted by their price when the user asks for it")
    func sorted() throws {
        let session = try TestSession.shop()
        try session.report(ShopHome.showCategory, "shoes")
        func prices() throws -> [Int] {
            let page = try #require(session.screen(ShopCategoryPage.self))
            return try #require(page.view.elements.lazy.compactMap { $0 as? Grid }.first).cards.compactMap {
                $0.row.price?.amount
            }
        }
        let listed = try prices()
        try session.report(ShopCategoryPage.orderChanged, .price)
        #expect(try prices() == listed.sorted())
        try session.report(ShopCategoryPage.orderChanged, .featured)
        #expect(try prices() == listed)
        #expect(session.stack == ["home", "category"])
    }

    @Test("every page shows the number of items in the cart, covered or not (R3)")
    func count() throws {
        let session = try TestSession.shop()
        try session.report(ShopHome.showProduct, "ridge")
        try session.add("ridge")
        #expect(session.stack == ["home", "product"])
        #expect(session.screen(ShopProductPage.self)?.numberOfCartItems == 1)
        #expect(session.screen(ShopHome.self)?.numberOfCartItems == 1)
        #expect(session.messages == ["cart.added"])
    }

    @Test("the sections take over the stack from each other and resume their screens unchanged (R4)")
    func takeOver() throws {
        let session = try TestSession.shop()
        try session.report(ShopHome.showProduct, "ridge")
        try session.add("ridge", "c11")
        let shopping = session.state.stack
        try session.report(ShopProductPage.cartToggle)
        #expect(session.description == "[cart] suspended[home, product] \(Self.both)")
        #expect(session.screen(ShopCart.self)?.items.map(\.description) == ["Ridge shell · Rust, size M"])
        try session.report(ShopCart.backToShopping)
        #expect(session.description == "[home, product] suspended[cart] \(Self.both)")
        #expect(session.state.stack == shopping)
    }

    @Test("the catalog restarts at its home as in the demo (R5), and the cart keeps its flow with a fresh page (R6)")
    func fresh() throws {
        let session = try TestSession.shop()
        let first = session.state.stack
        try session.report(ShopHome.showProduct, "ridge")
        try session.report(ShopProductPage.cartToggle)
        let cart = try #require(session.state.coordinators.last)
        try session.report(ShopCart.catalogShowPage)
        #expect(session.description == "[home] suspended[cart] \(Self.both)")
        #expect(session.state.stack != first)
        let page = session.state.suspendedScreens
        try session.report(ShopHome.cartToggle)
        #expect(session.description == "[cart] suspended[home] \(Self.both)")
        #expect(session.state.coordinators.last?.key == cart.key)
        #expect(!page.contains(try #require(session.state.focus?.key)))
    }

    @Test("removing an item from the cart asks for confirmation")
    func removal() throws {
        let session = try TestSession.shop(link: "usher://shop/catalog/product/ridge")
        try session.add("ridge")
        try session.add("ridge")
        try session.report(ShopProductPage.cartToggle)
        let choice = ShopChoice(product: "ridge", color: "c18")
        try session.report(ShopCart.cartRemove, choice)
        #expect(session.layout == "[cart] suspended[home, product] +modal[removalAlert]")
        try session.report(RemovalAlert.keep)
        #expect(session.screen(ShopCart.self)?.items.map(\.quantity) == [2])
        for left in [[1], []] {
            try session.report(ShopCart.cartRemove, choice)
            try session.report(RemovalAlert.remove, choice)
            #expect(session.description == "[cart] suspended[home, product] \(Self.both)")
            #expect(session.screen(ShopCart.self)?.items.map(\.quantity) == left)
        }
        #expect(throws: NavigationError.rejected(Rejection("item.unknown", "That item isn't in your cart."))) {
            try session.report(ShopCart.cartRemove, choice)
        }
    }

    @Test("an alert is presented over the stack, which is unchanged afterwards (R8)")
    func buyNow() throws {
        let session = try TestSession.shop()
        try session.report(ShopHome.cartBuyNow, "ridge")
        #expect(session.layout == "[home] +modal[buyNowAlert]")
        #expect(session.state.modals.last?.presentation == .alert)
        try session.report(BuyNowAlert.close)
        #expect(session.description == "[home] \(Self.catalog)")
        #expect(session.screen(ShopHome.self)?.numberOfCartItems == 0)
    }

    @Test("buying now puts the product in its usual color into the cart, and shows it")
    func buyNowToCart() throws {
        let session = try TestSession.shop()
        try session.report(ShopHome.cartBuyNow, "ridge")
        try session.report(BuyNowAlert.buy, ShopChoice(product: "ridge", color: ShopColor.usual))
        #expect(session.description == "[cart] suspended[home] \(Self.both)")
        #expect(session.screen(ShopCart.self)?.items.map(\.choice) == [.init(product: "ridge", color: ShopColor.usual)])
    }

    @Test("the account is pushed over a section, and going back frees it and its login (R13, R15)")
    func account() throws {
        let session = try TestSession.shop()
        try session.report(ShopHome.account)
        #expect(
            session.description == """
                [home, login] ShopCoordinator(ShopCatalogCoordinator, ShopAccountCoordinator(AuthCoordinator))
                """
        )
        try session.back()
        #expect(session.description == "[home] \(Self.catalog)")
    }

    @Test("a rejected login stays with its message, and a correct one replaces it (R17)")
    func login() throws {
        let session = try TestSession.shop()
        try session.report(ShopHome.account)
        try session.report(Login.submit, json: ["login": "ada", "password": "wrong"])
        #expect(session.stack == ["home", "login"])
        #expect(session.messages == ["auth.refused"])
        try session.report(Login.submit, json: ["login": "ada", "password": "enigma12"])
        #expect(
            session.description == "[home, profile] ShopCoordinator(ShopCatalogCoordinator, ShopAccountCoordinator)"
        )
        try session.report(ShopAccount.orders)
        #expect(session.stack == ["home", "profile", "orders"])
        try session.back()
        try session.report(ShopAccount.logOut)
        #expect(session.description == "[home] \(Self.catalog)")
    }

    @Test("a guest's cart is bought after a login")
    func checkOut() throws {
        let session = try TestSession.shop(link: "usher://shop/catalog/product/ridge")
        try session.add("ridge")
        try session.report(ShopProductPage.cartToggle)
        try session.report(ShopCart.checkOut)
        #expect(session.layout == "[cart] suspended[home, product] +modal[login]")
        try session.report(Login.submit, json: ["login": "ada", "password": "enigma12"])
        #expect(session.layout == "[cart, shipping] suspended[home, product]")
        try session.report(ShippingForm.submit, ShopShipping(name: "Ada", address: "Linienstraße 12, Berlin"))
        try session.report(ShopPaymentForm.buy, .transfer)
        #expect(session.description == "[confirmation] suspended[home, product] \(Self.both)")
        #expect(session.screen(ShopHome.self)?.numberOfCartItems == 0)
        try session.report(PurchasePage.done)
        #expect(session.screen(ShopCart.self)?.items == [])
        try session.open("usher://shop/account/orders")
        #expect(session.stack == ["cart", "profile", "orders"])
        #expect(session.screen(ShopOrders.self)?.purchases.map(\.number) == ["S1001"])
    }

    @Test(
        "a link opens a section from another one",
        arguments: [
            ("catalog", "[home] suspended[cart]"), ("catalog/category/shoes", "[home, category] suspended[cart]"),
            ("catalog/product/cairn", "[home, product] suspended[cart]"), ("cart", "[cart] suspended[home, product]"),
            ("account", "[cart, login] suspended[home, product]"),
            ("account/login", "[cart, login] suspended[home, product]"),
        ]
    )
    func links(path: String, layout: String) throws {
        let session = try TestSession.shop()
        try session.report(ShopHome.showProduct, "ridge")
        try session.report(ShopProductPage.cartToggle)
        try session.open("usher://shop/\(path)")
        #expect(session.layout == layout)
    }

    @Test("products and colors that are not in the catalog are rejected")
    func rejections() throws {
        let session = try TestSession.shop()
        let rejection = Rejection("product.unknown", "There is no product '\("unicorn")' in the catalog.")
        #expect(throws: NavigationError.rejected(rejection)) { try session.report(ShopHome.showProduct, "unicorn") }
        #expect(throws: NavigationError.rejected(rejection)) {
            try session.open("usher://shop/catalog/product/unicorn")
        }
        #expect(throws: NavigationError.unknownLink("usher://shop/catalog/x/y/z")) {
            try session.open("usher://shop/catalog/x/y/z")
        }
        try session.report(ShopHome.showProduct, "icewalk")
        #expect(throws: NavigationError.self) { try session.add("icewalk", "c99") }
        #expect(session.description == "[home, product] \(Self.catalog)")
    }
}
