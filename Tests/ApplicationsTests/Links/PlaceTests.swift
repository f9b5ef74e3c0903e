import CoordinationTesting
import Testing

@testable import AccountFlows
@testable import Applications
@testable import Coordination

/// The walks through each application check by `LinkRules` that these links lead to their places again.
@Suite("The places of the applications have links")
struct PlaceTests {
    @Test("every link of each application's samples that leads to its place at once is the link of that place")
    func samples() throws {
        let sessions = try [
            TestSession.marketOfAda(), TestSession.main(), TestSession.kanji(), TestSession.profile(),
            TestSession.shop(),
        ]
        // The tutorial and the login of items are for new users, and of two links to a place one is its own.
        let others = [
            "usher://items/login", "usher://items/signUp", "usher://items/terms", "usher://profile/", "usher://shop/",
            "usher://shop/account", "usher://shop/account/orders",
        ]
        for session in sessions {
            for link in session.application.samples.links where !others.contains(link) {
                try session.open(link)
                #expect(session.link == link)
            }
        }
    }

    @Test("market: the places that the user walks through")
    func market() throws {
        let session = try TestSession.market()
        #expect(session.link == "usher://market/main")
        try session.report(Feed.promotionSelected, "pasta")
        #expect(session.link == "usher://market/promotion/pasta")
        try session.report(PromotionPage.grocerySelected, "oil")
        #expect(session.link == "usher://market/product/oil")
        try session.report(ProductCard.facts)
        #expect(session.link == nil)
        try session.selectTab("profile")
        #expect(session.link == "usher://market/profile")
        try session.report(ProfileOverview.logIn)
        #expect(session.link == nil, "a modal is no place")
    }

    @Test("market: an order has its own link once it is no longer the confirmation")
    func order() throws {
        let session = try TestSession.marketOfAda()
        try session.selectTab("profile")
        try session.report(ProfileOverview.orders)
        #expect(session.link == "usher://market/orders")
        try session.report(OrderList.orderSelected, Order.earlier.number)
        #expect(session.link == "usher://market/order/\(Order.earlier.number)")
    }

    @Test("items: from the login to an item")
    func items() throws {
        let session = try TestSession.items()
        #expect(session.link == "usher://items/login")
        try session.report(Login.signUp)
        #expect(session.link == "usher://items/signUp")
        try session.report(SignUp.terms)
        #expect(session.link == "usher://items/terms")
        let main = try TestSession.main()
        #expect(main.link == "usher://items/items")
        try main.report(ItemsList.itemSelected, 5)
        #expect(main.link == "usher://items/item/5")
        try main.selectTab("settings")
        #expect(main.link == "usher://items/settings")
    }

    @Test("kanji: a character is in the address, and the list of a word has none")
    func kanji() throws {
        let session = try TestSession.kanji()
        #expect(session.link == "usher://kanji/")
        try session.report(KanjiList.kanjiSelected, "水")
        #expect(session.link == "usher://kanji/%E6%B0%B4")
        let word = try #require(session.screen(KanjiDetail.self)?.kanji.examples.first?.word)
        try session.report(KanjiDetail.wordSelected, word)
        #expect(session.link == nil)
    }

    @Test("shop: the sections and their pages")
    func shop() throws {
        let session = try TestSession.shop()
        #expect(session.link == "usher://shop/catalog")
        try session.report(ShopHome.showProduct, "ridge")
        #expect(session.link == "usher://shop/catalog/product/ridge")
        try session.report(ShopProductPage.cartToggle)
        #expect(session.link == "usher://shop/cart")
        try session.open("usher://shop/account")
        #expect(session.link == "usher://shop/account/login", "the login comes first")
    }

    @Test("profile: the services in one city and in several")
    func profile() throws {
        let session = try TestSession.profile()
        #expect(session.link == "usher://profile/user")
        try session.report(UserEdit.editAreas)
        #expect(session.link == "usher://profile/services/several")
    }
}
