package import Coordination

/// The flow that signs a user in, or up with a telephone that is verified by a code.
///
/// It finishes with the account.
final class SignInCoordinator: Coordinator {
    struct State: CoordinatorState {
        /// The account of a sign-up whose telephone is not verified yet.
        var account: String?
    }
    typealias Finish = String

    func start() { push(Login()) }

    static let wiring: Wiring<SignInCoordinator> = [
        .on(Login.submit) { $0.perform(SignIn(credentials: $1)) },
        .on(SignIn.self) { $0.signedIn($1) },
        .on(Login.signUp) { $0.showSignUp() },
        .on(SignUp.terms) { $0.push(Terms(confirmed: false)) },
        .on(Terms.confirmChanged) { $0.confirm($1) },
        .on(SignUp.submit) { $0.perform(CreateAccount(credentials: $1)) },
        .on(CreateAccount.self) { $0.created($1) },
        .on(AddPhone.submit) { $0.verify($1.phone) },
        .on(VerifyPhone.submit) { $0.perform(CheckCode(code: $1.code)) },
        .on(CheckCode.self) { $0.checked($1) },
    ]

    func showSignUp() { push(SignUp(confirmed: false)) }

    private func signedIn(_ account: String?) {
        guard let account else {
            update { (screen: inout Login) in screen.attempts += 1 }
            return show(Message("login.wrong", "Incorrect username or password."), on: Login.self)
        }
        finish(account)
    }

    private func confirm(_ confirmed: Bool) {
        update { (screen: inout Terms) in screen.confirmed = confirmed }
        update { (screen: inout SignUp) in screen.confirmed = confirmed }
    }

    private func created(_ account: String) {
        state.account = account
        push(AddPhone())
    }

    /// Shows the form for the code, with the end of the number alone.
    private func verify(_ phone: String) {
        push(VerifyPhone(phone: "•••\(phone.suffix(2))", sentAt: now, attemptsLeft: 5))
    }

    private func checked(_ isRight: Bool) {
        guard isRight, let account = state.account else {
            update { (screen: inout VerifyPhone) in screen.attemptsLeft -= 1 }
            return show(Message("code.wrong", "Incorrect code.", pointer: "/code"), on: VerifyPhone.self)
        }
        finish(account)
    }
}

/// An effect that checks a login and a password.
package struct SignIn: Effect {
    /// The name `signIn`.
    package static let name = "signIn"
    /// `true`: it has a password, so it is never stored.
    package static let isSecret = true

    /// The login and the password as entered.
    package var credentials: Credentials

    /// The account, or `nil` for a wrong login or password.
    package typealias Value = String?
}

/// An effect that creates an account.
package struct CreateAccount: Effect {
    /// The name `createAccount`.
    package static let name = "createAccount"
    /// `true`: it has a password, so it is never stored.
    package static let isSecret = true

    /// The login and the password as entered.
    package var credentials: Credentials

    /// The account that was signed in to.
    package typealias Value = String
}

/// An effect that checks a one-time code.
package struct CheckCode: Effect {
    /// The name `checkCode`.
    package static let name = "checkCode"
    /// `true`: it has a code, so it is never stored.
    package static let isSecret = true

    /// The code as entered.
    package var code: Secret

    /// Whether the code is right.
    package typealias Value = Bool
}
