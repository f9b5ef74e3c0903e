import AccountFlows
import Coordination

extension Samples {
    /// The samples of `shop`.
    static var shop: Samples {
        accounts
            .results(of: OpenCatalog.self) { _, _ in
                let season = DemoShopFactory().catalog.season
                return [season, season, ShopSeason(title: "Nothing", promoted: [])]
            }
            .results(of: LoadShopCustomer.self) { _, _ in [ShopCustomer()] }
            .results(of: SaveShopCart.self) { effect, _ in [effect.cart] }
            .results(of: BuyCart.self) { effect, now in
                [ShopPurchase(number: "S1", boughtAt: now, total: effect.total, items: effect.items)]
            }
            .with(
                links: [
                    "", "catalog", "catalog/product/ridge", "catalog/category/shoes", "cart", "account",
                    "account/login",
                    "account/orders",
                ].map { "usher://shop/\($0)" },
                wrongLinks: ["catalog/product/unicorn", "nowhere"].map { "usher://shop/\($0)" },
                payloads: [
                    "addPhone.submit": [["phone": "+49 170 1234567"]],
                    "product.cartAdd": [
                        ["product": "ridge", "color": "c18"], ["product": "ridge"], ["product": "unicorn"],
                    ],
                    "product.colorSelected": [["product": "ridge", "color": "c11"]],
                ]
            )
    }
}
