import AccountFlows
import Coordination

/// The flow of the second tab: the settings, the security of the account and the change of the phone.
///
/// The output `logOut` bubbles up to the application coordinator.
final class SettingsCoordinator: Coordinator {
    struct State: CoordinatorState { var account: Account }

    func start() { push(Settings(account: state.account)) }

    static let wiring: Wiring<SettingsCoordinator> = [
        .anchor(.restart),
        .on(Settings.security) { $0.run(SecurityCoordinator.self, with: .init(account: $0.state.account.id)) },
        .runs(SecurityCoordinator.self),
        .on(RemovePhone.self) { $0.display($1) },
        .on(Settings.changePhone) { $0.perform(CheckRecentSignIn(account: $0.state.account.id)) },
        .on(CheckRecentSignIn.self) { $0.checked(isRecent: $1) },
        .on(finish: ReauthenticationCoordinator.self) { $0.runPhoneVerifyFlow() },
        .on(finish: PhoneVerifyCoordinator.self) { $0.verified($1) },
        .on(AttachPhone.self) { $0.attached($1) },
    ]

    private func checked(isRecent: Bool) {
        guard !isRecent else { return runPhoneVerifyFlow() }
        run(ReauthenticationCoordinator.self, with: .init(account: state.account.id))
    }

    private func runPhoneVerifyFlow() {
        run(PhoneVerifyCoordinator.self, with: .init(known: state.account.phones, account: state.account.id))
    }

    private func verified(_ phone: PhoneNumber) {
        perform(AttachPhone(account: state.account.id, phone: phone))
    }

    private func attached(_ account: Account?) {
        display(account)
        if account != nil { show(.phoneSaved, on: Settings.self) }
    }

    private func display(_ account: Account?) {
        // The application coordinator stores the account, too.
        forward()
        guard let account else { return }
        state.account = account
        update { (screen: inout Settings) in screen.account = account }
    }
}

/// The settings: the login, its security, the telephone numbers and the log-out.
struct Settings: Screen {
    static let name = "settings"
    static let security = Output<Settings, Nothing>("security")
    static let changePhone = Output<Settings, Nothing>("changePhone")
    static let logOut = Output<Settings, Nothing>("logOut")

    var account: Account

    static let title = "Settings"

    var view: ScreenView {
        List(
            style: .grouped,
            sections: [
                Section(
                    String(localized: "Account"),
                    rows: [
                        Row(account.id, subtitle: String(localized: "Username"), picture: .symbol("person")),
                        Row(String(localized: "Login and security"), picture: .symbol("lock"), accessory: .disclosure)
                            .reports(
                                Self.security
                            ),
                    ]
                ),
                Section(
                    String(localized: "Phone"),
                    footer: String(localized: "We use it to verify that it's you."),
                    rows: account.phones.map { Row($0.masked, picture: .symbol("phone"), accessory: .checkmark) }
                        + [
                            Row(String(localized: "Change phone number"), accessory: .disclosure).reports(
                                Self.changePhone
                            )
                        ]
                ),
            ]
        )
        Button(String(localized: "Log out"), Self.logOut, role: .destructive)
    }
}

extension Message {
    fileprivate static let phoneSaved = Message("phone.saved", "Phone number saved.", level: .success)
}
