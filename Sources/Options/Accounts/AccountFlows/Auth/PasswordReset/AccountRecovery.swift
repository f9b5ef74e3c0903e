package import Coordination

/// The form for a new password with a recovery code, for users without their phone.
package struct AccountRecovery: Screen {
    package static let name = "accountRecovery"
    package static let submit = Output<AccountRecovery, RecoveryEntry>("submit")

    package static let title = "Recover your account"

    package var view: ScreenView {
        Text(
            String(localized: "Enter one of the recovery codes that you saved, and choose a new password."),
            style: .secondary
        )
        Form(
            Self.submit,
            submit: String(localized: "Set password"),
            fields: [
                Field("login", String(localized: "Username"), autocomplete: "username"), .recoveryCode, .newPassword,
            ]
        )
    }
}
