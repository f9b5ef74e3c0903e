import CoordinationTesting
import JSON

@testable import AccountFlows
@testable import Applications

extension WalkUser {
    static let ada = WalkUser(login: "adacanary", phone: "+491701234567")
    static let bob = WalkUser(login: "bobcanary", phone: "+447700900123")

    /// Returns a user with a login and a telephone number that are in everything that the effects of the applications
    /// return.
    private init(login: String, phone: String) {
        let number = PhoneNumber(phone)
        let account = Account(id: login, phones: number.map { [$0] } ?? [])
        let security = AccountSecurity(phones: account.phones, sessions: [.on(login, login, isCurrent: false)])
        let item = ShopCartItem(
            product: "ridge",
            name: login,
            color: "c18",
            colorName: login,
            price: Price(1_000, "EUR"),
            quantity: 1
        )
        let season = DemoShopFactory().catalog.season
        var cart = Cart()
        cart.set(CartLine(grocery: "milk", quantity: 3))
        let customer = Customer(
            account: login,
            profile: Profile(name: login),
            favorites: ["honey"],
            orders: [
                Order(
                    number: "\(login)-1",
                    placedAt: Timestamp(milliseconds: 0),
                    lines: [],
                    delivery: Delivery.fee,
                    address: DeliveryAddress(city: "Berlin", street: login, note: login),
                    payment: .invoice
                )
            ],
            cart: cart
        )
        self.init(
            canaries: [login, phone],
            samples: Samples.items
                .results(of: SignIn.self) { _, now in
                    [.account(account), .account(account), .secondFactor(SecondFactorChallenge(id: login)), .rejected]
                }
                .results(of: CreateAccount.self) { _, _ in [.account(account), .taken] }
                .results(of: ResetPassword.self) { _, _ in [.account(account), .expired] }
                .results(of: AttachPhone.self) { _, _ in [account] }
                .results(of: CheckSecondFactor.self) { _, _ in [.account(account), .rejected] }
                .results(of: RecoverAccount.self) { _, _ in
                    [.account(account), .secondFactor(SecondFactorChallenge(id: login))]
                }
                .results(of: RemovePhone.self) { _, _ in [account] }
                .results(of: LoadAccountSecurity.self) { _, _ in [security] }
                .results(of: EndAccountSessions.self) { _, _ in [security] }
                .results(of: BeginAuthenticator.self) { _, _ in [SealedText(sealed: login)] }
                .results(of: ConfirmAuthenticator.self) { _, _ in
                    [.confirmed(recoveryCodes: [SealedText(sealed: login)]), .rejected]
                }
                .results(of: MakeRecoveryCodes.self) { _, _ in [[SealedText(sealed: login)]] }
                .results(of: LoadItems.self) { _, _ in [[Item(id: 11, title: login, note: login)]] }
                .results(of: SaveItem.self) { effect, _ in
                    [SavedItems(items: [Item(id: 11, title: login), effect.item], saved: effect.item)]
                }
                .results(of: CheckAuthorization.self) { effect, _ in [effect.account.map { _ in account }] }
                .results(of: LoadCustomer.self) { _, _ in [customer] }
                .results(of: SaveFavorite.self) { _, _ in [customer] }
                .results(of: SaveProfile.self) { _, _ in [customer] }
                .results(of: SaveCart.self) { effect, _ in [effect.cart] }
                .results(of: PlaceOrder.self) { effect, now in
                    [.placed(Order(effect, number: "\(login)-\(now.milliseconds)", placedAt: now))]
                }
                .results(of: OpenCatalog.self) { _, _ in [season] }
                .results(of: LoadShopCustomer.self) { _, now in
                    [
                        ShopCustomer(
                            cart: SavedShopCart(items: [item], shipping: ShopShipping(name: login, address: login)),
                            purchases: [
                                ShopPurchase(number: "\(login)-1", boughtAt: now, total: item.total, items: [item])
                            ]
                        )
                    ]
                }
                .results(of: SaveShopCart.self) { effect, _ in [effect.cart] }
                .results(of: BuyCart.self) { effect, now in
                    [
                        ShopPurchase(
                            number: "\(login)-\(now.milliseconds)",
                            boughtAt: now,
                            total: effect.total,
                            items: effect.items
                        )
                    ]
                }
                .with(
                    links: [],
                    payloads: [
                        "addPhone.submit": [["phone": .string(phone)]],
                        "address.submit": [["city": "Berlin", "street": .string(login), "note": .string(login)]],
                        "product.cartAdd": [["product": "ridge", "color": "c18"], ["product": "ridge"]],
                        "product.colorSelected": [["product": "ridge", "color": "c11"]],
                    ]
                )
        )
    }
}
