import Coordination
import CoordinationTesting
import Testing

@testable import AccountFlows
@testable import Applications

@Suite("Saves of changes that were made while another save was in progress")
struct SaveQueueTests {
    /// The saved cart of an account.
    private struct Account<Save: CartSave> {
        var cart: Save.Value

        @discardableResult
        mutating func make(_ save: Save) -> Save.Value {
            cart = save.base.map { cart.applying(changesFrom: $0, to: save.cart) } ?? save.cart
            return cart
        }
    }

    private func market() throws -> (TestSession, Account<SaveCart>) {
        let session = try TestSession.marketOfAda()
        session.removeResult(for: SaveCart.self)
        return (session, Account(cart: Cart()))
    }

    private func shop() throws -> (TestSession, Account<SaveShopCart>) {
        let session = try TestSession.shop()
        try session.report(ShopHome.account)
        try session.signIn("ada")
        session.removeResult(for: SaveShopCart.self)
        return (session, Account(cart: SavedShopCart()))
    }

    // MARK: Market

    @Test("a grocery that is removed while it is being saved is removed from the saved cart next")
    func grocery() throws {
        var (session, account) = try market()
        try session.putIntoCart("milk", 3)
        try session.putIntoCart("milk", 0)
        try session.complete(SaveCart.self, account.make(session.pending(SaveCart.self)))
        #expect(account.cart.quantity(of: "milk") == 3)
        try session.complete(SaveCart.self, account.make(session.pending(SaveCart.self)))
        #expect(account.cart == Cart())
        #expect(session.badge(onTab: "cart") == nil)
        #expect(session.pendingEffectNames == [])
    }

    @Test(
        "a grocery that is removed while its save fails is removed, also if that save has happened",
        arguments: [true, false]
    )
    func groceryAfterFailure(hasHappened: Bool) throws {
        var (session, account) = try market()
        try session.putIntoCart("milk", 3)
        try session.putIntoCart("honey", 1)
        try session.putIntoCart("milk", 0)
        if hasHappened { try account.make(session.pending(SaveCart.self)) }
        try session.fail(SaveCart.self, hasHappened ? .interrupted : .failed)
        try session.advance(by: .seconds(5))
        // The save that has replaced the first one fails, too, and the user changes the cart again before the next attempt.
        try session.fail(SaveCart.self)
        try session.putIntoCart("apples", 2)
        try session.complete(SaveCart.self, account.make(session.pending(SaveCart.self)))
        #expect(account.cart.lines.map(\.grocery) == ["honey", "apples"])
        #expect(session.badge(onTab: "cart") == "3")
        #expect(session.pendingEffectNames == [])
    }

    @Test("a log-out replaces the save in progress by one that has its changes, too", arguments: [true, false])
    func groceryAtLogOut(hasHappened: Bool) throws {
        var (session, account) = try market()
        try session.putIntoCart("milk", 3)
        try session.putIntoCart("honey", 1)
        try session.putIntoCart("milk", 0)
        if hasHappened { try account.make(session.pending(SaveCart.self)) }
        try session.logOutOfMarket()
        let saves = session.saves(SaveCart.self)
        #expect(saves.count == 1)
        for save in saves { account.make(save) }
        #expect(account.cart.lines == [CartLine(grocery: "honey", quantity: 1)])
    }

    @Test("what another session removes between two saves of a market stays removed")
    func groceryOfOtherSession() throws {
        var (session, account) = try market()
        account.cart.set(CartLine(grocery: "honey", quantity: 4))
        try session.putIntoCart("milk", 1)
        try session.putIntoCart("milk", 2)
        try session.complete(SaveCart.self, account.make(session.pending(SaveCart.self)))
        #expect(session.badge(onTab: "cart") == "6")
        account.cart.set(CartLine(grocery: "honey", quantity: 0))
        try session.complete(SaveCart.self, account.make(session.pending(SaveCart.self)))
        #expect(account.cart.lines == [CartLine(grocery: "milk", quantity: 2)])
        #expect(session.badge(onTab: "cart") == "2")
        #expect(session.pendingEffectNames == [])
    }

    @Test("a log-out stops the save of a favorite that the user does not want any more")
    func favorite() throws {
        let session = try TestSession.marketOfAda()
        session.removeResult(for: SaveFavorite.self)
        try session.keepFavorite("milk", true)
        try session.keepFavorite("apples", true)
        try session.keepFavorite("milk", false)
        try session.logOutOfMarket()
        let saves = session.saves(SaveFavorite.self).map(\.favorite)
        #expect(saves == [Favorite(grocery: "apples", isKept: true), Favorite(grocery: "milk", isKept: false)])
    }

    // MARK: Shop

    @Test("a product that is removed while it is being saved is removed from the saved cart next")
    func product() throws {
        var (session, account) = try shop()
        try session.put("ridge")
        try session.remove("ridge")
        try session.complete(SaveShopCart.self, account.make(session.pending(SaveShopCart.self)))
        #expect(account.cart.items.map(\.product) == ["ridge"])
        try session.complete(SaveShopCart.self, account.make(session.pending(SaveShopCart.self)))
        #expect(account.cart == SavedShopCart())
        #expect(session.screen(ShopCart.self)?.items == [])
        #expect(session.pendingEffectNames == [])
    }

    @Test(
        "a product that is bought while its save fails is removed, also if that save has happened",
        arguments: [true, false]
    )
    func productAfterFailure(hasHappened: Bool) throws {
        var (session, account) = try shop()
        try session.put("ridge")
        try session.report(ShopProductPage.cartToggle)
        try session.report(ShopCart.checkOut)
        try session.report(ShippingForm.submit, ShopShipping(name: "Ada", address: "Linienstraße 12, Berlin"))
        try session.report(ShopPaymentForm.buy, .transfer)
        if hasHappened { try account.make(session.pending(SaveShopCart.self)) }
        try session.fail(SaveShopCart.self, hasHappened ? .interrupted : .failed)
        try session.advance(by: .seconds(5))
        try session.complete(SaveShopCart.self, account.make(session.pending(SaveShopCart.self)))
        #expect(account.cart.items == [])
        #expect(account.cart.shipping?.name == "Ada")
        #expect(session.pendingEffectNames == [])
    }

    @Test("a log-out replaces the save in progress by one that has its changes, too", arguments: [true, false])
    func productAtLogOut(hasHappened: Bool) throws {
        var (session, account) = try shop()
        try session.put("ridge")
        try session.put("summit")
        try session.remove("ridge")
        if hasHappened { try account.make(session.pending(SaveShopCart.self)) }
        try session.open("usher://shop/account")
        try session.report(ShopAccount.logOut)
        let saves = session.saves(SaveShopCart.self)
        #expect(saves.count == 1)
        for save in saves { account.make(save) }
        #expect(account.cart.items.map(\.product) == ["summit"])
    }
}

extension TestSession {
    fileprivate func put(_ product: ShopProduct.ID) throws {
        try open("usher://shop/catalog/product/\(product)")
        try add(product)
    }

    fileprivate func remove(_ product: ShopProduct.ID) throws {
        try open("usher://shop/cart")
        let item = screen(ShopCart.self)?.items.first { $0.product == product }
        guard let choice = item?.choice else { return }
        try report(ShopCart.cartRemove, choice)
        try report(RemovalAlert.remove, choice)
    }
}
