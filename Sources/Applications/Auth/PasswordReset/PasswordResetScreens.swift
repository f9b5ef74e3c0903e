import Coordination

/// The form for the login whose password is forgotten.
struct ForgottenPassword: Screen {
    static let name = "forgottenPassword"
    static let submit = Output<ForgottenPassword, LoginEntry>("submit")
    static let useRecoveryCode = Output<ForgottenPassword, Nothing>("useRecoveryCode")

    static let title = "Forgot your password?"

    var view: ScreenView {
        Text(
            "We'll send a code to the phone of your account. With it you can choose a new password.",
            style: .secondary
        )
        Form(
            Self.submit,
            submit: "Send code",
            fields: [Field("login", "Username", autocomplete: "username")]
        )
        Button("Use a recovery code", Self.useRecoveryCode, role: .plain)
    }
}

/// A login as the user typed it.
struct LoginEntry: Payload {
    var login: String

    static let schema: JSONSchema = .object(["login": .string(minLength: 1, maxLength: 100)])
}

/// The form for the code and the new password.
struct NewPassword: Screen {
    static let name = "newPassword"
    static let submit = Output<NewPassword, PasswordResetEntry>("submit")

    static let title = "New password"

    var view: ScreenView {
        Text("If the account exists and has a phone, we sent a code to it.", style: .secondary)
        Form(Self.submit, submit: "Set password", fields: [.sixDigitCode, .newPassword])
    }
}

extension Field {
    /// The field for a new password.
    static let newPassword = Field(
        "password",
        "New password",
        .password,
        autocomplete: "new-password",
        help: "Several unrelated words make a good password."
    )
}
