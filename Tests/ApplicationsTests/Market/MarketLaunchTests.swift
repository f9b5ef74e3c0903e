import CoordinationTesting
import JSON
import Testing

@testable import AccountFlows
@testable import Applications

@Suite("The launch of market")
struct MarketLaunchTests {
    static let tabs = """
        MarketCoordinator(MarketTabBarCoordinator(MainTabCoordinator, CatalogTabCoordinator, CartTabCoordinator, \
        FavoritesTabCoordinator, ProfileTabCoordinator))
        """
    static let main = "T0*[feed] T1[categories] T2[cart] T3[favorites] T4[profile] \(tabs)"

    @Test("three service flows and the tabs replace each other, each with its transition (S6)")
    func services() throws {
        let session = try TestSession.marketLaunch()
        #expect(session.description == "[authorization] MarketCoordinator(AuthorizationCoordinator)")
        #expect(session.state.front.transition == .fade)
        try session.complete(CheckAuthorization.self, nil)
        #expect(session.description == "[stories] MarketCoordinator(StoriesCoordinator)")
        #expect(session.state.front.transition == .crossDissolve)
        try session.report(StoryPages.skip)
        #expect(session.description == "[deliveryCity] MarketCoordinator(DeliveryCityCoordinator)")
        #expect(session.state.front.transition == .push)
        try session.report(DeliveryCity.citySelected, "Berlin")
        #expect(session.description == Self.main)
        #expect(session.flowState(MarketCoordinator.self)?.shopper.city == "Berlin")
        #expect(session.timers == [])
    }

    @Test("five tabs start with a flow each, and selecting them leaves their stacks unchanged (S7)")
    func tabs() throws {
        let session = try TestSession.market()
        #expect(session.description == Self.main)
        let before = session.state.coordinators.filter { $0.name.hasSuffix("TabCoordinator") }
        #expect(before.count == 5)
        #expect(before.allSatisfy { $0.ownedCount == 1 })
        #expect(session.state.coordinators.first { $0.name == "MarketTabBarCoordinator" }?.ownedCount == 1)
        for tab in ["catalog", "cart", "favorites", "profile", "main"] { try session.selectTab(tab) }
        #expect(session.description == Self.main)
        #expect(session.state.coordinators.filter { $0.name.hasSuffix("TabCoordinator") } == before)
    }

    @Test("a second tap on a tab pops it to its root (S15)")
    func repeatedTap() throws {
        let session = try TestSession.market()
        try session.report(Feed.promotionSelected, "pasta")
        try session.report(PromotionPage.grocerySelected, "oil")
        #expect(session.stack == ["feed", "promotion", "product"])
        try session.selectTab("main")
        #expect(session.description == Self.main)
    }

    @Test("a guest can skip a slow authorization check, and its late result is dropped")
    func impatient() throws {
        let session = try TestSession.marketLaunch()
        #expect(throws: NavigationError.outputUnavailable("continueAsGuest", screen: "authorization")) {
            try session.report(Authorization.continueAsGuest)
        }
        try session.advance(by: .seconds(4))
        #expect(session.screen(Authorization.self)?.stage == .slow)
        try session.report(Authorization.continueAsGuest)
        #expect(session.description == "[stories] MarketCoordinator(StoriesCoordinator)")
        try session.complete(CheckAuthorization.self, Account(id: "ada"))
        #expect(session.description == "[stories] MarketCoordinator(StoriesCoordinator)")
        #expect(session.flowState(MarketCoordinator.self)?.shopper.account == nil)
    }

    @Test("a failed authorization check is shown and can be repeated")
    func unreachable() throws {
        let session = try TestSession.marketLaunch()
        try session.fail(CheckAuthorization.self)
        #expect(session.screen(Authorization.self)?.stage == .failed)
        #expect(session.timers == [])
        try session.report(Authorization.retry)
        #expect(session.screen(Authorization.self)?.stage == .checking)
        try session.complete(CheckAuthorization.self, nil)
        #expect(session.stack == ["stories"])
    }

    @Test("the stories advance by a timer or by the user's taps")
    func stories() throws {
        let session = try TestSession.marketLaunch()
        try session.complete(CheckAuthorization.self, nil)
        #expect(throws: NavigationError.outputUnavailable("previous", screen: "stories")) {
            try session.report(StoryPages.previous)
        }
        try session.advance(by: StoriesCoordinator.pause)
        #expect(session.screen(StoryPages.self)?.index == 1)
        try session.report(StoryPages.next)
        try session.report(StoryPages.previous)
        #expect(session.screen(StoryPages.self)?.index == 1)
        try session.advance(by: StoriesCoordinator.pause)
        try session.advance(by: StoriesCoordinator.pause)
        #expect(session.stack == ["deliveryCity"])
        #expect(session.timers == [])
    }

    @Test("the stories stop while they are paused, and go on afterwards")
    func pausedStories() throws {
        let session = try TestSession.marketLaunch()
        try session.complete(CheckAuthorization.self, nil)
        try session.report(StoryPages.setPaused, true)
        #expect(session.timers == [])
        try session.report(StoryPages.next)
        #expect(session.screen(StoryPages.self)?.index == 1)
        #expect(session.timers == [])
        try session.report(StoryPages.setPaused, false)
        try session.advance(by: StoriesCoordinator.pause)
        #expect(session.screen(StoryPages.self)?.index == 2)
    }

    @Test("a launch without stories skips them: a flow that shows nothing is never in the tree (S1)")
    func noStories() throws {
        let session = try TestSession.marketLaunch(factory: EmptyMarket())
        try session.complete(CheckAuthorization.self, nil)
        #expect(session.description == "[deliveryCity] MarketCoordinator(DeliveryCityCoordinator)")
        try session.report(DeliveryCity.skip)
        #expect(session.description == Self.main)
        #expect(session.flowState(MarketCoordinator.self)?.shopper.city == nil)
        try session.selectTab("catalog")
        try session.report(Categories.search, "milk")
        #expect(session.screen(Categories.self)?.found == [])
    }

    @Test("a city without delivery is rejected")
    func unknownCity() throws {
        let session = try TestSession.marketLaunch()
        try session.complete(CheckAuthorization.self, nil)
        try session.report(StoryPages.skip)
        #expect(throws: NavigationError.rejected(Rejection("city.unknown", "We don't deliver to '\("Atlantis")' yet.")))
        {
            try session.report(DeliveryCity.citySelected, "Atlantis")
        }
        #expect(session.stack == ["deliveryCity"])
    }

    static let milk = "T0[feed] T1*[categories, category, product] T2[cart] T3[favorites] T4[profile]"

    @Test("a link to goods comes before the questions of the launch, which wait until the user turns to another tab")
    func goodsFirst() throws {
        let session = try TestSession.marketLaunch(link: "usher://market/product/milk")
        #expect(session.stack == ["authorization"])
        try session.complete(CheckAuthorization.self, nil)
        #expect(session.layout == Self.milk)
        #expect(session.screen(ProductCard.self)?.grocery.name == "Whole milk")
        try session.report(ProductCard.quantityChanged, CartLine(grocery: "milk", quantity: 1))
        try session.back()
        #expect(session.stack == ["categories", "category"])
        try session.selectTab("cart")
        #expect(
            session.layout
                == "T0[feed] T1[categories, category] T2*[cart] T3[favorites] T4[profile] +modal[deliveryCity]"
        )
        try session.report(DeliveryCity.citySelected, "Berlin")
        #expect(session.layout == "T0[feed] T1[categories, category] T2*[cart] T3[favorites] T4[profile]")
        #expect(session.flowState(MarketCoordinator.self)?.shopper.city == "Berlin")
        try session.selectTab("main")
        #expect(session.stack == ["feed"], "the question is asked once")
    }

    @Test("a link to goods during the launch ends its questions", arguments: [false, true])
    func goodsDuringTheLaunch(isAfterStories: Bool) throws {
        let session = try TestSession.marketLaunch()
        try session.complete(CheckAuthorization.self, nil)
        if isAfterStories { try session.report(StoryPages.skip) }
        try session.open("usher://market/promotion/pasta")
        #expect(session.layout == "T0*[feed, promotion] T1[categories] T2[cart] T3[favorites] T4[profile]")
        try session.selectTab("profile")
        #expect(session.layout.hasSuffix("T4*[profile] +modal[deliveryCity]"))
        try session.dismiss()
        #expect(session.layout == "T0[feed, promotion] T1[categories] T2[cart] T3[favorites] T4*[profile]")
    }

    @Test("a link to another place is opened after the launch")
    func parkedLink() throws {
        let session = try TestSession.market(link: "usher://market/cart")
        #expect(session.layout == "T0[feed] T1[categories] T2*[cart] T3[favorites] T4[profile]")
    }

    @Test("a link shows the stories again, and the launch goes on after them")
    func storiesAgain() throws {
        let session = try TestSession.market()
        try session.open("usher://market/stories")
        #expect(session.stack == ["stories"])
        try session.report(StoryPages.skip)
        #expect(session.description == Self.main)
        let fresh = try TestSession.marketLaunch(link: "usher://market/stories")
        #expect(fresh.stack == ["authorization"])
        try fresh.complete(CheckAuthorization.self, nil)
        #expect(fresh.stack == ["stories"])
    }

    @Test("an unknown link starts no session, and a link to another user's order is dropped after the login")
    func parkedNowhere() throws {
        for link in ["product/unicorn", "category/void", "promotion/void"] {
            #expect(throws: NavigationError.self) { try TestSession.market(link: "usher://market/\(link)") }
        }
        let session = try TestSession.market(link: "usher://market/order/7")
        #expect(session.stack == ["login"])
        try session.signIn("ada")
        #expect(session.description == "T0[feed] T1[categories] T2[cart] T3[favorites] T4*[profile] \(Self.tabs)")
    }
}

/// A market without products, stories and cities.
private struct EmptyMarket: MarketFactory {
    let assortment = Assortment(cities: [], categories: [], groceries: [], promotions: [], stories: [])
    let geography = Geography(demo: [], federal: [], regions: [])
    let citiesLooks = Experiment<CitiesVariant>("citiesLook")
}
