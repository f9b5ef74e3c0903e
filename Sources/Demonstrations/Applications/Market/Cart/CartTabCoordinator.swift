import AccountFlows
import Coordination

/// The third tab: the cart and the checkout.
///
/// A guest who checks out logs in first, in a modal, and the checkout continues after it.
final class CartTabCoordinator: Coordinator {
    struct State: CoordinatorState {
        /// Whether the user asked to check out and has to log in first.
        var wantsToCheckOut = false
    }
    typealias Factory = any MarketFactory

    func start() { push(CartList().showing(shopper, in: factory.assortment)) }

    static let wiring: Wiring<CartTabCoordinator> = [
        .anchor(.restart),
        .on(CartList.grocerySelected) { try $0.showGrocery($1) }.forAgents("Shows one of the goods in the cart."),
        .on(CartList.checkOut) { $0.checkOut() }.forAgents("Goes on to the address and the payment."),
        .on(finish: AuthCoordinator.self) { $0.loggedIn($1) },
        .on(finish: CheckoutCoordinator.self) { $0.bought($1) },
        .on(OrderPage.done) { $0.popToRoot() }.forAgents("Leaves the confirmation of an order."),
        .runs(ProductCoordinator.self),
    ]

    private func checkOut() {
        guard let account = shopper?.account else {
            state.wantsToCheckOut = true
            return runAuthFlow()
        }
        runCheckoutFlow(account)
    }

    private func loggedIn(_ reason: AuthCoordinator.Finish) {
        // The application coordinator stores the account, so the result has to bubble on.
        forward()
        guard state.wantsToCheckOut else { return }
        state.wantsToCheckOut = false
        switch reason {
        case .success(let account), .closeConfirmationPhoneFlow(let account): runCheckoutFlow(account)
        case .close: break
        }
    }

    private func runCheckoutFlow(_ account: Account) {
        guard let cart = shopper?.cart, !factory.assortment.lines(of: cart).isEmpty else { return }
        run(CheckoutCoordinator.self, with: .init(account: account.id, city: shopper?.city))
    }

    private func bought(_ order: Order) {
        popToRoot()
        push(OrderPage(order: order, isNew: true, shownAt: now))
    }
}
