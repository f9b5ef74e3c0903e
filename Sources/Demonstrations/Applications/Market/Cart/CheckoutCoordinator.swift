import AccountFlows
import Coordination

/// The checkout flow: address, payment, and an order that is placed once even when the effect is retried.
final class CheckoutCoordinator: Coordinator {
    struct State: CoordinatorState {
        /// The buyer's account.
        var account: Account.ID
        /// The preselected city.
        var city: String?
        var address: DeliveryAddress?
    }
    typealias Finish = Order
    typealias Factory = any MarketFactory

    func start() {
        push(AddressForm(cities: factory.assortment.cities, address: state.address ?? lastAddress, city: state.city))
    }

    static let wiring: Wiring<CheckoutCoordinator> = [
        .on(AddressForm.submit) { $0.deliver(to: $1) }.forAgents("Enters the address of the delivery."),
        .on(PaymentChoice.place) { $0.place($1) }.forAgents("Places the order.", asking: "Place this order?"),
        .on(PlaceOrder.self) { $0.placed($1) },
    ]

    /// The lines to order, which follow the cart, at the prices that the user sees.
    private var lines: [OrderLine] { factory.assortment.lines(of: shopper?.cart ?? Cart()) }

    /// The address of the latest order, for the next delivery hour.
    private var lastAddress: DeliveryAddress? {
        guard var address = shopper?.customer?.orders.first?.address else { return nil }
        address.hour = nil
        return factory.assortment.cities.contains(address.city) ? address : nil
    }

    private func deliver(to address: DeliveryAddress) {
        guard factory.assortment.cities.contains(address.city) else { return show(.noDelivery, on: AddressForm.self) }
        guard address.street.hasVisibleText else { return show(.noStreet, on: AddressForm.self) }
        state.address = address
        update { (screen: inout AddressForm) in screen.address = address }
        push(PaymentChoice(lines: lines, delivery: Delivery.fee(for: lines), address: address))
    }

    private func place(_ payment: PaymentMethod) {
        let lines = lines
        guard let address = state.address, !lines.isEmpty else { return }
        perform(
            PlaceOrder(
                account: state.account,
                lines: lines,
                delivery: Delivery.fee(for: lines),
                address: address,
                payment: payment
            )
        )
    }

    private func placed(_ result: PlaceOrder.Value) {
        // The application coordinator stores the cart and the orders, so the result has to bubble on.
        forward()
        switch result {
        case .placed(let order):
            passBarrier()
            finish(order)
        case .soldOut(let groceries):
            let names = factory.assortment.groceries(groceries).map(\.name)
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
            "Just sold out: \(LocalizedText(listing: names)). Remove sold-out products from your cart to order the rest.",
            params: ["names": .array(names.map { .string($0) })]
        )
    }
}
