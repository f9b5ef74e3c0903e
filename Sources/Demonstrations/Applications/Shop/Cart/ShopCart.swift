import Coordination

/// The contents of the cart.
struct ShopCart: Screen, ShowsCartItems {
    static let name = "cart"
    static let cartRemove = Output<ShopCart, ShopChoice>("cartRemove")
    static let catalogShowPage = Output<ShopCart, Nothing>("catalogShowPage")
    static let backToShopping = Output<ShopCart, Nothing>("backToShopping")
    static let checkOut = Output<ShopCart, Nothing>("checkOut")

    /// The maximum quantity of a product in one color.
    static let mostOfOne = 20

    var items: [ShopCartItem]
    /// Whether the cart of the account is still being loaded, or `nil` if it is not.
    var isLoading: Bool?

    static let title = "Cart"

    var disabledOutputs: [any ScreenOutput] { items.isEmpty ? [Self.checkOut] : [] }

    mutating func show(_ items: [ShopCartItem]) { self.items = items }

    var view: ScreenView {
        Button("Close", Self.backToShopping, role: .cancel, placement: .leading)
        Button("Home", Self.catalogShowPage, placement: .trailing, symbol: "house")
        if items.isEmpty, isLoading == true {
            Progress("Loading your cart")
        } else if items.isEmpty {
            Empty(
                "Your cart is empty",
                text: "Products you add will appear here.",
                symbol: "cart",
                action: Button("Start shopping", Self.backToShopping, role: .primary)
            )
        } else {
            List(sections: [
                Section(
                    rows: items.map { item in
                        Row(
                            item.description,
                            subtitle: item.quantity == 1 ? nil : "Quantity: \(item.quantity)",
                            picture: item.thumbnail,
                            price: item.total
                        ).controlled(by: Button("Remove", Self.cartRemove, item.choice, role: .destructive))
                    }
                ),
                Section(rows: [Row("Total", price: items.total)]),
            ])
            Pinned(Button("Check out", Self.checkOut, role: .primary), title: "Total", price: items.total)
        }
    }
}

/// The confirmation before an item is removed from the cart.
struct RemovalAlert: Screen {
    static let name = "removalAlert"
    static let remove = Output<RemovalAlert, ShopChoice>("remove")
    static let keep = Output<RemovalAlert, Nothing>("keep")

    var item: ShopCartItem

    static let title = "Remove item?"

    var view: ScreenView {
        Confirm(
            "Remove item?",
            text: "This removes one \(item.name) in \(item.colorName) from your cart.",
            actions: [
                Button("Remove", Self.remove, item.choice, role: .destructive),
                Button("Keep", Self.keep, role: .cancel),
            ]
        )
    }
}
