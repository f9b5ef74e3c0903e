package import Coordination

/// The security of the account: password, two-step login, phones and the devices that are logged in.
package struct Security: Screen {
    package static let name = "security"
    package static let changePassword = Output<Security, Nothing>("changePassword")
    package static let setUpAuthenticator = Output<Security, Nothing>("setUpAuthenticator")
    package static let removeAuthenticator = Output<Security, Nothing>("removeAuthenticator")
    package static let makeRecoveryCodes = Output<Security, Nothing>("makeRecoveryCodes")
    package static let addPhone = Output<Security, Nothing>("addPhone")
    package static let removePhone = Output<Security, PhoneNumber>("removePhone")
    package static let endSession = Output<Security, String>("endSession")
    package static let endOtherSessions = Output<Security, Nothing>("endOtherSessions")

    /// The security of the account, or `nil` until it is loaded.
    package var security: AccountSecurity?

    package static let title = "Login and security"

    private var otherSessions: [SignedInSession] { security?.sessions.filter { !$0.isCurrent } ?? [] }

    package var disabledOutputs: [any ScreenOutput] {
        guard let security else {
            return [
                Self.changePassword, Self.setUpAuthenticator, Self.removeAuthenticator, Self.makeRecoveryCodes,
                Self.addPhone, Self.removePhone, Self.endSession, Self.endOtherSessions,
            ]
        }
        var disabled: [any ScreenOutput] =
            security.hasAuthenticator ? [Self.setUpAuthenticator] : [Self.removeAuthenticator]
        if security.phones.isEmpty { disabled.append(Self.removePhone) }
        if otherSessions.isEmpty { disabled += [Self.endSession, Self.endOtherSessions] }
        return disabled
    }

    package var view: ScreenView {
        if let security {
            List(
                style: .grouped,
                sections: [
                    Section(rows: [
                        Row(String(localized: "Change password"), accessory: .disclosure).reports(Self.changePassword)
                    ]),
                    secondFactor(of: security),
                    phones(of: security),
                    devices(of: security),
                ]
            )
        } else {
            Progress(String(localized: "Loading"))
        }
    }

    private func secondFactor(of security: AccountSecurity) -> Section {
        Section(
            String(localized: "Two-step login"),
            footer:
                String(
                    localized:
                        "An authenticator app shows a code that we ask for after your password. Recovery codes let you in without your phone."
                ),
            rows: [
                security.hasAuthenticator
                    ? Row(
                        String(localized: "Authenticator app"),
                        subtitle: String(localized: "On. Turn it off"),
                        accessory: .checkmark
                    )
                    .reports(Self.removeAuthenticator)
                    : Row(
                        String(localized: "Authenticator app"),
                        subtitle: String(localized: "Off. Set it up"),
                        accessory: .disclosure
                    )
                    .reports(Self.setUpAuthenticator),
                Row(
                    String(localized: "Recovery codes"),
                    subtitle: security.recoveryCodes == 0
                        ? String(localized: "None. Create them") : String(localized: "\(security.recoveryCodes) left"),
                    accessory: .disclosure
                ).reports(Self.makeRecoveryCodes),
            ]
        )
    }

    private func phones(of security: AccountSecurity) -> Section {
        Section(
            String(localized: "Phones"),
            footer:
                String(
                    localized:
                        "A text message is less safe than an authenticator app: others may read it or take over the number."
                ),
            rows: security.phones.map { phone in
                Row(
                    phone.masked,
                    subtitle: String(localized: "Remove"),
                    picture: .symbol("phone"),
                    accessory: .disclosure
                )
                .reports(Self.removePhone, phone)
            } + [Row(String(localized: "Add a phone number"), accessory: .disclosure).reports(Self.addPhone)]
        )
    }

    private func devices(of security: AccountSecurity) -> Section {
        let rows = security.sessions.map { session in
            session.isCurrent
                ? Row(
                    String(localized: session.title),
                    subtitle: String(localized: "This device"),
                    accessory: .checkmark,
                    time: session.usedAt
                )
                : Row(
                    String(localized: session.title),
                    subtitle: String(localized: "Log out"),
                    accessory: .disclosure,
                    time: session.usedAt
                )
                .reports(Self.endSession, session.id)
        }
        let all = Row(String(localized: "Log out everywhere else")).reports(Self.endOtherSessions)
        return Section(String(localized: "Where you're logged in"), rows: otherSessions.isEmpty ? rows : rows + [all])
    }
}

extension SignedInSession {
    /// The application and the platform as a title.
    fileprivate var title: LocalizedText {
        platform.map { "\(application) on \($0)" } ?? LocalizedText(verbatim: application)
    }
}

/// The question before a change that can't be undone.
package struct SecurityAlert: Screen {
    package static let name = "securityAlert"
    package static let confirm = Output<SecurityAlert, Nothing>("confirm")
    package static let cancel = Output<SecurityAlert, Nothing>("cancel")

    package var action: SecurityAction
    /// Whether the account has a phone besides one that is to be removed.
    package var hasPhones: Bool

    package var title: String { String(localized: texts.title) }

    package var view: ScreenView {
        let texts = texts
        Confirm(
            String(localized: texts.title),
            text: String(localized: texts.text),
            actions: [
                Button(String(localized: texts.confirm), Self.confirm, role: .destructive),
                Button(String(localized: "Cancel"), Self.cancel, role: .cancel),
            ]
        )
    }

    private var texts: (title: LocalizedText, text: LocalizedText, confirm: LocalizedText) {
        switch action {
        case .removePhone(let phone):
            (
                "Remove this number?",
                hasPhones
                    ? "We'll send no more codes to \(phone.masked)."
                    : "We'll send no more codes to \(phone.masked). Without a phone you need a recovery code if you forget your password.",
                "Remove"
            )
        case .removeAuthenticator:
            ("Turn two-step login off?", "Anyone who knows your password can then log in.", "Turn off")
        case .makeRecoveryCodes:
            ("Create new recovery codes?", "The ones that you have saved will stop working.", "Create")
        case .endSession(let session):
            ("Log out this device?", "It has to log in again to use your account: \(session.title).", "Log out")
        case .endOtherSessions:
            ("Log out everywhere else?", "All other devices have to log in again.", "Log out")
        case .addPhone, .setUpAuthenticator: ("Continue?", "", "Continue")
        }
    }
}

/// The key for an authenticator app, and the form for the first code that the app shows.
package struct AuthenticatorSetup: Screen {
    package static let name = "authenticatorSetup"
    package static let submit = Output<AuthenticatorSetup, CodeEntry>("submit")

    package var account: Account.ID
    /// The key in base32, in groups of four characters.
    package var key: SealedText

    package static let title = "Authenticator app"

    package var view: ScreenView {
        Text(
            String(
                localized:
                    "Add an account to your authenticator app and enter this key by hand. Choose “time-based” if the app asks."
            )
        )
        Text(sealed: key, style: .code)
        Text(
            String(localized: "The account's name is \(account). Keep the key secret: it is shown only now."),
            style: .secondary
        )
        Form(Self.submit, submit: String(localized: "Turn on"), fields: [.sixDigitCode])
    }
}

/// The recovery codes, which are shown once.
package struct RecoveryCodes: Screen {
    package static let name = "recoveryCodes"
    package static let saved = Output<RecoveryCodes, Nothing>("saved")

    package var codes: [SealedText]

    package static let title = "Recovery codes"

    package var view: ScreenView {
        ScreenView(
            [
                Text(
                    String(
                        localized:
                            "Save these codes where only you find them. Each lets you in once without your phone. We show them only now."
                    )
                )
            ]
                + codes.map { Text(sealed: $0, style: .code) }
                + [Button(String(localized: "I've saved them"), Self.saved, role: .primary)]
        )
    }
}
