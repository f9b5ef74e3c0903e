import CoordinationTesting
import JSON
import Testing

@testable import Applications

@Suite("The launch of market")
struct MarketLaunchTests {
    static let tabs = """
        MarketCoordinator(MarketTabBarCoordinator(MainTabCoordinator, CatalogTabCoordinator, CartTabCoordinator, \
        FavoritesTabCoordinator, ProfileTabCoordinator))
        """
    static let main = "T0*[feed] T1[categories] T2[cart] T3[favourites] T4[profile] \(tabs)"

    @Test("goes through three services and to the tabs, each in the place of the one before, with its transition (S6)")
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
        #expect(session.remembered(MarketCoordinator.self)?.shopper.city == "Berlin")
        #expect(session.timers == [])
    }

    @Test("starts five tabs with a flow each, whose stacks selecting leaves alone (S7)")
    func tabs() throws {
        let session = try TestSession.market()
        #expect(session.description == Self.main)
        let before = session.state.coordinators.filter { $0.name.hasSuffix("TabCoordinator") }
        #expect(before.count == 5)
        #expect(before.allSatisfy { $0.units == 1 })
        #expect(session.state.coordinators.first { $0.name == "MarketTabBarCoordinator" }?.units == 1)
        for tab in ["catalog", "cart", "favourites", "profile", "main"] { try session.selectTab(tab) }
        #expect(session.description == Self.main)
        #expect(session.state.coordinators.filter { $0.name.hasSuffix("TabCoordinator") } == before)
    }

    @Test("pops a tab to its root when it is tapped again (S15)")
    func repeatedTap() throws {
        let session = try TestSession.market()
        try session.report(Feed.promotionSelected, "pasta")
        try session.report(PromotionPage.grocerySelected, "oil")
        #expect(session.stack == ["feed", "promotion", "product"])
        try session.selectTab("main")
        #expect(session.description == Self.main)
    }

    @Test("lets a guest in who does not want to wait, and drops what the check comes to then")
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
        #expect(session.remembered(MarketCoordinator.self)?.shopper.account == nil)
    }

    @Test("explains that nobody can be asked, and asks again")
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

    @Test("turns the pages of the stories by itself, or as the user likes")
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

    @Test("skips the stories when there are none: a flow that puts nothing up is never in the tree (S1)")
    func noStories() throws {
        let session = try TestSession.marketLaunch(factory: EmptyMarket())
        try session.complete(CheckAuthorization.self, nil)
        #expect(session.description == "[deliveryCity] MarketCoordinator(DeliveryCityCoordinator)")
        try session.report(DeliveryCity.skip)
        #expect(session.description == Self.main)
        #expect(session.remembered(MarketCoordinator.self)?.shopper.city == nil)
        try session.selectTab("catalog")
        try session.report(Categories.search, "milk")
        #expect(session.screen(Categories.self)?.found == [])
    }

    @Test("takes nobody to a city where nothing is delivered")
    func unknownCity() throws {
        let session = try TestSession.marketLaunch()
        try session.complete(CheckAuthorization.self, nil)
        try session.report(StoryPages.skip)
        #expect(throws: NavigationError.refused(Refusal("city.unknown", "We don't deliver to 'Atlantis' yet."))) {
            try session.report(DeliveryCity.citySelected, "Atlantis")
        }
        #expect(session.stack == ["deliveryCity"])
    }

    @Test("opens a link once it is over")
    func parkedLink() throws {
        let session = try TestSession.market(link: "usher://market/product/milk")
        #expect(session.layout == "T0[feed] T1*[categories, category, product] T2[cart] T3[favourites] T4[profile]")
        #expect(session.screen(ProductCard.self)?.grocery.name == "Whole milk")
    }

    @Test("does not begin for a link that leads nowhere, and goes on when an order is not the user's")
    func parkedNowhere() throws {
        for link in ["product/unicorn", "category/void"] {
            #expect(throws: NavigationError.self) { try TestSession.market(link: "usher://market/\(link)") }
        }
        let session = try TestSession.market(link: "usher://market/order/7")
        #expect(session.stack == ["login"])
        try session.signIn("ada")
        #expect(session.description == "T0[feed] T1[categories] T2[cart] T3[favourites] T4*[profile] \(Self.tabs)")
    }
}

/// A market that sells and tells nothing.
private struct EmptyMarket: MarketFactory {
    let assortment = Assortment(cities: [], categories: [], groceries: [], promotions: [], stories: [])
    let geography = Geography(demo: [], federal: [], regions: [])
    let citiesLooks = Experiment<CitiesLook>("citiesLook")
}
