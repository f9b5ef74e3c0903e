import CoordinationTesting
import JSON
import Testing

@testable import AccountFlows
@testable import Applications

@Suite("The tabs of items")
struct ItemCoordinatorTests {
    private static let both = "ItemsCoordinator(TabbarCoordinator(ItemCoordinator, SettingsCoordinator))"

    @Test("the list is shown first, and the settings once they are selected (P3, P14)")
    func lazyTabs() throws {
        let session = try TestSession.main()
        #expect(session.screen(ItemsList.self)?.items.map(\.title) == (0...10).map { "Item \($0)" })
        try session.report(ItemsList.itemSelected, 3)
        try session.selectTab("settings")
        #expect(session.description == "T0[itemsList, itemDetail] T1*[settings] \(Self.both)")
        let coordinators = session.state.coordinators.map(\.key)
        for tab in ["items", "settings", "items", "settings", "items"] { try session.selectTab(tab) }
        #expect(session.description == "T0*[itemsList, itemDetail] T1[settings] \(Self.both)")
        #expect(session.state.coordinators.map(\.key) == coordinators)
        try session.selectTab("items")
        #expect(session.description == "T0*[itemsList] T1[settings] \(Self.both)")
    }

    @Test("an item hides the tab bar, and going back shows it again (P10)")
    func detail() throws {
        let session = try TestSession.main()
        try session.report(ItemsList.itemSelected, 7)
        #expect(session.stack == ["itemsList", "itemDetail"])
        #expect(session.screen(ItemDetail.self)?.item.title == "Item 7")
        #expect(session.state.focus?.hides == [.tabBar])
        try session.back()
        #expect(session.stack == ["itemsList"])
        #expect(session.state.focus?.hides == [])
        #expect(try session.back() == false)
    }

    @Test("an item that is not on the list is rejected", arguments: [-1, 11, .max, .min])
    func unknownItem(id: Int) throws {
        let session = try TestSession.main()
        #expect(
            throws: NavigationError.rejected(Rejection("item.unknown", "There is no item \(String(id)) on the list."))
        ) {
            try session.report(ItemsList.itemSelected, id)
        }
        #expect(session.description == ItemsLaunchTests.main)
    }

    @Test("the creation flow runs in a modal (P11), and hiding it ends the flow (P12)")
    func hide() throws {
        let session = try TestSession.main()
        try session.report(ItemsList.createItem)
        #expect(
            session.description == """
                T0*[itemsList] T1[] +modal[itemCreate] \
                ItemsCoordinator(TabbarCoordinator(ItemCoordinator(ItemCreateCoordinator)))
                """
        )
        try session.report(ItemCreate.hide)
        #expect(session.description == ItemsLaunchTests.main)
    }

    @Test("a new item is shown over the list (P13)")
    func create() throws {
        let session = try TestSession.main()
        try session.report(ItemsList.createItem)
        try session.report(ItemCreate.complete, json: ["title": "Bicycle"])
        #expect(
            session.description
                == "T0*[itemsList, itemDetail] T1[] ItemsCoordinator(TabbarCoordinator(ItemCoordinator))"
        )
        #expect(session.screen(ItemDetail.self)?.item == Item(id: 11, title: "Bicycle"))
        #expect(session.screen(ItemsList.self)?.items.last == Item(id: 11, title: "Bicycle"))
        try session.back()
        try session.report(ItemsList.itemSelected, 11)
        #expect(session.screen(ItemDetail.self)?.item.title == "Bicycle")
    }

    @Test("a new item has the input of three screens (P23)")
    func storage() throws {
        let session = try TestSession.main()
        try session.report(ItemsList.createItem)
        try session.report(ItemCreate.chooseCategory)
        #expect(session.stack == ["itemCreate", "itemCategory"])
        try session.report(ItemCategory.categorySelected, "Sport")
        #expect(session.stack == ["itemCreate"])
        #expect(session.screen(ItemCreate.self) == ItemCreate(category: "Sport", note: nil))
        try session.report(ItemCreate.writeNote)
        try session.report(ItemNote.noteWritten, json: ["note": "Blue."])
        #expect(session.stack == ["itemCreate"])
        #expect(session.screen(ItemCreate.self) == ItemCreate(category: "Sport", note: "Blue."))
        try session.report(ItemCreate.writeNote)
        #expect(session.screen(ItemNote.self) == ItemNote(note: "Blue."))
        try session.back()
        try session.report(ItemCreate.complete, json: ["title": "Bicycle"])
        #expect(
            session.screen(ItemDetail.self)?.item == Item(id: 11, title: "Bicycle", category: "Sport", note: "Blue.")
        )
    }

    @Test(
        "every way out of the creation flow discards its draft (P16, P23)",
        arguments: [
            { try $0.dismiss() }, { try $0.dismiss(all: true) }, { try $0.open("usher://items/items") },
            {
                try $0.back()
                return try $0.report(ItemCreate.hide)
            },
        ] as [@Sendable (TestSession) throws -> Bool]
    )
    func abandoned(leave: @Sendable (TestSession) throws -> Bool) throws {
        let session = try TestSession.main()
        try session.report(ItemsList.createItem)
        try session.report(ItemCreate.chooseCategory)
        try session.report(ItemCategory.categorySelected, "Sport")
        try session.report(ItemCreate.writeNote)
        #expect(session.flowState(ItemCreateCoordinator.self)?.draft.category == "Sport")
        #expect(try leave(session))
        #expect(session.description == ItemsLaunchTests.main)
        try session.report(ItemsList.createItem)
        #expect(session.screen(ItemCreate.self) == ItemCreate(category: nil, note: nil))
    }

    @Test("an unknown category and an item without a name are rejected")
    func rejections() throws {
        let session = try TestSession.main()
        try session.report(ItemsList.createItem)
        #expect(throws: NavigationError.self) { try session.report(ItemCreate.complete, json: ["title": ""]) }
        #expect(throws: NavigationError.self) { try session.report(ItemCreate.complete, json: [:]) }
        try session.report(ItemCreate.chooseCategory)
        #expect(throws: NavigationError.rejected(Rejection("category.unknown", "There is no category '\("Air")'."))) {
            try session.report(ItemCategory.categorySelected, "Air")
        }
        #expect(session.stack == ["itemCreate", "itemCategory"])
    }

    @Test("the settings show the account's phone, and log out")
    func settings() throws {
        let session = try TestSession.main()
        try session.report(ItemsList.itemSelected, 3)
        try session.selectTab("settings")
        #expect(session.screen(Settings.self) == Settings(account: Account(id: "ada", phones: [.ada])))
        try session.report(Settings.logOut)
        #expect(session.description == ItemsLaunchTests.auth)
        #expect(session.flowState(ItemsCoordinator.self) == .init(account: nil, onboardingWasShown: true, parked: nil))
        try session.signIn("ada")
        #expect(session.description == ItemsLaunchTests.main)
    }

    @Test("a new phone is kept for the rest of the session")
    func newPhone() throws {
        let session = try TestSession.main()
        try session.selectTab("settings")
        try session.report(Settings.changePhone)
        try session.report(PhoneList.addPhone)
        try session.enter(phone: "+447700900123")
        try session.enter(code: "123456")
        #expect(session.screen(Settings.self)?.account.phones == [.other])
        try session.open("usher://items/onboarding")
        try session.report(Onboarding.finish)
        try session.selectTab("settings")
        #expect(session.screen(Settings.self)?.account.phones == [.other])
    }
}
