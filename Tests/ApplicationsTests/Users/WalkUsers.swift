import CoordinationTesting
import JSON

@testable import Applications

extension WalkUser {
    static let ada = WalkUser(login: "adacanary", phone: "+491701234567")
    static let bob = WalkUser(login: "bobcanary", phone: "+447700900123")

    /// Returns a user whose login and telephone number are in everything that the effects of the applications return.
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
            results: RandomEffectResults.items
                .result(for: SignIn.self) { _, now in
                    [.account(account), .account(account), .secondFactor(SecondFactorChallenge(id: login)), .rejected]
                }
                .result(for: CreateAccount.self) { _, _ in [.account(account), .taken] }
                .result(for: ResetPassword.self) { _, _ in [.account(account), .expired] }
                .result(for: AttachPhone.self) { _, _ in [account] }
                .result(for: CheckSecondFactor.self) { _, _ in [.account(account), .rejected] }
                .result(for: RecoverAccount.self) { _, _ in
                    [.account(account), .secondFactor(SecondFactorChallenge(id: login))]
                }
                .result(for: RemovePhone.self) { _, _ in [account] }
                .result(for: LoadAccountSecurity.self) { _, _ in [security] }
                .result(for: EndAccountSessions.self) { _, _ in [security] }
                .result(for: BeginAuthenticator.self) { _, _ in [SealedText(sealed: login)] }
                .result(for: ConfirmAuthenticator.self) { _, _ in
                    [.confirmed(recoveryCodes: [SealedText(sealed: login)]), .rejected]
                }
                .result(for: MakeRecoveryCodes.self) { _, _ in [[SealedText(sealed: login)]] }
                .result(for: LoadItems.self) { _, _ in [[Item(id: 11, title: login, note: login)]] }
                .result(for: SaveItem.self) { effect, _ in [[Item(id: 11, title: login), effect.item]] }
                .result(for: CheckAuthorization.self) { effect, _ in [effect.account.map { _ in account }] }
                .result(for: LoadCustomer.self) { _, _ in [customer] }
                .result(for: SaveFavorite.self) { _, _ in [customer] }
                .result(for: SaveProfile.self) { _, _ in [customer] }
                .result(for: SaveCart.self) { effect, _ in [effect.cart] }
                .result(for: PlaceOrder.self) { effect, now in
                    [.placed(Order(effect, number: "\(login)-\(now.milliseconds)", placedAt: now))]
                }
                .result(for: OpenCatalog.self) { _, _ in [season] }
                .result(for: LoadShopCustomer.self) { _, now in
                    [
                        ShopCustomer(
                            cart: SavedShopCart(items: [item], shipping: ShopShipping(name: login, address: login)),
                            purchases: [
                                ShopPurchase(number: "\(login)-1", boughtAt: now, total: item.total, items: [item])
                            ]
                        )
                    ]
                }
                .result(for: SaveShopCart.self) { effect, _ in [effect.cart] }
                .result(for: BuyCart.self) { effect, now in
                    [
                        ShopPurchase(
                            number: "\(login)-\(now.milliseconds)",
                            boughtAt: now,
                            total: effect.total,
                            items: effect.items
                        )
                    ]
                },
            payloads: [
                "addPhone.submit": [["phone": .string(phone)]],
                "address.submit": [["city": "Berlin", "street": .string(login), "note": .string(login)]],
                "product.cartAdd": [["product": "ridge", "color": "c18"], ["product": "ridge"]],
                "product.colorSelected": [["product": "ridge", "color": "c11"]],
            ]
        )
    }
}
