package import Coordination

/// The flow in which a signed-in user enters the password again, before a change of how they prove who they are.
///
/// The parent performs ``CheckRecentSignIn`` first, and runs the flow unless the session has signed in recently. The flow
/// finishes when the password is right.
package final class ReauthenticationCoordinator: Coordinator {
    package struct State: CoordinatorState {
        /// The account that the user is signed in to.
        var account: Account.ID

        package init(account: Account.ID) {
            self.account = account
        }
    }

    package func start() { push(ConfirmPasswordForm()) }

    package static let wiring: Wiring<ReauthenticationCoordinator> = [
        .anchor(.restart),
        .on(ConfirmPasswordForm.submit) {
            $0.perform(ConfirmPassword(account: $0.state.account, password: $1.password))
        },
        .on(ConfirmPassword.self) { $0.confirmed($1) },
    ]

    private func confirmed(_ result: ConfirmPassword.Value) {
        switch result {
        case .confirmed: finish()
        case .rejected: show(.incorrectPassword, on: ConfirmPasswordForm.self)
        case .tooMany(let retryAt): show(.tooManyTries(retryAt: retryAt, at: now), on: ConfirmPasswordForm.self)
        }
    }
}

/// The form for the password of the signed-in user.
package struct ConfirmPasswordForm: Screen {
    package static let name = "confirmPassword"
    package static let submit = Output<ConfirmPasswordForm, PasswordEntry>("submit")

    package static let title = "Enter your password"

    package var view: ScreenView {
        Text(
            String(localized: "You logged in some time ago. Enter your password again to continue."),
            style: .secondary
        )
        Form(
            Self.submit,
            submit: String(localized: "Continue"),
            fields: [Field("password", String(localized: "Password"), .password, autocomplete: "current-password")]
        )
    }
}

/// A password as the user typed it.
package struct PasswordEntry: Payload {
    package var password: Secret

    package static let schema: JSONSchema = .object(["password": .string(minLength: 1, maxLength: 200, secret: true)])
}

extension Message {
    fileprivate static let incorrectPassword = Message("auth.refused", "Incorrect password.", pointer: "/password")
}
