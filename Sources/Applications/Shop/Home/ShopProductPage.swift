import Coordination

/// A product; it can be added to the cart before the catalogue is open.
struct ShopProductPage: Screen, NeedsCatalogue, ShowsCartItems {
    static let name = "product"
    static let colourSelected = Output<ShopProductPage, ShopChoice>("colourSelected")
    static let cartAdd = Output<ShopProductPage, ShopChoice>("cartAdd")
    static let cartToggle = Output<ShopProductPage, Nothing>("cartToggle")

    var id: ShopProduct.ID
    /// The product; `nil` until the catalogue is open, and when the catalogue does not contain it.
    var product: ShopProduct?
    var colours: [ShopColour] = []
    var colour: ShopColour.Code = ShopColour.usual
    var numberOfCartItems = 0
    var isOpen = false

    init(id: ShopProduct.ID) { self.id = id }

    var title: String { product?.name ?? "Product" }

    var disabledOutputs: [any ScreenOutput] {
        if product != nil { return [] }
        return isOpen ? [Self.colourSelected, Self.cartAdd] : [Self.colourSelected]
    }

    mutating func open(_ catalogue: ShopCatalogue, _ season: ShopSeason) {
        isOpen = true
        product = try? catalogue.product(id)
        colours = product.map(catalogue.colours) ?? []
        if !colours.contains(where: { $0.code == colour }), let first = colours.first { colour = first.code }
    }

    mutating func show(_ items: [ShopCartItem]) { numberOfCartItems = items.count }

    var view: ScreenView {
        Button("Cart", Self.cartToggle, placement: .trailing, symbol: "cart")
            .badge(numberOfCartItems == 0 ? nil : "\(numberOfCartItems)")
        if let product {
            Image(.characters(product.characters, alternative: product.name))
            Heading(product.name)
            Text(product.text)
            List(sections: [
                Section(rows: [Row("Size M", price: product.price)]),
                Section(
                    "Color",
                    rows: colours.map { colour in
                        Row(
                            colour.name,
                            subtitle: colour.code,
                            accessory: colour.code == self.colour ? .checkmark : .none
                        )
                        .reports(Self.colourSelected, ShopChoice(product: id, colour: colour.code))
                    }
                ),
            ])
            Button("Add to cart", Self.cartAdd, ShopChoice(product: id, colour: colour), role: .primary, symbol: "cart")
        } else if isOpen {
            Empty("Not in the catalog", text: "We no longer sell this product.", symbol: "tag")
        } else {
            Progress("Loading the catalog")
            Button("Add to cart", Self.cartAdd, ShopChoice(product: id), role: .primary, symbol: "cart")
        }
    }
}
