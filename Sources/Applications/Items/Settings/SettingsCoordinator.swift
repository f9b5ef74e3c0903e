import Coordination

/// The flow of the second tab: the settings and the changes of the password and the phone.
///
/// The output `logOut` bubbles up to the application coordinator.
final class SettingsCoordinator: Coordinator {
    struct State: CoordinatorState { var account: Account }

    static let anchor: Anchor<State>? = .restart

    func start() { push(Settings(account: state.account)) }

    static let wiring: Wiring<SettingsCoordinator> = [
        .on(Settings.changePassword) { $0.runPasswordChangeFlow() },
        .on(finish: PasswordChangeCoordinator.self) { $0.passwordChanged() },
        .on(Settings.changePhone) { $0.perform(CheckRecentSignIn(account: $0.state.account.id)) },
        .on(CheckRecentSignIn.self) { $0.checked(isRecent: $1) },
        .on(finish: ReauthenticationCoordinator.self) { $0.runPhoneVerifyFlow() },
        .on(finish: PhoneVerifyCoordinator.self) { $0.verified($1) },
        .on(AttachPhone.self) { $0.attached($1) },
    ]

    private func runPasswordChangeFlow() {
        run(PasswordChangeCoordinator.self, with: .init(account: state.account.id))
    }

    private func passwordChanged() { show(.passwordChanged, on: Settings.self) }

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
        // The application coordinator stores the account, too.
        forward()
        guard let account else { return }
        state.account = account
        update { (screen: inout Settings) in screen.account = account }
        show(.phoneSaved, on: Settings.self)
    }
}

/// The settings: the login, the change of the password, the telephone numbers and the log-out.
struct Settings: Screen {
    static let name = "settings"
    static let changePassword = Output<Settings, Nothing>("changePassword")
    static let changePhone = Output<Settings, Nothing>("changePhone")
    static let logOut = Output<Settings, Nothing>("logOut")

    var account: Account

    var title: String { "Settings" }

    var view: ScreenView {
        List(
            style: .grouped,
            sections: [
                Section(
                    "Account",
                    rows: [
                        Row(account.id, subtitle: "Username", picture: .symbol("person")),
                        Row("Change password", accessory: .disclosure).reports(Self.changePassword),
                    ]
                ),
                Section(
                    "Phone",
                    footer: "We use it to verify that it's you.",
                    rows: account.phones.map { Row($0.masked, picture: .symbol("phone"), accessory: .checkmark) }
                        + [Row("Change phone number", accessory: .disclosure).reports(Self.changePhone)]
                ),
            ]
        )
        Button("Log out", Self.logOut, role: .destructive)
    }
}

extension Message {
    fileprivate static let phoneSaved = Message("phone.saved", "Phone number saved.", level: .success)
}
