import Coordination

/// A grocery, with its quantity in the cart.
struct ProductCard: Screen, ShowsShopper {
    static let name = "product"
    static let quantityChanged = Output<ProductCard, CartLine>("quantityChanged")
    static let favoriteChanged = Output<ProductCard, Favorite>("favoriteChanged")
    static let facts = Output<ProductCard, Nothing>("facts")
    static let delivery = Output<ProductCard, Nothing>("delivery")

    var grocery: Grocery
    var quantity = 0
    var isFavorite = false

    var title: String { String(localized: LocalizedText(key: grocery.name)) }

    mutating func show(_ shopper: Shopper, in assortment: Assortment) {
        quantity = shopper.cart.quantity(of: grocery.id)
        isFavorite = shopper.isFavorite(grocery.id)
    }

    var view: ScreenView {
        Button(
            String(localized: "Favorite"),
            Self.favoriteChanged,
            Favorite(grocery: grocery.id, isKept: !isFavorite),
            placement: .trailing,
            symbol: "heart"
        ).selected(isFavorite)
        Hero(
            title,
            subtitle: String(localized: LocalizedText(key: grocery.unit)),
            text: String(localized: LocalizedText(key: grocery.text)),
            picture: grocery.picture,
            price: grocery.price
        )
        List(sections: [
            Section(rows: [
                Row(String(localized: "About this product"), accessory: .disclosure).reports(Self.facts),
                Row(String(localized: "Delivery"), accessory: .disclosure).reports(Self.delivery),
            ])
        ])
        if quantity == 0 {
            Pinned(
                Button(
                    String(localized: "Add to cart"),
                    Self.quantityChanged,
                    CartLine(grocery: grocery.id, quantity: 1),
                    role: .primary,
                    symbol: "cart"
                )
            )
        } else {
            Pinned(
                Stepper(
                    String(localized: "In your cart"),
                    Self.quantityChanged,
                    CartLine(grocery: grocery.id, quantity: quantity),
                    entering: "quantity",
                    in: CartLine.quantities
                ),
                title: String(localized: "In your cart"),
                price: grocery.price * quantity
            )
        }
    }
}

/// Further details of a grocery.
struct ProductFacts: Screen {
    static let name = "productFacts"

    var grocery: Grocery
    var category: String?

    static let title = "About"

    var view: ScreenView {
        Heading(String(localized: LocalizedText(key: grocery.name)))
        Text(String(localized: LocalizedText(key: grocery.text)))
        List(sections: [
            Section(
                footer: String(
                    localized: "Packed by hand. If you don't like something, you can return it at the door."
                ),
                rows: [
                    Row(String(localized: "Size"), subtitle: String(localized: LocalizedText(key: grocery.unit))),
                    Row(
                        String(localized: "Category"),
                        subtitle: category.map { String(localized: LocalizedText(key: $0)) }
                            ?? String(localized: "No longer listed")
                    ),
                ]
            )
        ])
    }
}

/// The hours and the fee of delivery.
struct DeliveryTerms: Screen, ShowsShopper {
    static let name = "deliveryTerms"
    static let close = Output<DeliveryTerms, Nothing>("close")
    static let chooseCity = Output<DeliveryTerms, Nothing>("chooseCity")

    var fee: Price
    /// The order value from which delivery is free.
    var freeFrom: Price
    var city: String?

    static let title = "Delivery"

    mutating func show(_ shopper: Shopper, in assortment: Assortment) { city = shopper.city }

    var view: ScreenView {
        Button(String(localized: "Close"), Self.close, role: .cancel, placement: .leading)
        Text(String(localized: "A courier delivers your order within the hour you choose, from 7 a.m. to 10 p.m."))
        List(sections: [
            Section(rows: [
                Row(String(localized: "Delivery"), price: fee),
                Row(String(localized: "Free delivery from"), price: freeFrom),
            ]),
            Section(rows: [
                Row(city: city).reports(Self.chooseCity)
            ]),
        ])
    }
}
