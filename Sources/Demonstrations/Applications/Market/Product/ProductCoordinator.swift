import Coordination

/// The flow for one grocery with its details and delivery terms.
///
/// Every tab runs it on its own stack. Changes of the cart and the favorites bubble up to the application coordinator.
final class ProductCoordinator: Coordinator {
    struct State: CoordinatorState { var grocery: Grocery }
    typealias Factory = any MarketFactory

    static let version = 2
    /// Version 2 spells “favorite” as American English does.
    static let migrations: [Migration] = [
        Migration(from: 1) { flow in
            flow.updateScreens(ProductCard.name) { $0.renameMember("isFavourite", to: "isFavorite") }
        }
    ]

    func start() {
        push(ProductCard(grocery: state.grocery).showing(shopper, in: factory.assortment))
    }

    static let wiring: Wiring<ProductCoordinator> = [
        .on(ProductCard.facts) { $0.showFacts() },
        .on(ProductCard.delivery) { $0.showDelivery() },
        .on(DeliveryTerms.close) { $0.dismiss() },
        .on(DeliveryTerms.chooseCity) { $0.runCityFlow() },
        .shows(ProductFacts.self),
        .runs(DeliveryCityCoordinator.self),
    ]

    private func showFacts() {
        push(ProductFacts(grocery: state.grocery, category: factory.assortment.category(state.grocery.category)?.name))
    }

    private func showDelivery() {
        present(DeliveryTerms(fee: Delivery.fee, freeFrom: Delivery.freeFrom, city: shopper?.city))
    }

    private func runCityFlow() {
        run(DeliveryCityCoordinator.self, with: .init(city: shopper?.city), in: .modal())
    }
}
