import Coordination

/// The list of known numbers, with a button to add one.
struct PhoneList: Screen {
    static let name = "phoneList"
    static let phoneSelected = Output<PhoneList, PhoneNumber>("phoneSelected")
    static let addPhone = Output<PhoneList, Nothing>("addPhone")
    /// Postpones the verification, which a flow above this one handles.
    static let later = Output<PhoneList, Nothing>("later")

    var phones: [PhoneNumber]
    /// Whether the user may postpone the verification.
    var isOptional: Bool

    static let title = "Your phone"

    var disabledOutputs: [any ScreenOutput] { isOptional ? [] : [Self.later] }

    var view: ScreenView {
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
struct AddPhone: Screen {
    static let name = "addPhone"
    static let submit = Output<AddPhone, PhoneEntry>("submit")

    static let title = "Add a number"

    var view: ScreenView {
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
struct PhoneEntry: Payload {
    var phone: String

    static let schema: JSONSchema = .object(["phone": PhoneNumber.schema])
}

/// The form for the code.
struct VerifyPhone: Screen {
    static let name = "verifyPhone"
    static let submit = Output<VerifyPhone, CodeEntry>("submit")
    static let resend = Output<VerifyPhone, Nothing>("resend")

    /// The whole number, so that the user can see where the code was sent.
    var phone: String
    var resendAvailableAt: Timestamp
    var attemptsLeft: Int

    static let title = "Enter the code"

    var disabledOutputs: [any ScreenOutput] { attemptsLeft > 0 ? [] : [Self.submit] }

    var view: ScreenView {
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
    static var sixDigitCode: Field {
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
struct CodeEntry: Payload {
    var code: Secret

    static let schema: JSONSchema = .object(
        ["code": .string(pattern: .digits(6), secret: true)]
    )
}
