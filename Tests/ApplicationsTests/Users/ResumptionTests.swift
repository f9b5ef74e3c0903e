import CoordinationTesting
import Testing

@testable import AccountFlows
@testable import Applications

@Suite("Expired sessions that continue in a new one")
struct ResumptionTests {
    @Test("a guest of market keeps the place, the city and the cart")
    func marketGuest() throws {
        let session = try TestSession.market()
        try session.putIntoCart("milk", 2)
        try session.selectTab("cart")
        let layout = session.layout
        try session.resume()
        #expect(session.layout == layout)
        #expect(session.flowState(MarketCoordinator.self)?.shopper.cart.quantity(of: "milk") == 2)
        #expect(session.flowState(MarketCoordinator.self)?.shopper.city == "Berlin")
        #expect(session.messages == ["session.resumed"])
    }

    @Test("a guest of market who was logging in at the checkout is back at the cart")
    func marketLogin() throws {
        let session = try TestSession.market()
        try session.putIntoCart("milk")
        try session.selectTab("cart")
        try session.report(CartList.checkOut)
        #expect(session.layout.hasSuffix("+modal[login]"))
        try session.resume()
        #expect(session.stack == ["cart"])
        #expect(!session.isInTree(AuthCoordinator.self))
        #expect(session.messages == ["session.resumedInPart"])
        #expect(session.flowState(CartTabCoordinator.self)?.wantsToCheckOut == false)
    }

    @Test("a password that was checked before the expiry signs no user in after it")
    func checkedPassword() throws {
        let session = try TestSession.market()
        session.setResult(for: SignIn.self) { _ in .account(Account(id: "bob")) }
        try session.selectTab("profile")
        try session.report(ProfileOverview.logIn)
        try session.report("login.submit", ["login": "bob", "password": "password-of-bob"])
        #expect(session.flowState(AuthCoordinator.self)?.account?.id == "bob")
        try session.resume()
        #expect(!session.isInTree(AuthCoordinator.self))
        #expect(session.state.identity == nil)
        #expect(!String(decoding: try session.application.encode(session.state), as: UTF8.self).contains("bob"))
        #expect(throws: (any Error).self) { try session.report(PhoneList.later) }
    }

    @Test("a signed-in user of market is a guest, and order, address and cart are with the account")
    func marketUser() throws {
        let session = try TestSession.marketOfAda()
        try session.putIntoCart("milk")
        try session.goToPayment()
        try session.resume()
        #expect(session.state.identity == nil)
        #expect(session.messages == ["session.resumedAsGuest"])
        let text = String(decoding: try session.application.encode(session.state), as: UTF8.self)
        for word in ["\"ada\"", "Ada Lovelace", "Linienstraße"] { #expect(!text.contains(word), "\(word)") }
        #expect(session.flowState(MarketCoordinator.self)?.shopper.cart.count == 0)
        try session.selectTab("profile")
        try session.report(ProfileOverview.logIn)
    }

    @Test("a user of items logs in again, and the tutorial is not shown again")
    func itemsUser() throws {
        let session = try TestSession.main()
        try session.resume()
        #expect(session.layout == "[login]")
        #expect(session.flowState(ItemsCoordinator.self)?.onboardingWasShown == true)
        #expect(session.messages == ["session.resumedAsGuest"])
    }

    @Test("profile and kanji, which have no accounts, keep screens and drafts")
    func withoutAccounts() throws {
        let profile = try TestSession(ProfileApplication.make(), link: "usher://profile/services/several")
        try profile.report(ProfileEdit.selectCity)
        let layout = profile.layout
        try profile.resume()
        #expect(profile.layout == layout)
        #expect(profile.messages == ["session.resumed"])
        let kanji = try TestSession(KanjiApplication.make(), link: "usher://kanji/%E6%B0%B4")
        let stack = kanji.layout
        try kanji.resume()
        #expect(kanji.layout == stack)
    }

    @Test("an effect whose outcome was lost is not performed again, and its flow learns that")
    func interrupted() throws {
        let session = try TestSession(ShopApplication.make())
        #expect(session.pendingEffectNames == ["openCatalog"])
        try session.resume()
        #expect(session.pendingEffectNames == [])
        #expect(session.screen(ShopHome.self)?.stage == .failed)
        try session.report(ShopHome.retry)
        #expect(session.pendingEffectNames == ["openCatalog"])
    }
}
