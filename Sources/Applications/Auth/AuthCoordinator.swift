import Coordination

/// The authentication flow: log-in, or sign-up with accepted terms, and a verified phone.
///
/// An account without a phone verifies one in a child flow, ``PhoneVerifyCoordinator``. An application that works
/// without an account runs the flow with `isClosable`.
final class AuthCoordinator: Coordinator {
    struct State: CoordinatorState {
        /// Whether the user may continue without an account, or with an account that has no phone.
        var isClosable = false
        /// Whether the terms are accepted; kept so that sign-up and terms show the same when they open again.
        var termsConfirmed = false
        /// The account that still needs a phone.
        var account: Account?
    }

    /// The result of the flow.
    enum Finish {
        /// An account with a phone.
        case success(Account)
        /// An account whose user postponed the phone verification.
        case closeConfirmationPhoneFlow(Account)
        /// No account: the user closed the flow.
        case close
    }

    static let version = 2

    static let migrations: [Migration] = [
        // Version 2 added `isClosable`; flows of version 1 could not be closed.
        Migration(from: 1) { stored in
            stored.state.setMember("isClosable", to: false)
            stored.updateScreens("login") { $0.setMember("isClosable", to: false) }
        }
    ]

    static let anchor: Anchor<State>? = .restart { storage in
        State(
            isClosable: storage["isClosable"] ?? false,
            termsConfirmed: storage["termsConfirmed"] ?? false,
            account: storage["account"]
        )
    }

    func start() { push(Login(isClosable: state.isClosable)) }

    static let wiring: Wiring<AuthCoordinator> = [
        .on(Login.submit) { $0.perform(SignIn(credentials: $1)) },
        .on(SignIn.self) { $0.signedIn($1) },
        .on(Login.signUp) { $0.showSignUp() },
        .on(Login.close) { $0.finish(.close) },
        .on(SignUp.terms) { $0.showTerms() },
        .on(Terms.confirmChanged) { $0.confirm($1) },
        .on(SignUp.submit) { $0.signUp($1) },
        .on(CreateAccount.self) { $0.created($1) },
        .on(PhoneList.later) { $0.leavePhoneForLater() },
        .on(finish: PhoneVerifyCoordinator.self) { $0.verified($1) },
        .on(AttachPhone.self) { $0.attached($1) },
    ]

    func showSignUp() { push(SignUp(confirmed: state.termsConfirmed)) }

    func showTerms() { push(Terms(confirmed: state.termsConfirmed)) }

    private func confirm(_ confirmed: Bool) {
        state.termsConfirmed = confirmed
        update { (screen: inout Terms) in screen.confirmed = confirmed }
        update { (screen: inout SignUp) in screen.confirmed = confirmed }
    }

    private func signUp(_ credentials: Credentials) {
        // A user who went back from the phone screens already has this account, so creating it again would fail.
        if let account = state.account, account.id == Account.id(ofLogin: credentials.login) {
            perform(SignIn(credentials: credentials))
        } else {
            perform(CreateAccount(credentials: credentials))
        }
    }

    private func signedIn(_ result: SignIn.Value) {
        switch result {
        case .account(let account): welcome(account)
        case .rejected: tell(.wrongCredentials)
        case .tooMany(let retryAt): tell(.tooManyTries(retryAt: retryAt))
        }
    }

    /// Shows a message on the sign-up if it is open, otherwise on the login; both perform `SignIn`.
    private func tell(_ message: Message) {
        if isShowing(SignUp.self) { show(message, on: SignUp.self) } else { show(message, on: Login.self) }
    }

    private func created(_ result: CreateAccount.Value) {
        switch result {
        case .account(let account): welcome(account)
        case .taken: show(.loginTaken, on: SignUp.self)
        case .invalidLogin: show(.invalidLogin, on: SignUp.self)
        case .weakPassword(let weakness): show(.weakPassword(weakness), on: SignUp.self)
        }
    }

    private func welcome(_ account: Account) {
        guard account.phones.isEmpty else { return finish(.success(account)) }
        state.account = account
        run(PhoneVerifyCoordinator.self, with: .init(account: account.id, isOptional: state.isClosable))
    }

    private func leavePhoneForLater() {
        guard let account = state.account else { return }
        finish(.closeConfirmationPhoneFlow(account))
    }

    private func verified(_ phone: PhoneNumber) {
        guard let account = state.account else { return }
        perform(AttachPhone(account: account.id, phone: phone))
    }

    private func attached(_ account: Account?) {
        guard let account else {
            popToRoot()
            return show(.wrongCredentials, on: Login.self)
        }
        finish(.success(account))
    }
}

extension Message {
    fileprivate static let wrongCredentials = Message("auth.refused", "Incorrect username or password.")

    fileprivate static let loginTaken = Message(
        "auth.taken",
        "This username is already taken. If it's yours, go back and log in.",
        pointer: "/login"
    )

    fileprivate static let invalidLogin = Message(
        "auth.invalidLogin",
        "Enter a username that can be seen.",
        pointer: "/login"
    )

    fileprivate static func tooManyTries(retryAt: Timestamp) -> Message {
        Message(
            "auth.tooMany",
            "Too many attempts. Wait a few minutes, then try again.",
            params: ["retryAt": .string(retryAt.description)]
        )
    }
}
