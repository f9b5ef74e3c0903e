package import Coordination

/// The form for a login and a password.
struct Login: Screen {
    static let name = "login"
    static let submit = Output<Login, Credentials>("submit")
    static let signUp = Output<Login, Nothing>("signUp")

    /// The number of wrong attempts.
    var attempts = 0

    static let title = "Log in"

    var view: ScreenView {
        Form(
            Self.submit,
            submit: "Log in",
            fields: [
                Field(\Credentials.login, "Username", autocomplete: "username"),
                Field(\Credentials.password, "Password", .password, autocomplete: "current-password"),
            ]
        )
        Button("Sign up", Self.signUp, role: .plain)
    }
}

/// A login and a password as the user typed them.
package struct Credentials: Payload {
    /// The login as it was typed.
    package var login: String
    /// The password as it was typed.
    package var password: Secret

    /// A login of 1 to 100 characters and a password of 1 to 200.
    package static let schema: JSONSchema = .object(
        [
            "login": .string(minLength: 1, maxLength: 100, form: .verbatim),
            "password": .string(minLength: 1, maxLength: 200, secret: true),
        ]
    )
}

/// The form for a new account, which can be submitted once the terms are accepted.
struct SignUp: Screen {
    static let name = "signUp"
    static let terms = Output<SignUp, Nothing>("terms")
    static let submit = Output<SignUp, Credentials>("submit")

    var confirmed: Bool

    var disabledOutputs: [any ScreenOutput] { confirmed ? [] : [Self.submit] }

    var view: ScreenView {
        Text("An account keeps your notes on all of your devices. Choose a password that you use nowhere else.")
        Form(
            Self.submit,
            submit: "Sign up",
            fields: [
                Field(\Credentials.login, "Username", autocomplete: "username"),
                Field(\Credentials.password, "Password", .password, autocomplete: "new-password"),
            ]
        )
    }
}

/// The terms, with a switch to accept them.
struct Terms: Screen {
    static let name = "terms"
    static let confirmChanged = Output<Terms, Bool>("confirmChanged")

    var confirmed: Bool
}

/// The form for the telephone of a new account.
struct AddPhone: Screen {
    static let name = "addPhone"
    static let submit = Output<AddPhone, Phone>("submit")

    struct Phone: Payload {
        var phone: String

        static let schema: JSONSchema = .object(["phone": .string(maxLength: 40)])
    }
}

/// The form for the code that was sent to a telephone.
struct VerifyPhone: Screen {
    static let name = "verifyPhone"
    static let submit = Output<VerifyPhone, Code>("submit")

    var phone: String
    var sentAt: Timestamp
    var attemptsLeft: Int

    struct Code: Payload {
        var code: Secret

        static let schema: JSONSchema = .object(["code": .string(pattern: .digits(6), secret: true)])
    }
}
