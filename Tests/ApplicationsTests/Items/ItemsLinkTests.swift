import CoordinationTesting
import Testing

@testable import AccountFlows
@testable import Applications

@Suite("The links of items")
struct ItemsLinkTests {
    private static let tabs = "ItemsCoordinator(TabbarCoordinator(ItemCoordinator))"

    @Test(
        "a link works for a signed-in user from every position (P17)",
        arguments: [
            ("items", "T0*[itemsList] T1[settings, phoneList]"), ("item", "T0*[itemsList] T1[settings, phoneList]"),
            ("item/5", "T0*[itemsList, itemDetail] T1[settings, phoneList]"),
            ("settings", "T0[itemsList, itemDetail] T1*[settings]"), ("onboarding", "[onboarding]"),
        ]
    )
    func authorized(path: String, expected: String) throws {
        let session = try TestSession.main()
        try session.selectTab("settings")
        try session.report(Settings.changePhone)
        try session.selectTab("items")
        try session.report(ItemsList.itemSelected, 3)
        try session.open("usher://items/\(path)")
        #expect(session.layout == expected)
    }

    @Test("a link to the login changes nothing for a signed-in user", arguments: ["login", "signUp", "terms"])
    func signedIn(path: String) throws {
        let session = try TestSession.main()
        try session.report(ItemsList.createItem)
        try session.report(ItemCreate.chooseCategory)
        let before = session.state
        #expect(throws: NavigationError.self) { try session.open("usher://items/\(path)") }
        #expect(session.state == before)
    }

    @Test("a link dismisses open modals")
    func modals() throws {
        let session = try TestSession.main()
        try session.report(ItemsList.createItem)
        try session.report(ItemCreate.chooseCategory)
        try session.open("usher://items/item/5")
        #expect(session.description == "T0*[itemsList, itemDetail] T1[] \(Self.tabs)")
        #expect(session.screen(ItemDetail.self)?.item.id == 5)
    }

    @Test("a link puts an item directly above the list, also a second time")
    func repeated() throws {
        let session = try TestSession.main()
        try session.open("usher://items/item/5")
        try session.open("usher://items/item/6")
        #expect(session.description == "T0*[itemsList, itemDetail] T1[] \(Self.tabs)")
        #expect(session.screen(ItemDetail.self)?.item.id == 6)
    }

    @Test(
        "a link that needs an account waits until the user has signed in and seen the tutorial",
        arguments: [
            ("items", "T0*[itemsList] T1[] \(tabs)"), ("item/5", "T0*[itemsList, itemDetail] T1[] \(tabs)"),
            ("settings", "T0[] T1*[settings] ItemsCoordinator(TabbarCoordinator(SettingsCoordinator))"),
        ]
    )
    func parked(path: String, expected: String) throws {
        let session = try TestSession.items()
        try session.report(Login.signUp)
        try session.open("usher://items/\(path)")
        #expect(session.description == "[login, signUp] ItemsCoordinator(AuthCoordinator)")
        try session.back()
        try session.signIn("bob")
        try session.report(PhoneList.addPhone)
        try session.enter(phone: "+447700900123")
        try session.enter(code: "123456")
        #expect(session.description == ItemsLaunchTests.onboarding)
        try session.restart()
        try session.report(Onboarding.finish)
        #expect(session.description == expected)
        #expect(session.flowState(ItemsCoordinator.self)?.parked == nil)
    }

    @Test("a session may start with a link")
    func atStart() throws {
        let session = try TestSession.items(link: "usher://items/item/5")
        #expect(session.description == ItemsLaunchTests.auth)
        try session.signIn("ada")
        try session.report(Onboarding.finish)
        #expect(session.description == "T0*[itemsList, itemDetail] T1[] \(Self.tabs)")
        #expect(try TestSession.items(link: "usher://items/onboarding").description == ItemsLaunchTests.onboarding)
    }

    @Test(
        "links to login, sign-up, terms and tutorial need no account",
        arguments: [
            ("login", "[login]"), ("signUp", "[login, signUp]"), ("terms", "[login, signUp, terms]"),
        ]
    )
    func unauthorized(path: String, expected: String) throws {
        let session = try TestSession.items()
        try session.report(Login.signUp)
        try session.report(SignUp.terms)
        try session.open("usher://items/\(path)")
        #expect(session.description == "\(expected) ItemsCoordinator(AuthCoordinator)")
        try session.open("usher://items/onboarding")
        #expect(session.description == ItemsLaunchTests.onboarding)
        try session.open("usher://items/\(path)")
        #expect(session.description == "\(expected) ItemsCoordinator(AuthCoordinator)")
    }

    @Test(
        "an unknown or malformed link is refused and changes nothing (P19)",
        arguments: [
            "usher://items/", "usher://items/nowhere", "usher://items/item/x", "usher://items/item/5/6",
            "usher://items/Login",
            "usher://items/item/99999999999999999999", "usher://other/items", "http://items/items", "items",
        ]
    )
    func unknown(link: String) throws {
        for session in [try TestSession.items(), try TestSession.main()] {
            let before = session.state
            #expect(throws: NavigationError.unknownLink(link)) { try session.open(link) }
            #expect(session.state == before)
        }
    }

    @Test("a link to an unknown item is rejected, before and after the login")
    func unknownItem() throws {
        for session in [try TestSession.items(), try TestSession.main()] {
            let before = session.state
            #expect(
                throws: NavigationError.rejected(Rejection("item.unknown", "There is no item \("99") on the list."))
            ) {
                try session.open("usher://items/item/99")
            }
            #expect(session.state == before)
        }
    }

    @Test("a waiting link whose item no longer exists shows the list")
    func itemRemoved() throws {
        let session = try TestSession.items(link: "usher://items/item/5")
        try session.signIn("ada")
        struct FewItems: ItemFactory {
            let items = [Item(id: 0, title: "Only one")]
            let categories: [String] = []
        }
        let later = try ItemsApplication.make(factory: FewItems())
        let restored = try TestSession(later, restoring: session.application.encode(session.state))
        try restored.report(Onboarding.finish)
        #expect(restored.layout == "T0*[itemsList] T1[]")
    }
}
