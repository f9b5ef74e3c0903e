import Coordination

/// The checkout flow: address, payment, and an order that is placed once even when the effect is retried.
final class CheckoutCoordinator: Coordinator {
    struct State: CoordinatorState {
        /// The buyer's account.
        var account: Account.ID
        /// The lines to order, at the prices that the user sees.
        var lines: [OrderLine]
        /// The preselected city.
        var city: String?
        var address: DeliveryAddress?
    }
    typealias Finish = Order
    typealias Factory = any MarketFactory

    func start() {
        push(AddressForm(cities: factory.assortment.cities, address: state.address, city: state.city))
    }

    static let wiring: Wiring<CheckoutCoordinator> = [
        .on(AddressForm.submit) { $0.deliver(to: $1) },
        .on(PaymentChoice.place) { $0.place($1) },
        .on(PlaceOrder.self) { $0.placed($1) },
    ]

    private var delivery: Price { Delivery.fee(for: state.lines) }

    private func deliver(to address: DeliveryAddress) {
        guard factory.assortment.cities.contains(address.city) else { return show(.noDelivery, on: AddressForm.self) }
        // The schema accepts a street of spaces alone.
        guard address.street.contains(where: { $0 != " " }) else { return show(.noStreet, on: AddressForm.self) }
        state.address = address
        update { (screen: inout AddressForm) in screen.address = address }
        push(PaymentChoice(lines: state.lines, delivery: delivery, address: address))
    }

    private func place(_ payment: PaymentMethod) {
        guard let address = state.address else { return }
        perform(
            PlaceOrder(
                account: state.account,
                lines: state.lines,
                delivery: delivery,
                address: address,
                payment: payment
            )
        )
    }

    private func placed(_ result: PlaceOrder.Value) {
        // The application coordinator stores the cart and the orders, so the result has to bubble on.
        forward()
        switch result {
        case .placed(let order): finish(order)
        case .soldOut(let groceries):
            let names = state.lines.filter { groceries.contains($0.grocery) }.map(\.name)
            show(.soldOut(names), on: PaymentChoice.self)
        }
    }
}

extension Message {
    fileprivate static let noDelivery = Message("city.unknown", "We don't deliver there yet.", pointer: "/city")

    fileprivate static let noStreet = Message(
        "address.noStreet",
        "Enter a street address.",
        pointer: "/street"
    )

    fileprivate static func soldOut(_ names: [String]) -> Message {
        Message(
            "order.soldOut",
            "Just sold out: \(names.joined(separator: ", ")). "
                + "Remove \(names.count == 1 ? "it" : "them") from your cart to order the rest.",
            params: ["names": .array(names.map { .string($0) })]
        )
    }
}
