import Coordination

/// An e-mail address with its password.
package struct LogInEntry: Payload {
    package var email: String
    package var password: Secret

    package static let schema: JSONSchema = .object([
        "email": .string(minLength: 3, maxLength: 80), "password": .string(minLength: 1, maxLength: 80, secret: true),
    ])
}

/// Checks the password of a user.
package struct LogIn: Effect {
    package static let name = "logIn"
    package static let isSecret = true
    package var entry: LogInEntry

    package enum Value: Codable, Sendable {
        case user(account: String, name: String)
        case rejected
    }
}

/// The form for the password.
struct LogInForm: Screen {
    static let name = "logIn"
    static let title = "Log in"
    static let submit = Output<LogInForm, LogInEntry>("submit")

    var view: ScreenView {
        Form(
            Self.submit,
            submit: String(localized: "Log in"),
            fields: [
                Field(\LogInEntry.email, String(localized: "E-mail"), .email, autocomplete: "username"),
                Field(\LogInEntry.password, String(localized: "Password"), .password, autocomplete: "current-password"),
            ]
        )
    }
}

/// The log-in, which any flow can run.
///
/// The root hears of the user first, and signs them in.
final class LogInCoordinator: Coordinator {
    func start() { push(LogInForm()) }

    static let wiring: Wiring<LogInCoordinator> = [
        .on(LogInForm.submit) { $0.perform(LogIn(entry: $1)) },
        .on(LogIn.self) { $0.checked($1) },
    ]

    private func checked(_ result: LogIn.Value) {
        guard case .user = result else { return show(.wrongPassword, on: LogInForm.self) }
        forward()
        finish()
    }
}

extension Message {
    fileprivate static let wrongPassword = Message("logIn.wrong", "The e-mail address or the password is wrong.")
}
