import Coordination

/// The form for the customer's number and PIN.
struct Login: Screen {
    static let name = "login"
    static let submit = Output<Login, BankCredentials>("submit")

    var title: String { "Log in" }
    var view: ScreenView {
        Form(
            Self.submit,
            submit: "Log in",
            fields: [
                Field(\BankCredentials.number, "Customer number", autocomplete: "username"),
                Field(\BankCredentials.pin, "PIN", .password, autocomplete: "current-password"),
            ]
        )
    }
}

/// The accounts with their balances.
struct AccountList: Screen {
    static let name = "accounts"
    static let transfer = Output<AccountList, String>("transfer")
    static let logOut = Output<AccountList, Nothing>("logOut")

    var accounts: [BankAccount]

    var title: String { "Accounts" }
    var view: ScreenView {
        List(accounts) { account in
            Row(account.name, subtitle: account.iban, price: Price(account.cents, "EUR"), accessory: .disclosure)
                .reports(Self.transfer, account.iban)
        }
        Button("Log out", Self.logOut, placement: .leading)
    }
}

/// The form for a transfer.
struct TransferForm: Screen {
    static let name = "transfer"
    static let submit = Output<TransferForm, Transfer>("submit")

    var source: BankAccount
    /// The last entry, when the customer comes back to correct it.
    var entry: Transfer?

    var title: String { "Transfer" }
    var view: ScreenView {
        Text("From \(source.name)", style: .secondary)
        Form(
            Self.submit,
            submit: "Continue",
            fields: [
                Field(\Transfer.recipient, "Recipient", value: entry.map { .string($0.recipient) }),
                Field(\Transfer.iban, "IBAN", value: entry.map { .string($0.iban) }),
                Field(\Transfer.amount, "Amount in euros", .number, value: entry.map { .string($0.amount) }),
                Field(\Transfer.reference, "Reference", value: entry?.reference.map { .string($0) }),
            ]
        )
    }
}

/// The code that confirms a transfer.
///
/// The screen repeats what the code is for.
struct ConfirmTransfer: Screen {
    static let name = "confirmTransfer"
    static let submit = Output<ConfirmTransfer, CodeEntry>("submit")
    static let resend = Output<ConfirmTransfer, Nothing>("resend")

    var transfer: Transfer
    var attemptsLeft: Int
    var resendAt: Timestamp

    var title: String { "Confirm" }
    var disabledOutputs: [any ScreenOutput] { attemptsLeft > 0 ? [] : [Self.submit] }
    var view: ScreenView {
        Heading("€\(transfer.amount) to \(transfer.recipient)")
        Text(transfer.iban, style: .secondary)
        if attemptsLeft > 0 {
            Form(
                Self.submit,
                submit: "Transfer",
                fields: [Field(\CodeEntry.code, "Code from your phone", .oneTimeCode, autocomplete: "one-time-code")]
            )
        }
        Button("Send another code", Self.resend, enabledAt: resendAt)
    }
}

/// The receipt of a booked transfer.
struct TransferDone: Screen {
    static let name = "transferDone"
    static let close = Output<TransferDone, Nothing>("close")

    var transfer: Transfer

    var title: String { "Transferred" }
    var view: ScreenView {
        Heading("€\(transfer.amount) to \(transfer.recipient)")
        Button("Done", Self.close, role: .primary)
    }
}
