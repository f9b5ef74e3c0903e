import Coordination

/// The login form.
struct Login: Screen {
    static let name = "login"
    static let submit = Output<Login, Credentials>("submit")
    static let signUp = Output<Login, Nothing>("signUp")
    static let forgotPassword = Output<Login, Nothing>("forgotPassword")
    static let close = Output<Login, Nothing>("close")

    /// Whether the user may continue without logging in.
    var isClosable: Bool

    static let title = "Log in"

    var disabledOutputs: [any ScreenOutput] { isClosable ? [] : [Self.close] }

    var view: ScreenView {
        if isClosable { Button(String(localized: "Close"), Self.close, role: .cancel, placement: .leading) }
        Text(String(localized: "Log in to your account, or sign up for one."), style: .secondary)
        Form(
            Self.submit,
            submit: String(localized: "Log in"),
            fields: [
                Field(\Credentials.login, String(localized: "Username"), autocomplete: "username"),
                Field(
                    \Credentials.password,
                    String(localized: "Password"),
                    .password,
                    autocomplete: "current-password"
                ),
            ]
        )
        Button(String(localized: "Sign up"), Self.signUp, role: .plain)
        Button(String(localized: "Forgot your password?"), Self.forgotPassword, role: .plain)
    }
}

/// The sign-up form, which can be submitted once the terms are accepted.
struct SignUp: Screen {
    static let name = "signUp"
    static let submit = Output<SignUp, Credentials>("submit")
    static let terms = Output<SignUp, Nothing>("terms")

    var confirmed: Bool

    static let title = "Sign up"

    var disabledOutputs: [any ScreenOutput] { confirmed ? [] : [Self.submit] }

    var view: ScreenView {
        List(
            style: .grouped,
            sections: [
                Section(rows: [
                    Row(
                        confirmed
                            ? String(localized: "Terms of service accepted") : String(localized: "Terms of service"),
                        subtitle: confirmed
                            ? String(localized: "Read again") : String(localized: "Read and accept to continue"),
                        accessory: confirmed ? .checkmark : .disclosure
                    ).reports(Self.terms)
                ])
            ]
        )
        Form(
            Self.submit,
            submit: String(localized: "Sign up"),
            fields: [
                Field(\Credentials.login, String(localized: "Username"), autocomplete: "username"),
                Field(
                    "password",
                    String(localized: "Password"),
                    .password,
                    autocomplete: "new-password",
                    help: String(localized: "Several unrelated words make a good password.")
                ),
            ]
        )
    }
}

/// The terms, with a switch to accept them.
struct Terms: Screen {
    static let name = "terms"
    static let confirmChanged = Output<Terms, Bool>("confirmChanged")

    var confirmed: Bool

    static let title = "Terms"

    var view: ScreenView {
        Heading(String(localized: "Terms of service"), level: 2)
        Text(String(localized: "Your account belongs to you. We store your data only for you and never share it."))
        Text(String(localized: "We use your phone number only to send you verification codes."))
        Toggle(String(localized: "I accept the terms"), Self.confirmChanged, value: confirmed)
    }
}
