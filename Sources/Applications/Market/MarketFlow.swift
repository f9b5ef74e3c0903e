import Coordination

// What the flows of the market do alike.

extension Coordinating where Factory == any MarketFactory {
    /// Who uses the market.
    var shopper: Shopper? { shared(Shopper.self) }

    /// Asks who the user is, in a modal that they may close; what comes of it climbs to whoever keeps the account.
    func runAuthFlow() {
        run(AuthCoordinator.self, with: .init(isClosable: true), in: .modal())
    }

    /// Shows a grocery over what is there.
    ///
    /// - Throws: A ``Refusal`` for one that is not sold.
    func showGrocery(_ id: Grocery.ID) throws {
        run(ProductCoordinator.self, with: .init(grocery: try factory.assortment.existing(grocery: id)))
    }
}
