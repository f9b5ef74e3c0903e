package import Coordination

/// The login form.
package struct Login: Screen {
    package static let name = "login"
    package static let submit = Output<Login, Credentials>("submit")
    package static let signUp = Output<Login, Nothing>("signUp")
    package static let forgotPassword = Output<Login, Nothing>("forgotPassword")
    package static let close = Output<Login, Nothing>("close")

    /// Whether the user may continue without logging in.
    package var isClosable: Bool

    package static let title = "Log in"

    package var disabledOutputs: [any ScreenOutput] { isClosable ? [] : [Self.close] }

    package var view: ScreenView {
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
package struct SignUp: Screen {
    package static let name = "signUp"
    package static let submit = Output<SignUp, Credentials>("submit")
    package static let terms = Output<SignUp, Nothing>("terms")

    package var confirmed: Bool

    package static let title = "Sign up"

    package var disabledOutputs: [any ScreenOutput] { confirmed ? [] : [Self.submit] }

    package var view: ScreenView {
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
package struct Terms: Screen {
    package static let name = "terms"
    package static let confirmChanged = Output<Terms, Bool>("confirmChanged")

    package var confirmed: Bool

    package static let title = "Terms"

    package var view: ScreenView {
        Heading(String(localized: "Terms of service"), level: 2)
        Text(String(localized: "Your account belongs to you. We store your data only for you and never share it."))
        Text(String(localized: "We use your phone number only to send you verification codes."))
        Toggle(String(localized: "I accept the terms"), Self.confirmChanged, value: confirmed)
    }
}
