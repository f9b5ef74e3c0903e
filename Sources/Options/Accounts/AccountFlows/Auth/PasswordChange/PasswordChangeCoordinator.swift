package import Coordination

/// The flow that changes the password of the signed-in user, who enters the current one first.
///
/// An application runs it from its settings. The flow finishes when the password is changed.
package final class PasswordChangeCoordinator: Coordinator {
    package struct State: CoordinatorState {
        /// The account that gets the new password.
        var account: Account.ID

        package init(account: Account.ID) {
            self.account = account
        }
    }

    package func start() { push(ChangePasswordForm()) }

    package static let wiring: Wiring<PasswordChangeCoordinator> = [
        .anchor(.restart),
        .on(ChangePasswordForm.submit) { $0.perform(ChangePassword(account: $0.state.account, passwords: $1)) },
        .on(ChangePassword.self) { $0.changed($1) },
    ]

    private func changed(_ result: ChangePassword.Value) {
        switch result {
        case .changed:
            passBarrier()
            finish()
        case .rejected: show(.wrongCurrentPassword, on: ChangePasswordForm.self)
        case .weakPassword(let weakness): show(.weakPassword(weakness), on: ChangePasswordForm.self)
        case .tooMany(let retryAt): show(.tooManyTries(retryAt: retryAt, at: now), on: ChangePasswordForm.self)
        }
    }
}

/// The form for the current and the new password.
package struct ChangePasswordForm: Screen {
    package static let name = "changePassword"
    package static let submit = Output<ChangePasswordForm, PasswordChange>("submit")

    package static let title = "Change password"

    package var view: ScreenView {
        Form(
            Self.submit,
            submit: String(localized: "Change password"),
            fields: [
                Field("current", String(localized: "Current password"), .password, autocomplete: "current-password"),
                .newPassword,
            ]
        )
    }
}

extension Message {
    fileprivate static let wrongCurrentPassword = Message(
        "auth.refused",
        "Incorrect password.",
        pointer: "/current"
    )
}
