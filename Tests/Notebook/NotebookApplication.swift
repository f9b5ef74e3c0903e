package import Coordination

/// A small test application: a user signs in or up, reads notes, and writes a new one.
package enum NotebookApplication {
    /// Creates the application `notebook`.
    package static func make() throws -> Application {
        try Application("notebook", title: "Notebook", root: NotebookCoordinator.self, state: .init(), factory: ())
    }
}

/// The deep links of the notebook.
enum NotebookLink: DeepLink {
    /// A note above the list, which needs an account.
    case note(Int)
    /// The settings, which need an account.
    case settings
    /// The sign-up above the login, which is rejected for a user who has signed in.
    case signUp

    init?(path: [String], query: [String: String]) {
        switch path {
        case ["settings"]: self = .settings
        case ["signUp"]: self = .signUp
        default:
            guard path.count == 2, path[0] == "note", let number = Int(path[1]) else { return nil }
            self = .note(number)
        }
    }
}

/// The root of the notebook, which shows the login until a user has signed in.
final class NotebookCoordinator: ApplicationCoordinator {
    struct State: CoordinatorState {
        /// The account, or `nil` for a guest.
        var account: String?
    }

    func start() {
        if let account = state.account {
            run(TabsCoordinator.self, with: .init(account: account), in: .root(transition: .fade))
        } else {
            run(SignInCoordinator.self, with: .init(), in: .root(transition: .crossDissolve))
        }
    }

    static let wiring: Wiring<NotebookCoordinator> = [
        .letsAgentsNavigate(),
        .on(finish: SignInCoordinator.self) { $0.signedIn($1) },
        .on(Settings.logOut) { $0.signOut() },
        .runs(TabsCoordinator.self),
    ]

    private func signedIn(_ account: String) {
        signIn(as: Identity(account: account))
        state.account = account
        start()
    }

    func open(_ link: NotebookLink) throws {
        guard let tabs = child(TabsCoordinator.self) else {
            guard link == .signUp else { throw Rejection("link.needsAccount", "Log in first.") }
            child(SignInCoordinator.self)?.popToRoot()
            child(SignInCoordinator.self)?.showSignUp()
            return
        }
        switch link {
        case .note(let number): try tabs.showNote(number)
        case .settings: tabs.selectTab("settings")
        case .signUp: throw Rejection("link.needsGuest", "You're logged in already.")
        }
    }
}
