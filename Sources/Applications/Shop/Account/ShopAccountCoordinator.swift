import Coordination

/// The account section: the profile and the orders, after a log-in.
final class ShopAccountCoordinator: Coordinator {
    struct State: CoordinatorState { var page: AccountPage }

    static let version = 2
    static let migrations: [Migration] = [.colors]
    static let anchor: Anchor<State>? = .restart { State(page: $0["page"] ?? .profile) }

    func start() { open(state.page) }

    static let wiring: Wiring<ShopAccountCoordinator> = [
        .on(finish: ShopLoginCoordinator.self) { $0.loggedIn($1) },
        .on(ShopAccount.orders) { $0.showOrders() },
        .on(ShopAccount.logOut) { $0.logOut() },
        .shows(ShopOrders.self),
    ]

    private var account: Account? { shared(Account.self) }

    /// Shows a page, after the login if there is no account; takes the stack over when another section has it.
    func display(_ page: AccountPage) {
        if !isShowing(ShopAccount.self), !isShowing(ShopLogin.self) { takeOver() }
        open(page)
    }

    private func open(_ page: AccountPage) {
        state.page = page
        guard let account, page != .login else { return runLoginFlow() }
        show(page, of: account)
    }

    private func show(_ page: AccountPage, of account: Account) {
        if isShowing(ShopAccount.self) { pop(to: ShopAccount.self) } else { push(ShopAccount(account: account)) }
        if page == .orders { showOrders() }
    }

    private func runLoginFlow() {
        guard child(ShopLoginCoordinator.self) == nil else { return }
        run(ShopLoginCoordinator.self)
    }

    private func loggedIn(_ account: Account) {
        forward()
        show(state.page, of: account)
    }

    private func showOrders() {
        push(ShopOrders(purchases: shared([ShopPurchase].self) ?? []))
    }

    private func logOut() {
        forward()
        finish()
    }
}

/// The login flow; it finishes with the account, which removes the login from the stack.
final class ShopLoginCoordinator: Coordinator {
    typealias Finish = Account

    static let anchor: Anchor<State>? = .restart

    func start() { push(ShopLogin()) }

    static let wiring: Wiring<ShopLoginCoordinator> = [
        .on(ShopLogin.submit) { $0.perform(SignIn(credentials: $1)) },
        .on(SignIn.self) { $0.signedIn($1) },
    ]

    private func signedIn(_ result: SignIn.Value) {
        switch result {
        case .account(let account): finish(account)
        case .rejected: show(.wrongLogin, on: ShopLogin.self)
        case .tooMany(let retryAt): show(.tooManyLogins(retryAt: retryAt), on: ShopLogin.self)
        }
    }
}

extension Message {
    fileprivate static let wrongLogin = Message("login.refused", "Incorrect username or password.")

    fileprivate static func tooManyLogins(retryAt: Timestamp) -> Message {
        Message(
            "login.tooMany",
            "Too many attempts. Wait a few minutes, then try again.",
            params: ["retryAt": .string(retryAt.description)]
        )
    }
}
