import Coordination

/// A bank: accounts, and transfers that a one-time code confirms.
package enum BankApplication {
    package static func make() throws -> Application {
        try Application("bank", title: "Bank", root: BankCoordinator.self, state: .init(), factory: (), samples: .bank)
    }
}

/// Logs the customer in, shows the accounts, and logs the customer out when nothing happens for five minutes.
final class BankCoordinator: ApplicationCoordinator {
    struct State: CoordinatorState { var accounts: [BankAccount] = [] }

    func start() { setRoot(Login()) }

    static let wiring: Wiring<BankCoordinator> = [
        .willHandle { if $1.isOfUser { $0.restartIdleTimer() } },
        .on(timer: "idle") { $0.logOutIdle() },
        .on(Login.submit) { $0.perform(LogIn(credentials: $1)) },
        .on(LogIn.self) { $0.loggedIn($1) },
        .on(AccountList.transfer) { try $0.startTransfer(from: $1) },
        .on(AccountList.logOut) { $0.signOut() },
        .runs(TransferCoordinator.self),
        .on(BookTransfer.self) { if case .booked(let account) = $1 { $0.transferred(from: account) } },
    ]

    private func restartIdleTimer() {
        cancelTimer("idle")
        if identity != nil { startTimer("idle", after: .seconds(300)) }
    }

    private func logOutIdle() {
        signOut()
        show(.idle, on: Login.self)
    }

    private func loggedIn(_ result: LogIn.Value) {
        guard case .customer(let id, let accounts) = result else { return show(.wrongCredentials, on: Login.self) }
        signIn(as: Identity(account: id))
        state.accounts = accounts
        setRoot(AccountList(accounts: accounts), back: .barrier)
        restartIdleTimer()
    }

    private func startTransfer(from iban: String) throws {
        guard let source = state.accounts.first(where: { $0.iban == iban }) else {
            throw Rejection("bank.unknownAccount", "This is not one of your accounts.")
        }
        run(TransferCoordinator.self, with: .init(source: source), in: .modal())
    }

    private func transferred(from account: BankAccount) {
        guard let index = state.accounts.firstIndex(where: { $0.iban == account.iban }) else { return }
        state.accounts[index] = account
        update { (list: inout AccountList) in list.accounts = state.accounts }
        show(.transferred, on: AccountList.self)
    }
}

extension Message {
    fileprivate static let idle = Message("bank.idle", "Five minutes without a tap: you are logged out.", level: .info)
    fileprivate static let wrongCredentials = Message("bank.wrongCredentials", "The number or the PIN is wrong.")
    fileprivate static let transferred = Message("bank.transferred", "The money is on its way.", level: .success)
}
