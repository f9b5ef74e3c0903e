import CoordinationTesting
import JSON

@testable import AccountFlows
@testable import Applications

extension EffectResults {
    /// Effect results as in `items`, except that `ada` has an earlier order and truffles are sold out.
    static var market: EffectResults {
        EffectResults.items
            .result(for: CheckAuthorization.self) { $0.account.map { Account(id: $0, phones: [.ada]) } }
            .result(for: LoadCustomer.self) { .ada(account: $0.account) }
            .result(for: SaveFavorite.self) { effect in
                var customer = Customer.ada(account: effect.account)
                customer.favorites.removeAll { $0 == effect.favorite.grocery }
                if effect.favorite.isKept { customer.favorites.insert(effect.favorite.grocery, at: 0) }
                return customer
            }
            .result(for: SaveProfile.self) { effect in
                var customer = Customer.ada(account: effect.account)
                customer.profile = effect.profile
                return customer
            }
            .result(for: SaveCart.self) { $0.cart }
            .result(for: PlaceOrder.self) { effect, now in
                if effect.lines.contains(where: { $0.grocery == "truffle" }) {
                    return .value(PlaceOrder.Value.soldOut(["truffle"]))
                }
                return .value(PlaceOrder.Value.placed(Order(effect, number: "10042", placedAt: now)))
            }
    }
}

extension Profile {
    static let ada = Profile(name: "Ada Lovelace")
}

extension Customer {
    static func ada(account: Account.ID = "ada") -> Customer {
        Customer(account: account, profile: .ada, favorites: ["honey"], orders: [.earlier])
    }
}

extension Order {
    static let earlier = Order.sample
}

extension TestSession {
    /// Returns a session of `market` at its launch, with the authorization check pending.
    static func marketLaunch(link: String? = nil, factory: any MarketFactory = DemoMarketFactory()) throws
        -> TestSession
    {
        try TestSession(
            MarketApplication.make(factory: factory),
            link: link,
            results: .market.withoutResult(for: CheckAuthorization.self)
        )
    }

    /// Returns a session of `market` with a guest who has skipped the stories and chosen Berlin.
    static func market(link: String? = nil) throws -> TestSession {
        let session = try TestSession(MarketApplication.make(), link: link, results: .market)
        try session.report(StoryPages.skip)
        try session.report(DeliveryCity.citySelected, "Berlin")
        return session
    }

    /// Returns a session of `market` in which `ada` has logged in from her profile.
    static func marketOfAda() throws -> TestSession {
        let session = try market()
        try session.selectTab("profile")
        try session.report(ProfileOverview.logIn)
        try session.signIn("ada")
        try session.selectTab("main")
        return session
    }

    /// Puts a quantity of a grocery into the cart, on its page over the catalog.
    func putIntoCart(_ grocery: Grocery.ID, _ quantity: Int = 1) throws {
        try open("usher://market/product/\(grocery)")
        try report(ProductCard.quantityChanged, CartLine(grocery: grocery, quantity: quantity))
        try selectTab("catalog")
    }

    /// Goes from the tabs to the payment.
    ///
    /// The user must be logged in and have something in the cart.
    func goToPayment() throws {
        try selectTab("cart")
        try report(CartList.checkOut)
        try report(AddressForm.submit, DeliveryAddress(city: "Berlin", street: "Linienstraße 12"))
    }

    func keepFavorite(_ grocery: Grocery.ID, _ isKept: Bool = true) throws {
        try open("usher://market/product/\(grocery)")
        try report(ProductCard.favoriteChanged, Favorite(grocery: grocery, isKept: isKept))
    }

    func logOutOfMarket() throws {
        try selectTab("profile")
        try report(ProfileOverview.logOut)
    }
}
