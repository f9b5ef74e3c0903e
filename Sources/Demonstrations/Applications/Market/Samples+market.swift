import AccountFlows
import Coordination

extension Samples {
    /// The samples of `market`.
    static var market: Samples {
        accounts
            .results(of: CheckAuthorization.self) { effect, _ in
                [nil, nil, effect.account.map { Account(id: $0, phones: [.first]) }]
            }
            .results(of: LoadCustomer.self) { effect, _ in [.sample(of: effect.account)] }
            .results(of: SaveFavorite.self) { effect, _ in [.sample(of: effect.account)] }
            .results(of: SaveProfile.self) { effect, _ in [.sample(of: effect.account)] }
            .results(of: SaveCart.self) { effect, _ in [effect.cart] }
            .results(of: PlaceOrder.self) { effect, now in
                let order = Order(effect, number: "\(now.milliseconds)", placedAt: now)
                return [.placed(order), .placed(order), .soldOut(effect.lines.map(\.grocery))]
            }
            .with(canaries: "Ada Lovelace", "10001")
            .with(
                links: [
                    "main", "catalog", "category/dairy", "product/milk", "cart", "favorites", "profile", "orders",
                    "order/10001",
                ].map { "usher://market/\($0)" },
                wrongLinks: ["category/void", "product/unicorn", "order/7", "nowhere"].map { "usher://market/\($0)" },
                payloads: [
                    "addPhone.submit": [["phone": "+49 170 1234567"]],
                    "address.submit": [
                        ["city": "Berlin", "street": "Linienstraße 12"], ["city": "Rome", "street": "1"],
                    ],
                ]
            )
    }
}

extension Customer {
    /// A customer with a favorite and an order.
    fileprivate static func sample(of account: Account.ID) -> Customer {
        Customer(account: account, profile: Profile(name: "Ada Lovelace"), favorites: ["honey"], orders: [.sample])
    }
}

extension Order {
    /// An order of an earlier day.
    static let sample = Order(
        number: "10001",
        placedAt: Timestamp(milliseconds: 1_793_556_000_000),  // 2026-11-01T18:00:00Z
        lines: Assortment.shipped.groceries(["milk"]).map { OrderLine(2, of: $0) },
        delivery: Delivery.fee,
        address: DeliveryAddress(city: "Berlin", street: "Linienstraße 12"),
        payment: .cardAtDoor
    )

    /// Creates the order that a service places for an effect.
    init(_ effect: PlaceOrder, number: Number, placedAt: Timestamp) {
        self.init(
            number: number,
            placedAt: placedAt,
            lines: effect.lines,
            delivery: effect.delivery,
            address: effect.address,
            payment: effect.payment
        )
    }
}
