import AccountFlows
import Coordination

/// A screen that shows the catalog, and can be on the stack before the catalog is open.
protocol ShowsCatalog {
    /// Copies the part of the opened catalog that the screen shows.
    mutating func open(_ catalog: ShopCatalog, _ season: ShopSeason)
}

/// A screen that shows the number of pieces in the cart.
protocol ShowsCartItems {
    /// Copies the part of the cart that the screen shows.
    mutating func show(_ items: [ShopCartItem])
}

/// The home page: the season, its promoted products, and the categories.
struct ShopHome: Screen, ShowsCatalog, ShowsCartItems {
    static let name = "home"
    static let showProduct = Output<ShopHome, ShopProduct.ID>("showProduct")
    static let showCategory = Output<ShopHome, ShopCategory.ID>("showCategory")
    static let cartBuyNow = Output<ShopHome, ShopProduct.ID>("cartBuyNow")
    static let cartToggle = Output<ShopHome, Nothing>("cartToggle")
    static let account = Output<ShopHome, Nothing>("account")
    static let fetchPromotedProducts = Output<ShopHome, Nothing>("fetchPromotedProducts")
    static let retry = Output<ShopHome, Nothing>("retry")

    /// The state of the catalog.
    enum Stage: String, Codable, CaseIterable {
        /// The catalog is being opened.
        case opening
        /// The catalog could not be opened.
        case failed
        /// The catalog is open.
        case open
    }

    var stage = Stage.opening
    var season: String?
    var promotedProducts: [ShopProduct] = []
    var categories: [ShopCategory] = []
    var numberOfCartItems = 0

    static let title = "Outfitters"

    var disabledOutputs: [any ScreenOutput] {
        switch stage {
        case .opening: [Self.showProduct, Self.showCategory, Self.cartBuyNow, Self.retry]
        case .failed: [Self.showProduct, Self.showCategory, Self.cartBuyNow]
        case .open: [Self.retry]
        }
    }

    mutating func open(_ catalog: ShopCatalog, _ season: ShopSeason) {
        stage = .open
        self.season = season.title
        promotedProducts = catalog.products(season.promoted)
        categories = catalog.categories
    }

    mutating func show(_ items: [ShopCartItem]) { numberOfCartItems = items.count }

    var view: ScreenView {
        Button("Account", Self.account, placement: .leading, symbol: "person")
        Button("Cart", Self.cartToggle, placement: .trailing, symbol: "cart")
            .badge(numberOfCartItems == 0 ? nil : "\(numberOfCartItems)")
        switch stage {
        case .opening:
            Progress("Loading the catalog")
        case .failed:
            Empty(
                "Can't load the catalog",
                text: "Something went wrong on our end. Try again in a moment.",
                symbol: "warning",
                action: Button("Try again", Self.retry, role: .primary)
            )
        case .open:
            if let season {
                Hero(
                    season,
                    picture: promotedProducts.first?.thumbnail(),
                    action: Button("New arrivals", Self.fetchPromotedProducts, role: .plain)
                )
            }
            if !promotedProducts.isEmpty {
                Grid(promotedProducts, header: "This season") { product in
                    Card(product.name, picture: product.thumbnail(), price: product.price)
                        .reports(Self.showProduct, product.id)
                        .controlled(by: Button("Buy now", Self.cartBuyNow, product.id))
                }
            }
            Grid(
                categories,
                header: "Categories",
                empty: Empty("No products available", text: "Check back soon.", symbol: "cart")
            ) { category in
                Card(category.name, picture: category.thumbnail).reports(Self.showCategory, category.id)
            }
        }
    }
}

/// The products of a category.
struct ShopCategoryPage: Screen, ShowsCatalog {
    static let name = "category"
    static let showProduct = Output<ShopCategoryPage, ShopProduct.ID>("showProduct")
    static let orderChanged = Output<ShopCategoryPage, ShopOrder>("orderChanged")

    var id: ShopCategory.ID
    /// The category, or `nil` until the catalog is open, and when the catalog does not contain it.
    var category: ShopCategory?
    var products: [ShopProduct] = []
    var isOpen = false
    /// The order of the products, or `nil` for the order of the catalog.
    var order: ShopOrder?

    init(id: ShopCategory.ID) { self.id = id }

    var title: String { category?.name ?? "Category" }

    mutating func open(_ catalog: ShopCatalog, _ season: ShopSeason) {
        isOpen = true
        category = try? catalog.category(id)
        products = catalog.products.filter { $0.category == id }
    }

    var view: ScreenView {
        if isOpen {
            if products.count > 1 {
                Segments(
                    "Sort by",
                    ShopOrder.allCases.map { each in
                        ChoiceOption(each.title, isSelected: each == order ?? .featured).reports(
                            Self.orderChanged,
                            each
                        )
                    }
                )
            }
            Grid(
                (order ?? .featured).sorted(products),
                empty: Empty("No products", text: "This category is empty.", symbol: "cart")
            ) { product in
                Card(product.name, picture: product.thumbnail(), price: product.price)
                    .reports(Self.showProduct, product.id)
            }
        } else {
            Progress("Loading the catalog")
        }
    }
}

/// The order of the products of a category.
enum ShopOrder: String, Payload, CaseIterable {
    /// As the catalog lists them.
    case featured
    /// The cheapest one first.
    case price

    static let schema: JSONSchema = .enumeration(allCases.map(\.rawValue))

    /// The name that users see.
    var title: String {
        switch self {
        case .featured: "Featured"
        case .price: "Lowest price"
        }
    }

    /// Returns products in this order.
    func sorted(_ products: [ShopProduct]) -> [ShopProduct] {
        switch self {
        case .featured: products
        case .price: products.sorted { $0.price.amount < $1.price.amount }
        }
    }
}

/// The question whether to put a product in its usual color into the cart and go on there.
struct BuyNowAlert: Screen {
    static let name = "buyNowAlert"
    static let buy = Output<BuyNowAlert, ShopChoice>("buy")
    static let close = Output<BuyNowAlert, Nothing>("close")

    var product: ShopProduct
    /// The name of the color, or `nil` in sessions of earlier releases.
    var colorName: String?

    static let title = "Buy now"

    var view: ScreenView {
        Confirm(
            "Buy \(product.name)?",
            text: "We add one\(colorName.map { " in \($0)" } ?? "") to your cart, where you can check out.",
            actions: [
                Button("Buy now", Self.buy, ShopChoice(product: product.id, color: product.usualColor), role: .primary),
                Button("Cancel", Self.close, role: .cancel),
            ]
        )
    }
}
