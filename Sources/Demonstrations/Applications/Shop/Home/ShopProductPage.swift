import Coordination

/// A product, which can be added to the cart before the catalog is open.
struct ShopProductPage: Screen, ShowsCatalog, ShowsCartItems {
    static let name = "product"
    static let colorSelected = Output<ShopProductPage, ShopChoice>("colorSelected")
    static let cartAdd = Output<ShopProductPage, ShopChoice>("cartAdd")
    static let cartToggle = Output<ShopProductPage, Nothing>("cartToggle")

    var id: ShopProduct.ID
    /// The product, or `nil` until the catalog is open, and when the catalog does not contain it.
    var product: ShopProduct?
    var colors: [ShopColor] = []
    var color: ShopColor.Code = ShopColor.usual
    var numberOfCartItems = 0
    var isOpen = false

    init(id: ShopProduct.ID) { self.id = id }

    var title: String { product?.name ?? "Product" }

    var disabledOutputs: [any ScreenOutput] {
        if product != nil { return [] }
        return isOpen ? [Self.colorSelected, Self.cartAdd] : [Self.colorSelected]
    }

    mutating func open(_ catalog: ShopCatalog, _ season: ShopSeason) {
        isOpen = true
        product = try? catalog.product(id)
        colors = product.map(catalog.colors) ?? []
        if !colors.contains(where: { $0.code == color }), let first = colors.first { color = first.code }
    }

    mutating func show(_ items: [ShopCartItem]) { numberOfCartItems = items.count }

    var view: ScreenView {
        Button("Cart", Self.cartToggle, placement: .trailing, symbol: "cart")
            .badge(numberOfCartItems == 0 ? nil : "\(numberOfCartItems)")
        if let product {
            Hero(
                product.name,
                subtitle: "Size M",
                text: product.text,
                picture: product.picture(in: colors.first { $0.code == color }),
                price: product.price
            )
            Swatches(
                "Color",
                colors.map { color in
                    ChoiceOption(
                        color.name,
                        picture: product.thumbnail(in: color.code),
                        color: color.value,
                        isSelected: color.code == self.color
                    )
                    .reports(Self.colorSelected, ShopChoice(product: id, color: color.code))
                }
            )
            Pinned(
                Button(
                    "Add to cart",
                    Self.cartAdd,
                    ShopChoice(product: id, color: color),
                    role: .primary,
                    symbol: "cart"
                )
            )
        } else if isOpen {
            Empty("Not in the catalog", text: "We no longer sell this product.", symbol: "tag")
        } else {
            Progress("Loading the catalog")
            Pinned(Button("Add to cart", Self.cartAdd, ShopChoice(product: id), role: .primary, symbol: "cart"))
        }
    }
}
