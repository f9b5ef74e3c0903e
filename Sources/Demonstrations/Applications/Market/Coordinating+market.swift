import AccountFlows
import Coordination

// Actions that several flows of the market share.

extension Coordinating where Factory == any MarketFactory {
    /// The user of this session, as the application coordinator shares it.
    var shopper: Shopper? { shared(Shopper.self) }

    /// Runs the authentication flow in a closable modal, from where its result bubbles up to the application coordinator.
    func runAuthFlow() {
        run(AuthCoordinator.self, with: .init(isClosable: true), in: .modal())
    }

    /// Shows a grocery above the current screen.
    ///
    /// - Throws: A ``Rejection`` when it is not for sale.
    func showGrocery(_ id: Grocery.ID) throws {
        run(ProductCoordinator.self, with: .init(grocery: try factory.assortment.existing(grocery: id)))
    }
}
