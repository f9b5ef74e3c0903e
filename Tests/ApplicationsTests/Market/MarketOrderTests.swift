import CoordinationTesting
import JSON
import Testing

@testable import AccountFlows
@testable import Applications

@Suite("An order of market")
struct MarketOrderTests {
    private func payment(_ grocery: Grocery.ID = "milk", _ quantity: Int = 2) throws -> TestSession {
        let session = try TestSession.marketOfAda()
        try session.putIntoCart(grocery, quantity)
        try session.goToPayment()
        return session
    }

    @Test("an order takes an address, a payment and a confirmation, and empties the cart")
    func order() throws {
        let session = try payment()
        #expect(session.stack == ["cart", "address", "payment"])
        #expect(session.tree.contains("CartTabCoordinator(CheckoutCoordinator)"))
        try session.report(PaymentChoice.place, .cardAtDoor)
        #expect(session.stack == ["cart", "order"])
        #expect(session.tree == MarketLaunchTests.tabs)
        let page = try #require(session.screen(OrderPage.self))
        #expect(page.isNew)
        #expect(page.order.total == Price(548, "EUR"))
        #expect(session.screen(CartList.self)?.lines == [])
        #expect(session.badge(onTab: "cart") == nil)
        try session.report(OrderPage.done)
        #expect(session.stack == ["cart"])
    }

    @Test("an order is shown again under the profile and by its link")
    func readAgain() throws {
        let session = try payment()
        try session.report(PaymentChoice.place, .invoice)
        let order = try #require(session.screen(OrderPage.self)).order
        try session.selectTab("profile")
        try session.report(ProfileOverview.orders)
        #expect(session.screen(OrderList.self)?.orders?.map(\.number) == ["10042", "10001"])
        try session.report(OrderList.orderSelected, "10042")
        #expect(
            session.state.focus?.screen as? OrderPage == OrderPage(order: order, isNew: false, shownAt: session.now)
        )
        try session.open("usher://market/order/10042")
        #expect(session.stack == ["profile", "orders", "order"])
    }

    @Test("an order shows how far it is by the time at which it is opened")
    func steps() throws {
        let session = try payment()
        try session.report(PaymentChoice.place, .invoice)
        func steps() throws -> [TimelineStep.Status] {
            let page = try #require(session.screen(OrderPage.self))
            return try #require(page.view.elements.lazy.compactMap { $0 as? Timeline }.first).steps.map(\.status)
        }
        #expect(try steps() == [.done, .current, .upcoming])
        try session.selectTab("profile")
        for (minutes, expected) in [
            (25, [.done, .done, .current]), (60, [.done, .done, .done]),
        ] as [(Int, [TimelineStep.Status])] {
            try session.advance(by: .seconds(minutes * 60))
            try session.open("usher://market/order/10042")
            #expect(try steps() == expected)
        }
    }

    @Test("a second tap while the order is being placed is rejected")
    func doubleTap() throws {
        let session = try payment()
        session.removeResult(for: PlaceOrder.self)
        try session.report(PaymentChoice.place, .cardAtDoor)
        #expect(throws: NavigationError.busy(effect: "placeOrder")) {
            try session.report(PaymentChoice.place, .cardAtDoor)
        }
        #expect(session.pendingEffectNames == ["placeOrder"])
    }

    @Test(
        "an order succeeds although the user has left the checkout",
        arguments: [
            { try $0.back(to: CartList.self) }, { try $0.selectTab("cart") },
            { try $0.open("usher://market/catalog") },
        ] as [@Sendable (TestSession) throws -> Bool]
    )
    func left(leave: @Sendable (TestSession) throws -> Bool) throws {
        let session = try payment()
        session.removeResult(for: PlaceOrder.self)
        try session.report(PaymentChoice.place, .cardAtDoor)
        let effect = try session.pending(PlaceOrder.self)
        #expect(try leave(session))
        // A link to the catalog does not end the checkout, but a link to the cart does.
        try session.open("usher://market/cart")
        #expect(session.tree == MarketLaunchTests.tabs)
        #expect(session.screen(CartList.self)?.lines.count == 1)
        try session.restart()
        try session.complete(PlaceOrder.self, .placed(Order(effect, number: "10043", placedAt: session.now)))
        #expect(session.screen(CartList.self)?.lines == [])
        #expect(session.messages == ["order.placed"])
        #expect(
            session.flowState(MarketCoordinator.self)?.shopper.customer?.orders.map(\.number) == ["10043", "10001"]
        )
    }

    @Test("a sold-out product leaves a message, and nothing is bought")
    func soldOut() throws {
        let session = try payment("truffle", 1)
        try session.report(PaymentChoice.place, .cardAtDoor)
        #expect(session.stack == ["cart", "address", "payment"])
        #expect(session.messages == ["order.soldOut"])
        #expect(session.badge(onTab: "cart") == "1")
    }

    @Test("an order that failed can be repeated")
    func failed() throws {
        let session = try payment()
        session.removeResult(for: PlaceOrder.self)
        try session.report(PaymentChoice.place, .cardAtDoor)
        try session.fail(PlaceOrder.self)
        #expect(session.messages == ["effect.failed"])
        try session.report(PaymentChoice.place, .cardAtDoor)
        #expect(session.pendingEffectNames == ["placeOrder"])
    }

    @Test("a guest's order starts with the login and continues after it")
    func guest() throws {
        let session = try TestSession.market()
        try session.putIntoCart("milk")
        try session.selectTab("cart")
        try session.report(CartList.checkOut)
        #expect(session.stack == ["login"])
        try session.signIn("ada")
        #expect(session.stack == ["cart", "address"])
        #expect(session.tree.contains("CartTabCoordinator(CheckoutCoordinator)"))
        #expect(session.screen(AddressForm.self)?.city == "Berlin")
    }

    @Test("a guest who closes the login starts no order, then or later")
    func guestLeaves() throws {
        let session = try TestSession.market()
        try session.putIntoCart("milk")
        try session.selectTab("cart")
        try session.report(CartList.checkOut)
        try session.report(Login.close)
        #expect(session.stack == ["cart"])
        try session.selectTab("profile")
        try session.report(ProfileOverview.logIn)
        try session.signIn("ada")
        #expect(session.stack(inTab: "cart") == ["cart"])
    }

    @Test(
        "an address needs a city with delivery and a street",
        arguments: [
            ("Atlantis", "Linienstraße 12", "city.unknown"), ("Berlin", "  ", "address.noStreet"),
        ]
    )
    func addresses(city: String, street: String, message: String) throws {
        let session = try TestSession.marketOfAda()
        try session.putIntoCart("milk")
        try session.selectTab("cart")
        try session.report(CartList.checkOut)
        try session.report(AddressForm.submit, DeliveryAddress(city: city, street: street))
        #expect(session.stack == ["cart", "address"])
        #expect(session.messages == [message])
    }

    @Test("a large enough order is delivered for free")
    func delivery() throws {
        let session = try payment("coffee", 4)
        #expect(session.screen(PaymentChoice.self)?.delivery == Price(0, "EUR"))
        try session.report(PaymentChoice.place, .cashAtDoor)
        #expect(session.screen(OrderPage.self)?.order.total == Price(5_196, "EUR"))
    }
}
