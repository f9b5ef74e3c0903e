import Coordination
import CoordinationTesting
import JSON
import Testing

@testable import AccountFlows
@testable import Applications

@Suite("The next user of a session")
struct NextUserTests {
    // MARK: Items

    @Test("created items are saved for the account, and loaded when its user signs in")
    func items() throws {
        let session = try TestSession.main()
        session.removeResult(for: SaveItem.self)
        try session.report(ItemsList.createItem)
        try session.report(ItemCreate.complete, json: ["title": "Bicycle"])
        let effect = try session.pending(SaveItem.self)
        #expect(effect.account == "ada")
        #expect(effect.item == Item(id: 11, title: "Bicycle"))
        try session.complete(SaveItem.self, SavedItems(items: [effect.item], saved: effect.item))
        try session.selectTab("settings")
        try session.report(Settings.logOut)
        session.setResult(for: LoadItems.self) { $0.account == "ada" ? [effect.item] : [] }
        try session.signIn("ada")
        #expect(session.screen(ItemsList.self)?.items.last?.title == "Bicycle")
    }

    @Test("an item that another session has saved under the same number gets another one")
    func sameNumber() throws {
        let session = try TestSession.main()
        session.setResult(for: SaveItem.self) { effect in
            let item = Item(id: 12, title: effect.item.title)
            return SavedItems(items: [Item(id: 11, title: "Of the other session"), item], saved: item)
        }
        try session.report(ItemsList.createItem)
        try session.report(ItemCreate.complete, json: ["title": "Bicycle"])
        #expect(session.screen(ItemsList.self)?.items.suffix(2).map(\.title) == ["Of the other session", "Bicycle"])
    }

    @Test("items are saved one after the other, and again after a failure, also when a link has closed their list")
    func savesItems() throws {
        let session = try TestSession.main()
        session.removeResult(for: SaveItem.self)
        try session.create("Bicycle")
        try session.create("Lamp")
        #expect(session.pendingEffectNames == ["saveItem"])
        let bicycle = try session.pending(SaveItem.self).item
        try session.open("usher://items/onboarding")
        try session.fail(SaveItem.self)
        #expect(session.pendingEffectNames == [])
        try session.advance(by: .seconds(5))
        #expect(try session.pending(SaveItem.self).item == bicycle)
        session.setResult(for: LoadItems.self) { _ in [] }
        try session.report(Onboarding.finish)
        try session.complete(SaveItem.self, SavedItems(items: [bicycle], saved: bicycle))
        #expect(session.screen(ItemsList.self)?.items.last?.title == "Bicycle")
        #expect(try session.pending(SaveItem.self).item.title == "Lamp")
    }

    @Test("an item stays on the list while another session takes its number, and a full list is told of")
    func concurrentItems() throws {
        let session = try TestSession.main()
        session.removeResult(for: SaveItem.self)
        try session.create("Bicycle")
        try session.create("Lamp")
        let (bicycle, theirs) = (Item(id: 12, title: "Bicycle"), Item(id: 11, title: "Theirs"))
        try session.complete(SaveItem.self, SavedItems(items: [theirs, bicycle], saved: bicycle))
        let list = try #require(session.screen(ItemsList.self)).items.suffix(3)
        #expect(list.map(\.title) == ["Theirs", "Bicycle", "Lamp"])
        #expect(Set(list.map(\.id)).count == 3)
        try session.complete(SaveItem.self, SavedItems(items: [theirs, bicycle], saved: nil))
        #expect(session.screen(ItemsList.self)?.items.suffix(2).map(\.title) == ["Theirs", "Bicycle"])
        #expect(session.messages == ["items.full"])
    }

    @Test("the details of an item that could not be saved are gone when the user returns to their tab")
    func detailsOfUnsavedItem() throws {
        let session = try TestSession.main()
        session.removeResult(for: SaveItem.self)
        try session.report(ItemsList.createItem)
        try session.report(ItemCreate.complete, json: ["title": "Bicycle"])
        #expect(session.stack == ["itemsList", "itemDetail"])
        try session.selectTab("settings")
        try session.complete(SaveItem.self, SavedItems(items: [], saved: nil))
        try session.selectTab("items")
        #expect(session.stack == ["itemsList"])
    }

    @Test("an item that is saved again after a failure has the name of its creation, and two items have two names")
    func creationNames() throws {
        let session = try TestSession.main()
        session.removeResult(for: SaveItem.self)
        try session.create("Bicycle")
        let first = try #require(try session.pending(SaveItem.self).creation)
        try session.fail(SaveItem.self)
        try session.advance(by: .seconds(5))
        #expect(try session.pending(SaveItem.self).creation == first)
        try session.create("Bicycle")
        let item = try session.pending(SaveItem.self).item
        try session.complete(SaveItem.self, SavedItems(items: [item], saved: item))
        #expect(try session.pending(SaveItem.self).creation != first)
    }

    @Test("a log-out saves the items that wait, and does not save twice what is being saved")
    func savesItemsAtLogOut() throws {
        let session = try TestSession.main()
        session.removeResult(for: SaveItem.self)
        try session.create("Bicycle")
        try session.create("Lamp")
        try session.selectTab("settings")
        try session.report(Settings.logOut)
        #expect(session.saves(SaveItem.self).map(\.item.title) == ["Bicycle", "Lamp"])
    }

    @Test("a log-out saves the item whose save has failed")
    func savesFailedItemAtLogOut() throws {
        let session = try TestSession.main()
        session.removeResult(for: SaveItem.self)
        try session.create("Bicycle")
        try session.fail(SaveItem.self)
        try session.selectTab("settings")
        try session.report(Settings.logOut)
        #expect(session.saves(SaveItem.self).map(\.item.title) == ["Bicycle"])
    }

    @Test("a link to a created item waits until the items are loaded")
    func linkToCreated() throws {
        let session = try TestSession.items(link: "usher://items/item/11")
        session.removeResult(for: LoadItems.self)
        try session.signIn("ada")
        try session.report(Onboarding.finish)
        #expect(session.stack == ["itemsList"])
        try session.complete(LoadItems.self, [Item(id: 11, title: "Bicycle")])
        #expect(session.stack == ["itemsList", "itemDetail"])
        #expect(session.screen(ItemDetail.self)?.item.title == "Bicycle")
    }

    @Test("a link to an item that the account does not have leaves a message on the list")
    func linkToMissing() throws {
        let session = try TestSession.items(link: "usher://items/item/12")
        try session.signIn("ada")
        try session.report(Onboarding.finish)
        #expect(session.stack == ["itemsList"])
        #expect(session.messages == ["item.unknown"])
    }

    @Test("items that can't be loaded are requested again after five seconds")
    func reloadItems() throws {
        let session = try TestSession.items()
        session.removeResult(for: LoadItems.self)
        try session.signIn("ada")
        try session.report(Onboarding.finish)
        try session.fail(LoadItems.self)
        #expect(session.timers == ["reload"])
        try session.advance(by: .seconds(5))
        try session.complete(LoadItems.self, [Item(id: 11, title: "Bicycle")])
        #expect(session.screen(ItemsList.self)?.items.last?.title == "Bicycle")
    }

    @Test("a list that was requested before an item was saved does not replace the list with the item")
    func saveWhileLoading() throws {
        let session = try TestSession.items()
        session.removeResult(for: LoadItems.self)
        try session.signIn("ada")
        try session.report(Onboarding.finish)
        try session.fail(LoadItems.self)
        try session.report(ItemsList.createItem)
        try session.advance(by: .seconds(5))
        #expect(session.pendingEffectNames == ["loadItems"])
        try session.report(ItemCreate.complete, json: ["title": "Bicycle"])
        #expect(session.pendingEffectNames == [])
        #expect(session.screen(ItemDetail.self)?.item.title == "Bicycle")
        #expect(session.screen(ItemsList.self)?.isLoading == false)
    }

    @Test("a link to an item that may not exist changes nothing while the items can't be loaded")
    func linkWhileNotLoaded() throws {
        let session = try TestSession.items()
        session.removeResult(for: LoadItems.self)
        try session.signIn("ada")
        try session.report(Onboarding.finish)
        try session.fail(LoadItems.self)
        try session.report(ItemsList.createItem)
        for _ in 0..<2 {
            let before = session.state
            #expect(throws: NavigationError.self) { try session.open("usher://items/item/12") }
            #expect(session.state == before)
            try session.advance(by: .seconds(5))
            #expect(session.pendingEffectNames == ["loadItems"])
        }
        try session.open("usher://items/item/5")
        #expect(session.stack == ["itemsList", "itemDetail"])
        try session.complete(LoadItems.self, [Item(id: 12, title: "Bicycle")])
        try session.open("usher://items/item/12")
        #expect(session.screen(ItemDetail.self)?.item.title == "Bicycle")
    }

    @Test("a link to an order changes nothing while the data of the account can't be loaded")
    func linkToOrderWhileNotLoaded() throws {
        let session = try TestSession.market()
        session.removeResult(for: LoadCustomer.self)
        try session.selectTab("profile")
        try session.report(ProfileOverview.logIn)
        try session.signIn("ada")
        try session.fail(LoadCustomer.self)
        for _ in 0..<2 {
            let before = session.state
            #expect(throws: NavigationError.self) { try session.open("usher://market/order/10001") }
            #expect(throws: NavigationError.self) { try session.open("usher://market/orders") }
            #expect(session.state == before)
            try session.advance(by: .seconds(5))
        }
        try session.complete(LoadCustomer.self, .ada())
        try session.open("usher://market/order/10001")
        #expect(session.stack == ["profile", "orders", "order"])
    }

    @Test("a list with the maximum number of created items takes no more")
    func fullList() throws {
        let session = try TestSession.items()
        session.setResult(for: LoadItems.self) { _ in
            (0..<ItemsApplication.mostCreated).map { Item(id: 11 + $0, title: "Item") }
        }
        try session.signIn("ada")
        try session.report(Onboarding.finish)
        try session.report(ItemsList.createItem)
        #expect(session.stack == ["itemsList"])
        #expect(session.messages == ["items.full"])
    }

    @Test(
        "text that can't be seen is no title, street, name or address",
        arguments: [" ", "\u{00A0}\u{3000}", "\u{200B}\u{FEFF}", "\u{2800}", "\u{202E}", "\u{0301}", "\u{E0020}", "\t"]
    )
    func invisible(text: String) throws {
        #expect(!text.hasVisibleText)
        let items = try TestSession.main()
        try items.report(ItemsList.createItem)
        try items.report(ItemCreate.complete, json: ["title": .string(text)])
        #expect(items.messages == ["item.noTitle"])
        let market = try TestSession.marketOfAda()
        try market.putIntoCart("milk")
        try market.selectTab("cart")
        try market.report(CartList.checkOut)
        try market.report(AddressForm.submit, DeliveryAddress(city: "Berlin", street: text))
        #expect(market.messages == ["address.noStreet"])
        let shop = try TestSession.shipping()
        try shop.report(ShippingForm.submit, ShopShipping(name: text, address: "Linienstraße 12"))
        #expect(shop.messages == ["shipping.noName"])
        try shop.report(ShippingForm.submit, ShopShipping(name: "Ada", address: text))
        #expect(shop.messages == ["shipping.noAddress"])
    }

    @Test("text with a letter, digit, sign or emoji can be seen", arguments: ["a", "7", "漢", "👩‍👩‍👧", "e\u{0301}", "-"])
    func visible(text: String) { #expect(text.hasVisibleText) }

    // MARK: Market

    @Test("a guest's cart is added to the cart of the account, which is said and saved")
    func bringsCart() throws {
        let session = try TestSession.market()
        session.setResult(for: LoadCustomer.self) { effect in
            var customer = Customer.ada(account: effect.account)
            customer.cart = Cart().adding(
                CartLine(grocery: "milk", quantity: 19),
                CartLine(grocery: "honey", quantity: 1)
            )
            return customer
        }
        session.removeResult(for: SaveCart.self)
        try session.putIntoCart("milk", 2)
        try session.selectTab("profile")
        try session.report(ProfileOverview.logIn)
        try session.signIn("ada")
        let cart = Cart().adding(CartLine(grocery: "milk", quantity: 20), CartLine(grocery: "honey", quantity: 1))
        #expect(try session.pending(SaveCart.self).cart == cart)
        #expect(session.badge(onTab: "cart") == "21")
        #expect(session.messages == ["cart.brought"])
        try session.selectTab("cart")
        #expect(session.messages == ["cart.brought"])
    }

    @Test("a user who logs in to check out, or to see the favorites, is told on that screen that the cart is theirs")
    func cartBroughtInFront() throws {
        let checkout = try TestSession.market()
        try checkout.putIntoCart("milk")
        try checkout.selectTab("cart")
        try checkout.report(CartList.checkOut)
        try checkout.signIn("ada")
        #expect(checkout.stack == ["cart", "address"])
        #expect(checkout.messages == ["cart.brought"])
        let favorites = try TestSession.market()
        try favorites.putIntoCart("milk")
        try favorites.selectTab("favorites")
        try favorites.report(FavoriteList.logIn)
        try favorites.signIn("ada")
        #expect(favorites.stack == ["favorites"])
        #expect(favorites.messages == ["cart.brought"])
    }

    @Test("a log-out saves the latest cart: the one that waits for another, and the one whose save has failed")
    func savesCartAtLogOut() throws {
        let session = try TestSession.marketOfAda()
        session.removeResult(for: SaveCart.self)
        for quantity in 1...3 { try session.putIntoCart("milk", quantity) }
        try session.logOutOfMarket()
        #expect(session.saves(SaveCart.self).map { $0.cart.quantity(of: "milk") } == [3])
        let failing = try TestSession.marketOfAda()
        failing.removeResult(for: SaveCart.self)
        for quantity in 1...2 { try failing.putIntoCart("milk", quantity) }
        try failing.fail(SaveCart.self)
        try failing.logOutOfMarket()
        #expect(failing.saves(SaveCart.self).map { $0.cart.quantity(of: "milk") } == [2])
    }

    @Test("favorites are saved one after the other and again after a failure, and the list keeps those that wait")
    func savesFavorites() throws {
        let session = try TestSession.marketOfAda()
        session.removeResult(for: SaveFavorite.self)
        try session.keepFavorite("milk")
        try session.keepFavorite("apples")
        #expect(session.saves(SaveFavorite.self).map(\.favorite.grocery) == ["milk"])
        try session.fail(SaveFavorite.self)
        try session.advance(by: .seconds(5))
        var customer = Customer.ada()
        customer.keep(Favorite(grocery: "milk", isKept: true))
        try session.complete(SaveFavorite.self, customer)
        #expect(try session.pending(SaveFavorite.self).favorite.grocery == "apples")
        #expect(session.screen(FavoriteList.self)?.groceries.map(\.id) == ["apples", "milk", "honey"])
        try session.logOutOfMarket()
        #expect(session.saves(SaveFavorite.self).map(\.favorite.grocery) == ["apples"])
    }

    @Test("the cart is saved one change after the other, and again after a failure")
    func savesCart() throws {
        let session = try TestSession.marketOfAda()
        session.removeResult(for: SaveCart.self)
        try session.putIntoCart("milk", 1)
        try session.putIntoCart("milk", 2)
        try session.putIntoCart("milk", 3)
        #expect(session.pendingEffectNames == ["saveCart"])
        let first = try session.pending(SaveCart.self).cart
        #expect(first.quantity(of: "milk") == 1)
        try session.complete(SaveCart.self, first)
        #expect(try session.pending(SaveCart.self).cart.quantity(of: "milk") == 3)
        try session.fail(SaveCart.self)
        try session.advance(by: .seconds(5))
        try session.complete(SaveCart.self, session.pending(SaveCart.self).cart)
        #expect(session.pendingEffectNames == [])
    }

    @Test("the saved cart has the changes of two sessions, and each session gets those of the other")
    func cartOfTwoSessions() throws {
        let session = try TestSession.marketOfAda()
        session.removeResult(for: SaveCart.self)
        try session.putIntoCart("milk", 2)
        let save = try session.pending(SaveCart.self)
        // The other session has put honey into the cart meanwhile, and this one puts apples.
        var saved = try #require(save.base)
        saved.set(CartLine(grocery: "honey", quantity: 4))
        let merged = saved.applying(changesFrom: try #require(save.base), to: save.cart)
        try session.putIntoCart("apples", 1)
        try session.complete(SaveCart.self, merged)
        let next = try session.pending(SaveCart.self)
        let both = merged.applying(changesFrom: try #require(next.base), to: next.cart)
        #expect(["milk", "honey", "apples"].map { both.quantity(of: $0) } == [2, 4, 1])
        // A change that is made twice counts once, and a removed grocery stays removed.
        #expect(merged.applying(changesFrom: try #require(save.base), to: save.cart) == merged)
        var emptied = merged
        emptied.set(CartLine(grocery: "milk", quantity: 0))
        #expect(merged.applying(changesFrom: merged, to: emptied).quantity(of: "milk") == 0)
    }

    @Test("the payment follows the cart, and an order of an emptied cart can't be placed")
    func paymentFollowsCart() throws {
        let session = try TestSession.marketOfAda()
        try session.putIntoCart("milk", 2)
        try session.putIntoCart("honey", 1)
        try session.goToPayment()
        try session.selectTab("main")
        try session.report(Feed.grocerySelected, "apples")
        try session.open("usher://market/product/milk")
        try session.report(ProductCard.quantityChanged, CartLine(grocery: "milk", quantity: 0))
        #expect(session.screen(PaymentChoice.self)?.lines.map(\.grocery) == ["honey"])
        session.removeResult(for: PlaceOrder.self)
        try session.selectTab("cart")
        try session.report(PaymentChoice.place, .invoice)
        #expect(try session.pending(PlaceOrder.self).lines.map(\.grocery) == ["honey"])
        try session.fail(PlaceOrder.self)
        try session.open("usher://market/product/honey")
        try session.report(ProductCard.quantityChanged, CartLine(grocery: "honey", quantity: 0))
        try session.selectTab("cart")
        #expect(throws: NavigationError.outputUnavailable("place", screen: "payment")) {
            try session.report(PaymentChoice.place, .invoice)
        }
    }

    @Test(
        "a login that is swiped away keeps neither the link nor the favorite that opened it",
        arguments: [
            { try $0.open("usher://market/order/10001") },
            {
                try $0.open("usher://market/product/apples")
                return try $0.report(ProductCard.favoriteChanged, Favorite(grocery: "apples", isKept: true))
            },
        ] as [@Sendable (TestSession) throws -> Bool]
    )
    func swipedAway(opens: @Sendable (TestSession) throws -> Bool) throws {
        let session = try TestSession.market()
        #expect(try opens(session))
        #expect(session.stack == ["login"])
        try session.dismiss()
        #expect(session.flowState(MarketCoordinator.self)?.parked == nil)
        #expect(session.flowState(MarketCoordinator.self)?.wanted == nil)
        try session.selectTab("favorites")
        try session.report(FavoriteList.logIn)
        try session.signIn("ada")
        #expect(session.stack == ["favorites"])
        #expect(session.screen(FavoriteList.self)?.groceries.map(\.id) == ["honey"])
    }

    @Test("a link that dismisses the login replaces the link that opened it")
    func secondLink() throws {
        let session = try TestSession.market()
        try session.open("usher://market/order/10001")
        try session.open("usher://market/orders")
        try session.signIn("ada")
        #expect(session.stack == ["profile", "orders"])
    }

    @Test("the address form starts with the address of the latest order")
    func lastAddress() throws {
        let session = try TestSession.marketOfAda()
        try session.putIntoCart("milk")
        try session.selectTab("cart")
        try session.report(CartList.checkOut)
        #expect(session.screen(AddressForm.self)?.address == Order.earlier.address)
    }

    @Test("the user chooses the hour of the delivery, which the order shows")
    func deliveryHour() throws {
        let session = try TestSession.marketOfAda()
        try session.putIntoCart("milk")
        try session.selectTab("cart")
        try session.report(CartList.checkOut)
        try session.report(AddressForm.submit, json: ["city": "Berlin", "street": "Linienstraße 12", "hour": "19-20"])
        try session.report(PaymentChoice.place, .invoice)
        #expect(session.screen(OrderPage.self)?.order.address.hour == DeliveryHour(start: 19))
        #expect(DeliveryHour.all.map(\.title).first == "7 a.m. to 8 a.m.")
        #expect(DeliveryHour.all.map(\.title).last == "9 p.m. to 10 p.m.")
        #expect(DeliveryHour(start: 12).title == "12 p.m. to 1 p.m.")
    }

    // MARK: Shop

    @Test("the next user's checkout shows nothing of the one before")
    func shipping() throws {
        let session = try TestSession.shipping()
        try session.report(ShippingForm.submit, ShopShipping(name: "Ada", address: "Linienstraße 12, Berlin"))
        try session.open("usher://shop/account")
        try session.report(ShopAccount.logOut)
        #expect(session.layout == "[home]")
        #expect(session.screen(ShopHome.self)?.numberOfCartItems == 0)
        try session.report(ShopHome.showProduct, "ridge")
        try session.add("ridge")
        try session.report(ShopProductPage.cartToggle)
        try session.report(ShopCart.checkOut)
        try session.signIn("bob")
        try session.report(PhoneList.later)
        #expect(session.screen(ShippingForm.self) == ShippingForm(shipping: nil))
    }

    @Test("the cart, the address and the orders of an account are there again when its user logs in")
    func shopCustomer() throws {
        let session = try TestSession.shop()
        let item = ShopCartItem(
            product: "ridge",
            name: "Ridge shell",
            color: "c18",
            colorName: "Anthracite",
            price: Price(1_000, "EUR"),
            quantity: 2
        )
        let purchase = ShopPurchase(number: "S1000", boughtAt: session.now, total: item.total)
        session.setResult(for: LoadShopCustomer.self) { _ in
            ShopCustomer(
                cart: SavedShopCart(items: [item], shipping: ShopShipping(name: "Ada", address: "Berlin")),
                purchases: [purchase]
            )
        }
        session.removeResult(for: SaveShopCart.self)
        try session.report(ShopHome.showProduct, "ridge")
        try session.add("ridge")
        try session.report(ShopProductPage.cartToggle)
        try session.report(ShopCart.checkOut)
        try session.signIn("ada")
        #expect(session.screen(ShippingForm.self)?.shipping == ShopShipping(name: "Ada", address: "Berlin"))
        #expect(session.messages == ["cart.brought"])
        #expect(try session.pending(SaveShopCart.self).cart.items.map(\.quantity) == [3])
        #expect(session.screen(ShopCart.self)?.items.map(\.quantity) == [3])
        try session.open("usher://shop/account/orders")
        #expect(session.screen(ShopOrders.self)?.purchases == [purchase])
    }

    @Test(
        "the screen that is shown says that the products are in the cart, also if the cart of the account was empty",
        arguments: [("account", "profile"), ("account/orders", "orders")]
    )
    func cartBrought(link: String, screen: String) throws {
        let session = try TestSession.shop()
        try session.report(ShopHome.showProduct, "ridge")
        try session.add("ridge")
        try session.open("usher://shop/\(link)")
        try session.signIn("ada")
        #expect(session.stack.last == screen)
        #expect(session.messages == ["cart.brought"])
    }

    @Test("a link to the login shows the profile to a user who is logged in")
    func loginLink() throws {
        let session = try TestSession.shop()
        try session.report(ShopHome.account)
        try session.signIn("ada")
        try session.open("usher://shop/account/login")
        #expect(session.stack == ["home", "profile"])
    }

    @Test("a login that is superfluous leaves the stack")
    func superfluousLogin() throws {
        let session = try TestSession.shop()
        try session.report(ShopHome.showProduct, "ridge")
        try session.add("ridge")
        try session.open("usher://shop/account")
        #expect(session.stack == ["home", "product", "login"])
        try session.open("usher://shop/cart")
        try session.report(ShopCart.checkOut)
        try session.signIn("ada")
        try session.open("usher://shop/account")
        #expect(session.stack.contains("login") == false)
        #expect(session.stack.last == "profile")
    }

    @Test("the login and the profile can be left although they are the only screens of the stack")
    func wayOut() throws {
        let session = try TestSession.shop()
        try session.report(ShopHome.account)
        try session.report(Login.close)
        #expect(session.layout == "[home]")
        try session.report(ShopHome.account)
        try session.signIn("ada")
        try session.report(ShopAccount.close)
        #expect(session.layout == "[home]")
        #expect(session.state.identity == Identity(account: "ada"))
    }

    @Test("a log-out saves the latest cart of the shop")
    func savesShopCartAtLogOut() throws {
        let session = try TestSession.shipping()
        session.removeResult(for: SaveShopCart.self)
        try session.report(ShippingForm.submit, ShopShipping(name: "Ada", address: "Linienstraße 12, Berlin"))
        try session.open("usher://shop/catalog/product/ridge")
        try session.add("ridge")
        try session.open("usher://shop/account")
        try session.report(ShopAccount.logOut)
        #expect(session.saves(SaveShopCart.self).map(\.cart.items.first?.quantity) == [2])
    }

    @Test("the twenty-first piece leaves a message")
    func fullCart() throws {
        let session = try TestSession.shop()
        try session.report(ShopHome.showProduct, "ridge")
        for _ in 0..<20 { try session.add("ridge") }
        try session.add("ridge")
        #expect(session.messages == ["cart.full"])
        #expect(session.screen(ShopHome.self)?.numberOfCartItems == 20)
    }

    @Test("the payment follows the cart, and keeps what was added while the purchase was made")
    func purchase() throws {
        let session = try TestSession.shipping()
        try session.report(ShippingForm.submit, ShopShipping(name: "Ada", address: "Linienstraße 12, Berlin"))
        #expect(session.screen(ShopPaymentForm.self)?.items.map(\.quantity) == [1])
        session.removeResult(for: BuyCart.self)
        try session.report(ShopPaymentForm.buy, .transfer)
        let effect = try session.pending(BuyCart.self)
        try session.open("usher://shop/catalog/product/ridge")
        try session.add("ridge")
        try session.complete(
            BuyCart.self,
            ShopPurchase(number: "S1", boughtAt: session.now, total: effect.total, items: effect.items)
        )
        #expect(session.screen(ShopHome.self)?.numberOfCartItems == 1)
    }
}

extension Cart {
    fileprivate func adding(_ lines: CartLine...) -> Cart {
        lines.reduce(into: self) { $0.set($1) }
    }
}

extension TestSession {
    fileprivate func create(_ title: String) throws {
        try open("usher://items/items")
        try report(ItemsList.createItem)
        try report(ItemCreate.complete, json: ["title": .string(title)])
    }

    /// Returns a session of `shop` in which `ada` has logged in to check out and is asked for her address.
    fileprivate static func shipping() throws -> TestSession {
        let session = try shop()
        try session.report(ShopHome.showProduct, "ridge")
        try session.add("ridge")
        try session.report(ShopProductPage.cartToggle)
        try session.report(ShopCart.checkOut)
        try session.signIn("ada")
        return session
    }
}
