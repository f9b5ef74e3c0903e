import Coordination

/// The contents of the cart, with quantities, delivery and total.
struct CartList: Screen, ShowsShopper {
    static let name = "cart"
    static let quantityChanged = Output<CartList, CartLine>("quantityChanged")
    static let grocerySelected = Output<CartList, Grocery.ID>("grocerySelected")
    static let checkOut = Output<CartList, Nothing>("checkOut")

    var lines: [OrderLine] = []
    var delivery = Delivery.fee
    /// Whether the cart of the account is still being loaded, or `nil` if it is not.
    var isLoading: Bool?

    /// The price of all lines and the delivery.
    private var total: Price { lines.map(\.total).reduce(delivery, +) }

    static let title = "Cart"

    var disabledOutputs: [any ScreenOutput] { lines.isEmpty ? [Self.checkOut] : [] }

    mutating func show(_ shopper: Shopper, in assortment: Assortment) {
        lines = assortment.lines(of: shopper.cart)
        delivery = Delivery.fee(for: lines)
        isLoading = shopper.account != nil && shopper.customer == nil ? true : nil
    }

    var view: ScreenView {
        if lines.isEmpty, isLoading == true {
            Progress(String(localized: "Loading your cart"))
        } else if lines.isEmpty {
            Empty(
                String(localized: "Your cart is empty"),
                text: String(localized: "Products you add will appear here."),
                symbol: "cart"
            )
        } else {
            List(sections: [
                Section(rows: lines.map(row)),
                Section(
                    footer: delivery.amount == 0
                        ? nil : String(localized: "Free delivery on orders of \(Delivery.freeFrom) or more."),
                    rows: [
                        Row(String(localized: "Delivery"), price: delivery),
                        Row(String(localized: "Total"), price: total),
                    ]
                ),
            ])
            Pinned(
                Button(String(localized: "Check out"), Self.checkOut, role: .primary),
                title: String(localized: "Total"),
                price: total
            )
        }
    }

    private func row(_ line: OrderLine) -> Row {
        let name = String(localized: LocalizedText(key: line.name))
        let unit = String(localized: LocalizedText(key: line.unit))
        return Row(name, subtitle: unit, picture: line.thumbnail, price: line.total)
            .reports(Self.grocerySelected, line.grocery)
            .controlled(
                by: Stepper(
                    name,
                    Self.quantityChanged,
                    CartLine(grocery: line.grocery, quantity: line.quantity),
                    entering: "quantity",
                    in: CartLine.quantities
                )
            )
    }
}
