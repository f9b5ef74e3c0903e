import Coordination

/// The form for the delivery address.
struct AddressForm: Screen {
    static let name = "address"
    static let submit = Output<AddressForm, DeliveryAddress>("submit")

    var cities: [String]
    /// The address that was entered before or, at first, the address of the latest order.
    var address: DeliveryAddress?
    /// The preselected city.
    var city: String?

    static let title = "Address"

    var view: ScreenView {
        Form(
            Self.submit,
            submit: String(localized: "Continue to payment"),
            fields: [
                Field(
                    "city",
                    String(localized: "City"),
                    .choice(cities.map { Field.Choice($0, String(localized: LocalizedText(key: $0))) }),
                    value: (address?.city ?? city).map { .string($0) },
                    autocomplete: "address-level2"
                ),
                Field(
                    "street",
                    String(localized: "Street address"),
                    value: (address?.street).map { .string($0) },
                    placeholder: String(localized: "Linienstraße 12"),
                    autocomplete: "street-address"
                ),
                Field(
                    "note",
                    String(localized: "Note for the courier"),
                    value: (address?.note).map { .string($0) },
                    placeholder: String(localized: "Second courtyard, ring twice"),
                    help: String(localized: "Anything that helps the courier find you.")
                ),
                Field(
                    "hour",
                    String(localized: "Delivery time"),
                    .choice(DeliveryHour.all.map { Field.Choice($0.name, String(localized: $0.title)) }),
                    value: (address?.hour).map { .string($0.name) },
                    placeholder: String(localized: "As soon as possible")
                ),
            ]
        )
    }
}

/// The total of the order, which follows the cart, with a form for the payment method.
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
            Empty(
                String(localized: "Your cart is empty"),
                text: String(localized: "Go back and add products to order them."),
                symbol: "cart"
            )
        } else {
            order
        }
    }

    @ViewBuilder private var order: ScreenView {
        List(sections: [
            Section(
                String(localized: "Deliver to \(address.street), \(LocalizedText(key: address.city))"),
                rows: [
                    Row(String(localized: "\(lines.count) products"), price: total - delivery),
                    Row(String(localized: "Delivery"), price: delivery),
                    Row(String(localized: "Total"), price: total),
                ]
            )
        ])
        Form(
            Self.place,
            submit: String(localized: "Place order"),
            fields: [
                Field(
                    "payment",
                    String(localized: "Payment method"),
                    .choice(PaymentMethod.allCases.map { Field.Choice($0.rawValue, String(localized: $0.title)) }),
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
    /// The instant at which the screen was shown, or `nil` in a session of a release that did not store it.
    var shownAt: Timestamp?

    var title: String { isNew ? String(localized: "Thank you") : String(localized: "Order \(order.number)") }

    var disabledOutputs: [any ScreenOutput] { isNew ? [] : [Self.done] }

    var view: ScreenView {
        if isNew {
            Image(.drawing("market/ordered") ?? .symbol("checkmark"), aspect: 2)
            Heading(String(localized: "Order \(order.number)"))
            Text(String(localized: "Your order will be on its way soon. You can find it in Profile > Orders."))
        }
        Timeline(String(localized: "Delivery"), steps: order.steps(at: shownAt))
        List(sections: [
            Section(
                String(localized: "Items"),
                rows: order.lines.map {
                    Row(
                        String(localized: "\($0.quantity) × \(LocalizedText(key: $0.name))"),
                        subtitle: String(localized: LocalizedText(key: $0.unit)),
                        price: $0.total
                    )
                }
            ),
            Section(rows: [
                Row(String(localized: "Delivery"), price: order.delivery),
                Row(String(localized: "Total"), price: order.total),
            ]),
            Section(rows: [
                Row(
                    String(localized: "Delivery address"),
                    subtitle: String(localized: "\(order.address.street), \(LocalizedText(key: order.address.city))")
                ),
                Row(String(localized: "Payment method"), subtitle: String(localized: order.payment.title)),
            ]),
        ])
        if isNew { Pinned(Button(String(localized: "Done"), Self.done, role: .primary)) }
    }
}

extension Order {
    /// The time after which an order is packed.
    private static let packing = Duration.seconds(20 * 60)
    /// The time after which an order without a delivery time has arrived.
    private static let arrival = Duration.seconds(60 * 60)

    /// Returns the steps of the order, as they are expected to be at an instant.
    ///
    /// Without an instant, they are as after the order was placed.
    fileprivate func steps(at instant: Timestamp?) -> [TimelineStep] {
        let isPacked = instant.map { $0 >= placedAt + Self.packing } ?? false
        // The hour is in the time zone of the city, so it is over for certain only on the next day.
        let arrival = address.hour == nil ? Self.arrival : .seconds(24 * 60 * 60)
        let isDelivered = instant.map { $0 >= placedAt + arrival } ?? false
        return [
            TimelineStep(String(localized: "Placed"), time: placedAt, status: .done),
            TimelineStep(String(localized: "Packed"), status: isPacked ? .done : .current),
            TimelineStep(
                String(localized: "Delivered"),
                text: String(localized: address.hour?.title ?? "As soon as possible"),
                status: isDelivered ? .done : isPacked ? .current : .upcoming
            ),
        ]
    }
}
