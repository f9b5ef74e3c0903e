import CoordinationTesting
import JSON
import Testing

@testable import Applications

@Suite("Random walks through market")
struct MarketWalkTests {
    @Test(
        "10,000 random steps keep all invariants, and at most 50,000 show every screen",
        .timeLimit(.minutes(20)),
        arguments: [2]
    )
    func walk(seed: UInt64) throws {
        let walker = RandomWalker(
            try MarketApplication.make(),
            seed: seed,
            links: [
                "main", "catalog", "category/dairy", "category/void", "product/milk", "product/unicorn", "cart",
                "favorites", "profile", "orders", "order/10001", "order/7", "nowhere",
            ].map { "usher://market/\($0)" },
            results: .market,
            payloads: [
                "addPhone.submit": [["phone": "+49 170 1234567"]],
                "address.submit": [["city": "Berlin", "street": "Linienstraße 12"], ["city": "Rome", "street": "1"]],
            ]
        )
        let statistics = try walker.walk(steps: 10_000, untilAllShown: 50_000)
        #expect(statistics.unvisited == [])
        #expect(statistics.barriers > 20)
        #expect(statistics.questions > 20)
    }
}

extension RandomEffectResults {
    /// All results that the effects of `market` may have.
    static var market: RandomEffectResults {
        RandomEffectResults.items
            .result(for: CheckAuthorization.self) { effect, _ in
                [nil, nil, effect.account.map { Account(id: $0, phones: [.ada]) }]
            }
            .result(for: LoadCustomer.self) { effect, _ in [.ada(account: effect.account)] }
            .result(for: SaveFavorite.self) { effect, _ in [.ada(account: effect.account)] }
            .result(for: SaveProfile.self) { effect, _ in [.ada(account: effect.account)] }
            .result(for: SaveCart.self) { effect, _ in [effect.cart] }
            .result(for: PlaceOrder.self) { effect, now in
                let order = Order(effect, number: "\(now.milliseconds)", placedAt: now)
                return [.placed(order), .placed(order), .soldOut(effect.lines.map(\.grocery))]
            }
    }
}
