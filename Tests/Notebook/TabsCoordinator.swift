import Coordination

/// The tabs of a user: the notes and the settings.
final class TabsCoordinator: Coordinator {
    struct State: CoordinatorState { var account: String }

    func start() { setTabs([Tab("notes", title: "Notes"), Tab("settings", title: "Settings")]) }

    static let wiring: Wiring<TabsCoordinator> = [
        .on(tab: "notes") { $0.run(NotesCoordinator.self, with: .init(), in: .tab("notes")) },
        .on(tab: "settings") { $0.runSettingsFlow() },
        .runs(NotesCoordinator.self),
        .runs(SettingsCoordinator.self),
    ]

    private func runSettingsFlow() {
        run(SettingsCoordinator.self, with: .init(account: state.account), in: .tab("settings"))
    }

    func showNote(_ number: Int) throws {
        selectTab("notes")
        try child(NotesCoordinator.self)?.showNote(number)
    }
}

/// The flow of the settings.
///
/// The root handles the log-out.
final class SettingsCoordinator: Coordinator {
    struct State: CoordinatorState { var account: String }

    func start() { push(Settings(account: state.account)) }

    static let wiring: Wiring<SettingsCoordinator> = [.declares(Settings.logOut)]
}

/// The settings: the account and the log-out.
struct Settings: Screen {
    static let name = "settings"
    static let logOut = Output<Settings, Nothing>("logOut")

    var account: String
}
