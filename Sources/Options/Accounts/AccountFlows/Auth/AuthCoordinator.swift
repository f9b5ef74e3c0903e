package import Coordination

/// The authentication flow: log-in in one or two steps, or sign-up with accepted terms, and a verified phone.
///
/// An account without a phone verifies one in a child flow, ``PhoneVerifyCoordinator``. An application that works
/// without an account runs the flow with `isClosable`.
///
/// A sign-up continues in the same way whether or not its login is taken. Only a user who has verified a phone, or
/// postponed it, learns that, and the account directory limits the attempts of both: so logins can't be collected.
package final class AuthCoordinator: Coordinator {
    package struct State: CoordinatorState {
        /// Whether the user may continue without an account, or with an account that has no phone.
        var isClosable = false
        /// Whether the user of the sign-up accepts the terms, stored so that the terms show it when they open again.
        var termsConfirmed = false
        /// The account that still needs a phone.
        var account: Account?
        /// The prepared credentials of a sign-up.
        var request: String?
        /// The phone that was verified for a sign-up, stored for the choice of another login.
        var phone: PhoneNumber?
        /// The second step of a sign-in.
        var secondFactor: SecondFactorChallenge?

        package init(
            isClosable: Bool = false,
            termsConfirmed: Bool = false,
            account: Account? = nil,
            request: String? = nil,
            phone: PhoneNumber? = nil,
            secondFactor: SecondFactorChallenge? = nil
        ) {
            self.isClosable = isClosable
            self.termsConfirmed = termsConfirmed
            self.account = account
            self.request = request
            self.phone = phone
            self.secondFactor = secondFactor
        }
    }

    /// The result of the flow.
    package enum Finish {
        /// An account with a phone.
        case success(Account)
        /// An account that has no phone yet, because its user postponed the verification.
        case closeConfirmationPhoneFlow(Account)
        /// No account: the user closed the flow.
        case close
    }

    /// A user who swipes the login away has closed it.
    package var cancellation: Finish? { .close }

    package static let version = 2

    package static let migrations: [Migration] = [
        // Version 2 added `isClosable`. Flows of version 1 could not be closed.
        Migration(from: 1) { stored in
            stored.state.setMember("isClosable", to: false)
            stored.updateScreens("login") { $0.setMember("isClosable", to: false) }
        }
    ]

    package func start() { push(Login(isClosable: state.isClosable)) }

    package static let wiring: Wiring<AuthCoordinator> = [
        .anchor(
            .restart { storage in
                State(
                    isClosable: storage["isClosable"] ?? false,
                    termsConfirmed: storage["termsConfirmed"] ?? false,
                    account: storage["account"],
                    request: storage["request"],
                    phone: storage["phone"],
                    secondFactor: nil
                )
            }
        ),
        .on(Login.submit) { $0.perform(SignIn(credentials: $1)) },
        .on(SignIn.self) { $0.signedIn($1) },
        .on(Login.signUp) { $0.showSignUp() },
        .on(Login.close) { $0.finish(.close) },
        .on(SignUp.terms) { $0.showTerms() },
        .on(Terms.confirmChanged) { $0.confirm($1) },
        .on(SignUp.submit) { $0.perform(PrepareAccount(credentials: $1)) },
        .on(PrepareAccount.self) { $0.prepared($1) },
        .on(CreateAccount.self) { $0.created($1) },
        .on(Login.forgotPassword) { $0.run(PasswordResetCoordinator.self, with: .init()) },
        .on(finish: PasswordResetCoordinator.self) { $0.passwordReset($1) },
        .on(SecondFactor.submit) { $0.checkSecondFactor($1.code) },
        .on(SecondFactor.useRecoveryCode) { $0.push(SecondFactorRecovery()) },
        .on(SecondFactorRecovery.submit) { $0.checkSecondFactor($1.code) },
        .on(CheckSecondFactor.self) { $0.checkedSecondFactor($1) },
        .on(PhoneList.later) { $0.leavePhoneForLater() },
        .on(finish: PhoneVerifyCoordinator.self) { $0.verified($1) },
        .on(AttachPhone.self) { $0.attached($1) },
    ]

    package func showSignUp() {
        // The next sign-up may be another person's: it takes over neither a consent nor a verified phone.
        state.termsConfirmed = false
        state.request = nil
        state.phone = nil
        push(SignUp(confirmed: false))
    }

    package func showTerms() { push(Terms(confirmed: state.termsConfirmed)) }

    private func confirm(_ confirmed: Bool) {
        state.termsConfirmed = confirmed
        update { (screen: inout Terms) in screen.confirmed = confirmed }
        update { (screen: inout SignUp) in screen.confirmed = confirmed }
    }

    private func signedIn(_ result: SignIn.Value) {
        switch result {
        case .account(let account): welcome(account)
        case .secondFactor(let challenge): askForSecondFactor(challenge)
        case .rejected: show(.wrongCredentials, on: Login.self)
        case .tooMany(let retryAt): show(.tooManyTries(retryAt: retryAt, at: now), on: Login.self)
        }
    }

    private func passwordReset(_ result: PasswordResetCoordinator.Finish) {
        switch result {
        case .account(let account): welcome(account)
        case .secondFactor(let challenge): askForSecondFactor(challenge)
        }
    }

    private func askForSecondFactor(_ challenge: SecondFactorChallenge) {
        state.secondFactor = challenge
        push(SecondFactor())
    }

    private func checkSecondFactor(_ code: Secret) {
        guard let challenge = state.secondFactor else { return secondFactorExpired() }
        perform(CheckSecondFactor(challenge: challenge.id, code: code))
    }

    private func checkedSecondFactor(_ result: CheckSecondFactor.Value) {
        switch result {
        case .account(let account):
            state.secondFactor = nil
            welcome(account)
        case .rejected:
            show(.wrongAuthenticatorCode, on: SecondFactor.self)
            show(.wrongRecoveryCode, on: SecondFactorRecovery.self)
        case .tooMany(let retryAt):
            show(.tooManyTries(retryAt: retryAt, at: now), on: SecondFactor.self)
            show(.tooManyTries(retryAt: retryAt, at: now), on: SecondFactorRecovery.self)
        case .expired: secondFactorExpired()
        }
    }

    private func secondFactorExpired() {
        state.secondFactor = nil
        popToRoot()
        show(.secondFactorExpired, on: Login.self)
    }

    private func prepared(_ result: PrepareAccount.Value) {
        switch result {
        case .prepared(let request):
            state.account = nil
            state.request = request
            // A user who has to choose another login does not verify the phone again.
            if state.phone != nil { create() } else { runPhoneVerifyFlow() }
        case .invalidLogin: show(.invalidLogin, on: SignUp.self)
        case .weakPassword(let weakness): show(.weakPassword(weakness), on: SignUp.self)
        case .tooMany(let retryAt): show(.tooManyTries(retryAt: retryAt, at: now), on: SignUp.self)
        }
    }

    private func create() {
        guard let request = state.request else { return }
        perform(CreateAccount(request: request, phone: state.phone))
    }

    private func created(_ result: CreateAccount.Value) {
        switch result {
        case .account(let account):
            passBarrier()
            finish(account.phones.isEmpty ? .closeConfirmationPhoneFlow(account) : .success(account))
        case .taken: refuse(.loginTaken)
        case .expired: refuse(.signUpExpired)
        case .tooMany(let retryAt): refuse(.tooManyTries(retryAt: retryAt, at: now))
        }
    }

    private func refuse(_ message: Message) {
        pop(to: SignUp.self)
        show(message, on: SignUp.self)
    }

    private func welcome(_ account: Account) {
        guard account.phones.isEmpty else { return finish(.success(account)) }
        state.account = account
        runPhoneVerifyFlow()
    }

    private func runPhoneVerifyFlow() {
        run(PhoneVerifyCoordinator.self, with: .init(account: state.account?.id, isOptional: state.isClosable))
    }

    private func leavePhoneForLater() {
        guard let account = state.account else { return create() }
        finish(.closeConfirmationPhoneFlow(account))
    }

    private func verified(_ phone: PhoneNumber) {
        if let account = state.account {
            perform(AttachPhone(account: account.id, phone: phone))
        } else {
            state.phone = phone
            create()
        }
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

    fileprivate static let wrongRecoveryCode = Message(
        "auth.refused",
        "Incorrect recovery code, or it was used before.",
        pointer: "/code"
    )

    fileprivate static let secondFactorExpired = Message(
        "auth.secondFactorExpired",
        "The login took too long. Enter your username and password again."
    )

    fileprivate static let loginTaken = Message(
        "auth.taken",
        "This username is already taken. If it's yours, go back and log in.",
        pointer: "/login"
    )

    fileprivate static let signUpExpired = Message(
        "auth.signUpExpired",
        "The sign-up took too long. Enter your username and password again."
    )

    fileprivate static let invalidLogin = Message(
        "auth.invalidLogin",
        "Enter a username that can be seen.",
        pointer: "/login"
    )
}
