import Coordination

/// The first tab: today's promotions and groceries.
final class MainTabCoordinator: Coordinator {
    typealias Factory = any MarketFactory

    func start() {
        push(Feed(promotions: factory.assortment.promotions, groceries: todays))
    }

    static let wiring: Wiring<MainTabCoordinator> = [
        .anchor(.restart),
        .on(Feed.promotionSelected) { try $0.showPromotion($1) }.forAgents("Shows a promotion."),
        .on(Feed.grocerySelected) { try $0.showGrocery($1) }.forAgents("Shows one of the goods."),
        .on(PromotionPage.grocerySelected) { try $0.showGrocery($1) }.forAgents("Shows one of the goods."),
        .runs(ProductCoordinator.self),
    ]

    /// The first grocery of each category.
    private var todays: [Grocery] {
        factory.assortment.categories.compactMap { factory.assortment.groceries(in: $0.id).first }
    }

    /// Shows the groceries of a promotion above the current screen.
    ///
    /// - Throws: A ``Rejection`` when there is no such promotion.
    func showPromotion(_ id: Promotion.ID) throws {
        let promotion = try factory.assortment.existing(promotion: id)
        push(PromotionPage(promotion: promotion, groceries: factory.assortment.groceries(promotion.groceries)))
    }
}

/// The feed: promotions, and one grocery of each category.
struct Feed: Screen {
    static let name = "feed"
    static let promotionSelected = Output<Feed, Promotion.ID>("promotionSelected")
    static let grocerySelected = Output<Feed, Grocery.ID>("grocerySelected")

    var promotions: [Promotion]
    var groceries: [Grocery]

    static let title = "Today"

    var view: ScreenView {
        if !promotions.isEmpty {
            Grid(promotions, header: String(localized: "Goes well together")) { promotion in
                Card(
                    String(localized: LocalizedText(key: promotion.title)),
                    subtitle: String(localized: LocalizedText(key: promotion.text)),
                    picture: promotion.thumbnail
                ).reports(Self.promotionSelected, promotion.id)
            }
        }
        if !groceries.isEmpty {
            Grid(groceries, header: String(localized: "Fresh today")) { Card($0).reports(Self.grocerySelected, $0.id) }
        }
        if promotions.isEmpty, groceries.isEmpty {
            Empty(
                String(localized: "No products available"),
                text: String(localized: "Check back soon."),
                symbol: "cart"
            )
        }
    }
}

/// The groceries of a promotion.
struct PromotionPage: Screen {
    static let name = "promotion"
    static let grocerySelected = Output<PromotionPage, Grocery.ID>("grocerySelected")

    var promotion: Promotion
    var groceries: [Grocery]

    var title: String { String(localized: LocalizedText(key: promotion.title)) }

    var view: ScreenView {
        Gallery(title, pictures: [promotion.picture] + groceries.map(\.picture), aspect: 2)
        Text(String(localized: LocalizedText(key: promotion.text)))
        Grid(groceries, empty: .nothingToBuy) { Card($0).reports(Self.grocerySelected, $0.id) }
    }
}

extension Card {
    /// A card for a grocery, with its unit and price.
    init(_ grocery: Grocery) {
        self.init(
            String(localized: LocalizedText(key: grocery.name)),
            subtitle: String(localized: LocalizedText(key: grocery.unit)),
            picture: grocery.thumbnail,
            price: grocery.price
        )
    }
}

extension Empty {
    /// The placeholder for an empty list of groceries.
    static var nothingToBuy: Empty {
        Empty(String(localized: "Sold out"), text: String(localized: "Check back tomorrow."), symbol: "cart")
    }
}
