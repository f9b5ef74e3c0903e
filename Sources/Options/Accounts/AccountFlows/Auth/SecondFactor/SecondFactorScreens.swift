package import Coordination

/// The form for the code of the authenticator app, after the right password.
package struct SecondFactor: Screen {
    package static let name = "secondFactor"
    package static let submit = Output<SecondFactor, CodeEntry>("submit")
    package static let useRecoveryCode = Output<SecondFactor, Nothing>("useRecoveryCode")

    package static let title = "Two-step login"

    package var view: ScreenView {
        Text(String(localized: "Enter the code that your authenticator app shows now."), style: .secondary)
        Form(Self.submit, submit: String(localized: "Continue"), fields: [.sixDigitCode])
        Button(String(localized: "Use a recovery code"), Self.useRecoveryCode, role: .plain)
    }
}

/// The form for a recovery code in place of the authenticator app.
package struct SecondFactorRecovery: Screen {
    package static let name = "secondFactorRecovery"
    package static let submit = Output<SecondFactorRecovery, RecoveryCodeEntry>("submit")

    package static let title = "Recovery code"

    package var view: ScreenView {
        Text(String(localized: "Enter one of the recovery codes that you saved. Each works once."), style: .secondary)
        Form(Self.submit, submit: String(localized: "Continue"), fields: [.recoveryCode])
    }
}

/// A recovery code as the user typed it.
package struct RecoveryCodeEntry: Payload {
    package var code: Secret

    package static let schema: JSONSchema = .object([
        "code": .string(minLength: 1, maxLength: 40, secret: true, form: .code)
    ])
}

extension Field {
    /// The field for a recovery code.
    package static var recoveryCode: Field {
        Field(
            "code",
            String(localized: "Recovery code"),
            .password,
            placeholder: String(localized: "ABCD-EFGH-IJKL-MNOP"),
            autocomplete: "off"
        )
    }
}
