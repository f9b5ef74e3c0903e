package import Coordination

/// The flow that sets a new password in place of a forgotten one, by a code to the phone of the account.
///
/// A recovery code replaces the phone. The screens are the same whether or not the login exists and has a phone, so the
/// flow reveals no logins.
package final class PasswordResetCoordinator: Coordinator {
    package struct State: CoordinatorState {
        /// The code that the user can enter.
        var challenge: CodeChallenge?
    }

    /// The result of the flow, after the password is set.
    package enum Finish {
        /// The account, to which the user is signed in.
        case account(Account)
        /// The second step of the sign-in.
        case secondFactor(SecondFactorChallenge)
    }

    package func start() { push(ForgottenPassword()) }

    package static let wiring: Wiring<PasswordResetCoordinator> = [
        .anchor(.restart { storage in State(challenge: storage["challenge"]) }),
        .on(ForgottenPassword.submit) { $0.perform(SendResetCode(login: $1.login)) },
        .on(SendResetCode.self) { $0.sent($1) },
        .on(NewPassword.submit) { $0.reset($1) },
        .on(ResetPassword.self) { $0.wasReset($1) },
        .on(ForgottenPassword.useRecoveryCode) { $0.push(AccountRecovery()) },
        .on(AccountRecovery.submit) { $0.perform(RecoverAccount(entry: $1)) },
        .on(RecoverAccount.self) { $0.recovered($1) },
    ]

    private func sent(_ result: SendResetCode.Value) {
        switch result {
        case .sent(let challenge):
            state.challenge = challenge
            push(NewPassword())
        case .tooMany(let retryAt): show(.tooManyTries(retryAt: retryAt, at: now), on: ForgottenPassword.self)
        }
    }

    private func reset(_ entry: PasswordResetEntry) {
        guard let challenge = state.challenge else { return codeExpired() }
        perform(ResetPassword(challenge: challenge.id, entry: entry))
    }

    private func wasReset(_ result: ResetPassword.Value) {
        switch result {
        case .account(let account): passwordChanged(.account(account))
        case .secondFactor(let challenge): passwordChanged(.secondFactor(challenge))
        case .wrongCode(let left) where left > 0: show(.wrongResetCode(left: left), on: NewPassword.self)
        case .wrongCode, .expired: codeExpired()
        case .weakPassword(let weakness): show(.weakPassword(weakness), on: NewPassword.self)
        }
    }

    private func recovered(_ result: RecoverAccount.Value) {
        switch result {
        case .account(let account): passwordChanged(.account(account))
        case .secondFactor(let challenge): passwordChanged(.secondFactor(challenge))
        case .rejected: show(.wrongRecoveryCode, on: AccountRecovery.self)
        case .weakPassword(let weakness): show(.weakPassword(weakness), on: AccountRecovery.self)
        case .tooMany(let retryAt): show(.tooManyTries(retryAt: retryAt, at: now), on: AccountRecovery.self)
        }
    }

    private func passwordChanged(_ result: Finish) {
        passBarrier()
        finish(result)
    }

    private func codeExpired() {
        state.challenge = nil
        pop(to: ForgottenPassword.self)
        show(.resetCodeExpired, on: ForgottenPassword.self)
    }
}

extension Message {
    fileprivate static let wrongRecoveryCode = Message("auth.refused", "Incorrect username or recovery code.")

    fileprivate static let resetCodeExpired = Message(
        "code.expired",
        "This code is no longer valid. Request a new one."
    )

    fileprivate static func wrongResetCode(left: Int) -> Message {
        Message(
            "code.wrong",
            "Incorrect code. \(left) attempts left.",
            pointer: "/code",
            params: ["left": .integer(Int64(left))]
        )
    }
}
