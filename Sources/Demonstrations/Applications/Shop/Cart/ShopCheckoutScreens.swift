import AccountFlows
import Coordination

/// The form for recipient and address.
struct ShippingForm: Screen {
    static let name = "shipping"
    static let submit = Output<ShippingForm, ShopShipping>("submit")

    /// The values that were entered before.
    var shipping: ShopShipping?

    static let title = "Shipping"

    var view: ScreenView {
        Form(
            Self.submit,
            submit: "Continue to payment",
            fields: [
                Field("name", "Name", value: (shipping?.name).map { .string($0) }, autocomplete: "name"),
                Field(
                    "address",
                    "Address",
                    .multiline,
                    value: (shipping?.address).map { .string($0) },
                    placeholder: "Linienstraße 12, 10178 Berlin",
                    autocomplete: "street-address"
                ),
            ]
        )
    }
}

/// The total of the purchase, which follows the cart, with a form for the payment method.
struct ShopPaymentForm: Screen, ShowsCartItems {
    static let name = "payment"
    static let buy = Output<ShopPaymentForm, ShopPayment>("buy")

    var items: [ShopCartItem]

    static let title = "Payment"

    var disabledOutputs: [any ScreenOutput] { items.isEmpty ? [Self.buy] : [] }

    mutating func show(_ items: [ShopCartItem]) { self.items = items }

    var view: ScreenView {
        if items.isEmpty {
            Empty("Your cart is empty", text: "Go back and add products to buy them.", symbol: "cart")
        } else {
            purchase
        }
    }

    @ViewBuilder private var purchase: ScreenView {
        List(sections: [
            Section(rows: items.map { Row($0.description, subtitle: "Quantity: \($0.quantity)", price: $0.total) }),
            Section(rows: [Row("Total", price: items.total)]),
        ])
        Form(
            Self.buy,
            submit: "Place order",
            fields: [
                Field(
                    "payment",
                    "Payment method",
                    .choice(ShopPayment.allCases.map { Field.Choice($0.rawValue, $0.title) }),
                    value: .string(ShopPayment.transfer.rawValue)
                )
            ]
        )
    }
}

/// The confirmation of a purchase.
struct PurchasePage: Screen {
    static let name = "confirmation"
    static let done = Output<PurchasePage, Nothing>("done")

    var purchase: ShopPurchase

    static let title = "Thank you"

    var view: ScreenView {
        Image(.drawing("shop/ordered") ?? .symbol("checkmark"), aspect: 2)
        Heading("Order \(purchase.number)")
        Text("Your order ships tomorrow. You can find it in Account > Orders.")
        List(sections: [Section(rows: [Row("Total", price: purchase.total)])])
        Pinned(Button("Done", Self.done, role: .primary))
    }
}
