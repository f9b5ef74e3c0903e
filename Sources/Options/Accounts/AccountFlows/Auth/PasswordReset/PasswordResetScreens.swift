package import Coordination

/// The form in which a user who forgot the password enters the login.
package struct ForgottenPassword: Screen {
    package static let name = "forgottenPassword"
    package static let submit = Output<ForgottenPassword, LoginEntry>("submit")
    package static let useRecoveryCode = Output<ForgottenPassword, Nothing>("useRecoveryCode")

    package static let title = "Forgot your password?"

    package var view: ScreenView {
        Text(
            String(localized: "We'll send a code to the phone of your account. With it you can choose a new password."),
            style: .secondary
        )
        Form(
            Self.submit,
            submit: String(localized: "Send code"),
            fields: [Field("login", String(localized: "Username"), autocomplete: "username")]
        )
        Button(String(localized: "Use a recovery code"), Self.useRecoveryCode, role: .plain)
    }
}

/// A login as the user typed it.
package struct LoginEntry: Payload {
    package var login: String

    package static let schema: JSONSchema = .object(["login": Account.loginSchema])
}

/// The form for the code and the new password.
package struct NewPassword: Screen {
    package static let name = "newPassword"
    package static let submit = Output<NewPassword, PasswordResetEntry>("submit")

    package static let title = "New password"

    package var view: ScreenView {
        Text(String(localized: "If the account exists and has a phone, we sent a code to it."), style: .secondary)
        Form(Self.submit, submit: String(localized: "Set password"), fields: [.sixDigitCode, .newPassword])
    }
}

extension Field {
    /// The field for a new password.
    package static var newPassword: Field {
        Field(
            "password",
            String(localized: "New password"),
            .password,
            autocomplete: "new-password",
            help: String(localized: "Several unrelated words make a good password.")
        )
    }
}
