package import Coordination

/// The list of known numbers, with a button to add one.
package struct PhoneList: Screen {
    package static let name = "phoneList"
    package static let phoneSelected = Output<PhoneList, PhoneNumber>("phoneSelected")
    package static let addPhone = Output<PhoneList, Nothing>("addPhone")
    /// Postpones the verification, which a flow above this one handles.
    package static let later = Output<PhoneList, Nothing>("later")

    package var phones: [PhoneNumber]
    /// Whether the user may postpone the verification.
    package var isOptional: Bool

    package static let title = "Your phone"

    package var disabledOutputs: [any ScreenOutput] { isOptional ? [] : [Self.later] }

    package var view: ScreenView {
        Text(String(localized: "We'll send you a code to verify your phone number."))
        if phones.isEmpty {
            Empty(
                String(localized: "No phone numbers yet"),
                text: String(localized: "Add the number of a phone you have with you."),
                symbol: "phone"
            )
        } else {
            List(phones, style: .grouped) { phone in
                Row(phone.masked, picture: .symbol("phone"), accessory: .disclosure)
                    .reports(Self.phoneSelected, phone)
            }
        }
        Button(String(localized: "Add a number"), Self.addPhone, role: phones.isEmpty ? .primary : nil, symbol: "plus")
        if isOptional { Button(String(localized: "Not now"), Self.later, role: .cancel) }
    }
}

/// The form for a new number.
package struct AddPhone: Screen {
    package static let name = "addPhone"
    package static let submit = Output<AddPhone, PhoneEntry>("submit")

    package static let title = "Add a number"

    package var view: ScreenView {
        Form(
            Self.submit,
            submit: String(localized: "Send code"),
            fields: [
                Field(
                    "phone",
                    String(localized: "Phone number"),
                    .phone,
                    placeholder: "+49 170 1234567",
                    autocomplete: "tel",
                    help: String(localized: "Include the country code, starting with +.")
                )
            ]
        )
    }
}

/// A telephone number as the user typed it.
package struct PhoneEntry: Payload {
    package var phone: String

    package static let schema: JSONSchema = .object(["phone": PhoneNumber.schema])
}

/// The form for the code.
package struct VerifyPhone: Screen {
    package static let name = "verifyPhone"
    package static let submit = Output<VerifyPhone, CodeEntry>("submit")
    package static let resend = Output<VerifyPhone, Nothing>("resend")

    /// The whole number, so that the user can see where the code was sent.
    package var phone: String
    package var resendAvailableAt: Timestamp
    package var attemptsLeft: Int

    package static let title = "Enter the code"

    package var disabledOutputs: [any ScreenOutput] { attemptsLeft > 0 ? [] : [Self.submit] }

    package var view: ScreenView {
        Text(String(localized: "We sent a code to \(phone)."))
        if attemptsLeft > 0 {
            Form(Self.submit, submit: String(localized: "Confirm"), fields: [.sixDigitCode])
        }
        Button(
            String(localized: "Resend code"),
            Self.resend,
            role: attemptsLeft > 0 ? .plain : .primary,
            enabledAt: resendAvailableAt
        )
    }
}

extension Field {
    /// The field for a one-time code, of a message or of an authenticator app.
    package static var sixDigitCode: Field {
        Field(
            "code",
            String(localized: "Code"),
            .oneTimeCode,
            placeholder: "123456",
            autocomplete: "one-time-code",
            help: String(localized: "Enter the 6-digit code.")
        )
    }
}

/// A code as the user typed it.
package struct CodeEntry: Payload {
    package var code: Secret

    package static let schema: JSONSchema = .object(
        ["code": .string(pattern: .digits(6), secret: true)]
    )
}
