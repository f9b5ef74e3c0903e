import CoordinationTesting
import JSON
import Testing

@testable import AccountFlows
@testable import Applications

@Suite("The login of market")
struct MarketLoginTests {
    private static let over = "T0[feed] T1[categories] T2[cart] T3*[favorites] T4[profile]"

    private func favorites() throws -> TestSession {
        let session = try TestSession.market()
        try session.selectTab("favorites")
        try session.report(FavoriteList.logIn)
        return session
    }

    @Test("logging in from the favorites opens a modal that belongs to their flow (S10)")
    func modal() throws {
        let session = try favorites()
        #expect(session.layout == "\(Self.over) +modal[login]")
        #expect(session.tree.contains("FavoritesTabCoordinator(AuthCoordinator)"))
        #expect(session.screen(Login.self) == Login(isClosable: true))
    }

    @Test("a login dismisses the modal and loads the customer's data (S16)")
    func success() throws {
        let session = try favorites()
        session.removeResult(for: LoadCustomer.self)
        try session.signIn("ada")
        #expect(session.layout == Self.over)
        #expect(session.tree == MarketLaunchTests.tabs)
        #expect(session.screen(FavoriteList.self)?.stage == .loading)
        try session.complete(LoadCustomer.self, .ada())
        #expect(session.screen(FavoriteList.self)?.groceries.map(\.id) == ["honey"])
        #expect(session.screen(ProfileOverview.self)?.orderCount == 1)
    }

    @Test("a user who postpones the phone is logged in, and the modal is dismissed (S16)")
    func withoutPhone() throws {
        let session = try favorites()
        try session.signIn("bob")
        #expect(session.layout == "\(Self.over) +modal[login, phoneList]")
        #expect(session.tree.contains("FavoritesTabCoordinator(AuthCoordinator(PhoneVerifyCoordinator))"))
        try session.report(PhoneList.later)
        #expect(session.layout == Self.over)
        #expect(session.tree == MarketLaunchTests.tabs)
        #expect(session.screen(ProfileOverview.self)?.account == Account(id: "bob"))
    }

    @Test(
        "closing the login, swiping it down or following a link logs no user in and dismisses the whole modal (S13, S16)",
        arguments: [
            { try $0.report(Login.close) }, { try $0.dismiss() }, { try $0.open("usher://market/favorites") },
            {
                try $0.signIn("bob")
                return try $0.dismiss()
            },
        ] as [@Sendable (TestSession) throws -> Bool]
    )
    func closed(leave: @Sendable (TestSession) throws -> Bool) throws {
        let session = try favorites()
        #expect(try leave(session))
        #expect(session.layout == Self.over)
        #expect(session.tree == MarketLaunchTests.tabs)
        #expect(session.flowState(MarketCoordinator.self)?.shopper.account == nil)
    }

    @Test("keeping a favorite as a guest opens the login, which then keeps it")
    func keep() throws {
        let session = try TestSession.market()
        try session.report(Feed.grocerySelected, "apples")
        try session.report(ProductCard.favoriteChanged, Favorite(grocery: "apples", isKept: true))
        #expect(session.stack == ["login"])
        try session.signIn("ada")
        #expect(session.stack == ["feed", "product"])
        #expect(session.screen(ProductCard.self)?.isFavorite == true)
        #expect(session.screen(FavoriteList.self)?.groceries.map(\.id) == ["apples", "honey"])
        try session.report(ProductCard.favoriteChanged, Favorite(grocery: "apples", isKept: false))
        #expect(session.screen(ProductCard.self)?.isFavorite == false)
    }

    @Test("a guest who closes the login discards the favorite, and a later login does not keep it")
    func wantedNoMore() throws {
        let session = try TestSession.market()
        try session.report(Feed.grocerySelected, "apples")
        try session.report(ProductCard.favoriteChanged, Favorite(grocery: "apples", isKept: true))
        try session.report(Login.close)
        try session.selectTab("favorites")
        try session.report(FavoriteList.logIn)
        try session.signIn("ada")
        #expect(session.screen(FavoriteList.self)?.groceries.map(\.id) == ["honey"])
    }

    @Test("the customer's data is requested again five seconds after a failure")
    func reload() throws {
        let session = try favorites()
        session.removeResult(for: LoadCustomer.self)
        try session.signIn("ada")
        try session.fail(LoadCustomer.self)
        #expect(session.messages == [])
        #expect(session.timers == ["reload"])
        try session.advance(by: .seconds(5))
        try session.complete(LoadCustomer.self, .ada())
        #expect(session.screen(FavoriteList.self)?.stage == .known)
    }

    @Test("a user never sees the customer data of another account")
    func otherAccount() throws {
        let session = try favorites()
        session.removeResult(for: LoadCustomer.self)
        try session.signIn("ada")
        try session.selectTab("profile")
        try session.report(ProfileOverview.logOut)
        try session.selectTab("profile")
        try session.report(ProfileOverview.logIn)
        try session.signIn("bob")
        try session.report(PhoneList.later)
        try session.complete(LoadCustomer.self, .ada())
        #expect(session.screen(FavoriteList.self)?.stage == .loading)
        try session.complete(LoadCustomer.self, .ada(account: "bob"))
        #expect(session.screen(FavoriteList.self)?.stage == .known)
    }

    @Test("a link that needs an account waits for the login, and an unknown order is rejected")
    func links() throws {
        let session = try TestSession.market()
        try session.open("usher://market/order/10001")
        #expect(session.layout == "T0[feed] T1[categories] T2[cart] T3[favorites] T4*[profile] +modal[login]")
        try session.signIn("ada")
        #expect(session.stack == ["profile", "orders", "order"])
        #expect(session.screen(OrderPage.self)?.order.number == "10001")
        #expect(
            throws: NavigationError.rejected(Rejection("order.unknown", "There is no order \("7") in your account."))
        ) {
            try session.open("usher://market/order/7")
        }
    }

    @Test("logging out restarts the tabs and drops everything that belongs to the account")
    func logOut() throws {
        let session = try TestSession.marketOfAda()
        try session.putIntoCart("milk", 2)
        try session.selectTab("profile")
        try session.report(ProfileOverview.logOut)
        #expect(session.description == MarketLaunchTests.main)
        #expect(session.screen(ProfileOverview.self)?.account == nil)
        #expect(session.screen(FavoriteList.self)?.stage == .loggedOut)
        #expect(session.badge(onTab: "cart") == nil)
        #expect(session.screen(ProfileOverview.self)?.city == nil)
    }
}
