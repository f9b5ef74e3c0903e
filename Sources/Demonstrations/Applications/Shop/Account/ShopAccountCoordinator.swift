import AccountFlows
import Coordination

/// The account section: the profile and the orders, after a log-in.
final class ShopAccountCoordinator: Coordinator {
    struct State: CoordinatorState { var page: AccountPage }

    static let version = 2
    static let migrations: [Migration] = [.colors]

    func start() { open(state.page) }

    static let wiring: Wiring<ShopAccountCoordinator> = [
        .anchor(.restart { State(page: $0["page"] ?? .profile) }),
        .on(finish: AuthCoordinator.self) { $0.loggedIn($1) },
        .on(ShopAccount.orders) { $0.showOrders() },
        .on(ShopAccount.security) { $0.runSecurityFlow() },
        .on(ShopAccount.close) { $0.finish() },
        .runs(SecurityCoordinator.self),
        .shows(ShopOrders.self),
    ]

    private var account: Account? { shared(Account.self) }

    /// Shows a page, after the login if there is no account, and takes the stack over when another section has it.
    func display(_ page: AccountPage) {
        if !isShowing(ShopAccount.self), !isShowing(Login.self) { takeOver() }
        open(page)
    }

    private func open(_ page: AccountPage) {
        state.page = page
        guard let account else { return runAuthFlow() }
        show(page, of: account)
    }

    private func show(_ page: AccountPage, of account: Account) {
        if isShowing(ShopAccount.self) { pop(to: ShopAccount.self) } else { push(ShopAccount(account: account)) }
        if page == .orders { showOrders() }
    }

    private func runAuthFlow() {
        guard child(AuthCoordinator.self) == nil else { return }
        run(AuthCoordinator.self, with: .init(isClosable: true))
    }

    /// Ends the login that this section shows, if the user has logged in elsewhere.
    func closeLogin() {
        child(AuthCoordinator.self)?.finish(.close)
    }

    private func loggedIn(_ reason: AuthCoordinator.Finish) {
        switch reason {
        case .success(let account), .closeConfirmationPhoneFlow(let account):
            // The application coordinator stores the account, so the result has to bubble on.
            forward()
            show(state.page, of: account)
        case .close: finish()
        }
    }

    private func runSecurityFlow() {
        guard let account else { return }
        run(SecurityCoordinator.self, with: .init(account: account.id))
    }

    private func showOrders() {
        push(ShopOrders(purchases: shared([ShopPurchase].self) ?? [], isLoading: isLoadingAccount))
    }
}

extension Coordinating {
    /// Whether the data of the account that the application coordinator shares is still being loaded, or `nil` if it is not.
    var isLoadingAccount: Bool? { shared(Account.self) != nil && shared(SavedShopCart.self) == nil ? true : nil }
}
