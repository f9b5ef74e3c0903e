import AccountFlows
import Coordination

/// The cart section: the cart, and the checkout from shipping to confirmation.
///
/// A user without an account logs in first, in a modal, and the checkout continues after it.
final class ShopCartCoordinator: Coordinator {
    struct State: CoordinatorState { var page: CartPage }

    static let version = 2
    static let migrations: [Migration] = [.colors]

    func start() { display(state.page) }

    static let wiring: Wiring<ShopCartCoordinator> = [
        .anchor(.restart { _ in State(page: .home) }),
        .on(ShopCart.cartRemove) { try $0.askToRemove($1) },
        .on(RemovalAlert.keep) { $0.dismiss() },
        .on(RemovalAlert.remove) { $0.remove($1) },
        .on(ShopCart.checkOut) { $0.checkOut() }.forAgents("Goes on to the address and the payment."),
        .on(ShippingForm.submit) { $0.ship($1) }.forAgents("Enters the address of the delivery."),
        .on(ShopPaymentForm.buy) { $0.buy($1) },
        .on(BuyCart.self) { $0.bought($1) },
        .on(PurchasePage.done) { $0.display(.home) },
        .on(finish: AuthCoordinator.self) { $0.loggedIn($1) },
    ]

    private var items: [ShopCartItem] { shared([ShopCartItem].self) ?? [] }
    private var shipping: ShopShipping? { shared(ShopShipping.self) }

    /// Takes over the shared stack and shows a page on it.
    func display(_ page: CartPage) {
        takeOver()
        switch page {
        case .home: setRoot(ShopCart(items: items, isLoading: isLoadingAccount))
        case .shipping: push(ShippingForm(shipping: shipping))
        case .payment: push(ShopPaymentForm(items: items))
        case .confirmation(let purchase): setRoot(PurchasePage(purchase: purchase), back: .barrier)
        }
    }

    private func askToRemove(_ choice: ShopChoice) throws {
        guard let item = items.first(where: { $0.choice == choice }) else {
            throw Rejection("item.unknown", "That item isn't in your cart.")
        }
        present(RemovalAlert(item: item), as: .alert)
    }

    /// Dismisses the alert and forwards the output to the application coordinator, which owns the cart.
    private func remove(_ choice: ShopChoice) {
        dismiss()
        forward()
    }

    private func checkOut() {
        guard shared(Account.self) != nil else {
            run(AuthCoordinator.self, with: .init(isClosable: true), in: .modal())
            return
        }
        display(.shipping)
    }

    private func loggedIn(_ reason: AuthCoordinator.Finish) {
        // The application coordinator stores the account, so the result has to bubble on.
        forward()
        switch reason {
        case .success, .closeConfirmationPhoneFlow: display(.shipping)
        case .close: break
        }
    }

    private func ship(_ shipping: ShopShipping) {
        guard shipping.name.hasVisibleText else { return show(.noName, on: ShippingForm.self) }
        guard shipping.address.hasVisibleText else { return show(.noAddress, on: ShippingForm.self) }
        // The application coordinator stores the shipping.
        forward()
        update { (screen: inout ShippingForm) in screen.shipping = shipping }
        display(.payment)
    }

    private func buy(_ payment: ShopPayment) {
        guard !items.isEmpty else { return display(.home) }
        guard let account = shared(Account.self) else { return checkOut() }
        guard let shipping else { return display(.shipping) }
        perform(BuyCart(account: account.id, items: items, shipping: shipping, payment: payment))
    }

    private func bought(_ purchase: ShopPurchase) {
        forward()
        display(.confirmation(purchase))
    }
}

extension Message {
    fileprivate static let noName = Message("shipping.noName", "Enter the name of the recipient.", pointer: "/name")

    fileprivate static let noAddress = Message("shipping.noAddress", "Enter an address.", pointer: "/address")
}
