import Coordination

/// The form for the login with a forgotten password.
struct ForgottenPassword: Screen {
    static let name = "forgottenPassword"
    static let submit = Output<ForgottenPassword, LoginEntry>("submit")
    static let useRecoveryCode = Output<ForgottenPassword, Nothing>("useRecoveryCode")

    static let title = "Forgot your password?"

    var view: ScreenView {
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
struct LoginEntry: Payload {
    var login: String

    static let schema: JSONSchema = .object(["login": Account.loginSchema])
}

/// The form for the code and the new password.
struct NewPassword: Screen {
    static let name = "newPassword"
    static let submit = Output<NewPassword, PasswordResetEntry>("submit")

    static let title = "New password"

    var view: ScreenView {
        Text(String(localized: "If the account exists and has a phone, we sent a code to it."), style: .secondary)
        Form(Self.submit, submit: String(localized: "Set password"), fields: [.sixDigitCode, .newPassword])
    }
}

extension Field {
    /// The field for a new password.
    static var newPassword: Field {
        Field(
            "password",
            String(localized: "New password"),
            .password,
            autocomplete: "new-password",
            help: String(localized: "Several unrelated words make a good password.")
        )
    }
}
