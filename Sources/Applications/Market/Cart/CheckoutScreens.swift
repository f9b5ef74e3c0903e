import Coordination

/// The form for the delivery address.
struct AddressForm: Screen {
    static let name = "address"
    static let submit = Output<AddressForm, DeliveryAddress>("submit")

    var cities: [String]
    /// The address that was entered before or, at first, that of the latest order.
    var address: DeliveryAddress?
    /// The preselected city.
    var city: String?

    static let title = "Address"

    var view: ScreenView {
        Form(
            Self.submit,
            submit: "Continue to payment",
            fields: [
                Field(
                    "city",
                    "City",
                    .choice(cities.map { Field.Choice($0, $0) }),
                    value: (address?.city ?? city).map { .string($0) },
                    autocomplete: "address-level2"
                ),
                Field(
                    "street",
                    "Street address",
                    value: (address?.street).map { .string($0) },
                    placeholder: "Linienstraße 12",
                    autocomplete: "street-address"
                ),
                Field(
                    "note",
                    "Note for the courier",
                    value: (address?.note).map { .string($0) },
                    placeholder: "Second courtyard, ring twice",
                    help: "Anything that helps the courier find you."
                ),
                Field(
                    "hour",
                    "Delivery time",
                    .choice(DeliveryHour.all.map { Field.Choice($0.name, $0.title) }),
                    value: (address?.hour).map { .string($0.name) },
                    placeholder: "As soon as possible"
                ),
            ]
        )
    }
}

/// The total of the order, with a form for the payment method; it follows the cart.
struct PaymentChoice: Screen, ShowsShopper {
    static let name = "payment"
    static let place = Output<PaymentChoice, PaymentMethod>("place")

    var lines: [OrderLine]
    var delivery: Price
    var address: DeliveryAddress

    private var total: Price { lines.map(\.total).reduce(delivery, +) }

    static let title = "Payment"

    var disabledOutputs: [any ScreenOutput] { lines.isEmpty ? [Self.place] : [] }

    mutating func show(_ shopper: Shopper, in assortment: Assortment) {
        lines = assortment.lines(of: shopper.cart)
        delivery = Delivery.fee(for: lines)
    }

    var view: ScreenView {
        if lines.isEmpty {
            Empty("Your cart is empty", text: "Go back and add products to order them.", symbol: "cart")
        } else {
            order
        }
    }

    @ViewBuilder private var order: ScreenView {
        List(sections: [
            Section(
                "Deliver to \(address.street), \(address.city)",
                rows: [
                    Row(lines.count == 1 ? "1 product" : "\(lines.count) products", price: total - delivery),
                    Row("Delivery", price: delivery),
                    Row("Total", price: total),
                ]
            )
        ])
        Form(
            Self.place,
            submit: "Place order",
            fields: [
                Field(
                    "payment",
                    "Payment method",
                    .choice(PaymentMethod.allCases.map { Field.Choice($0.rawValue, $0.title) }),
                    value: .string(PaymentMethod.cardAtDoor.rawValue)
                )
            ]
        )
    }
}

/// An order: the confirmation of a new one, or the details of an earlier one.
struct OrderPage: Screen {
    static let name = "order"
    static let done = Output<OrderPage, Nothing>("done")

    var order: Order
    /// Whether the order was just placed.
    var isNew: Bool

    var title: String { isNew ? "Thank you" : "Order \(order.number)" }

    var disabledOutputs: [any ScreenOutput] { isNew ? [] : [Self.done] }

    var view: ScreenView {
        if isNew {
            Image(.symbol("checkmark"))
            Heading("Order \(order.number)")
            Text("Your order will be on its way soon. You can find it in Profile > Orders.")
        }
        List(sections: [
            Section(
                "Items",
                rows: order.lines.map { Row("\($0.quantity) × \($0.name)", subtitle: $0.unit, price: $0.total) }
            ),
            Section(rows: [Row("Delivery", price: order.delivery), Row("Total", price: order.total)]),
            Section(rows: [
                Row("Delivery address", subtitle: "\(order.address.street), \(order.address.city)"),
                Row("Delivery time", subtitle: order.address.hour?.title ?? "As soon as possible"),
                Row("Payment method", subtitle: order.payment.title),
                Row("Placed", time: order.placedAt),
            ]),
        ])
        if isNew { Button("Done", Self.done, role: .primary) }
    }
}
