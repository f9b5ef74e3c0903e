import AccountFlows
import Coordination

/// The two tabs, which start their flows when they are selected for the first time.
final class TabbarCoordinator: Coordinator {
    struct State: CoordinatorState { var account: Account }

    func start() {
        setTabs([
            Tab("items", title: "Items", symbol: "list"),
            Tab("settings", title: "Settings", symbol: "gear"),
        ])
    }

    static let wiring: Wiring<TabbarCoordinator> = [
        .anchor(.restart),
        .on(tab: "items") { $0.runItemFlow() },
        .on(tab: "settings") { $0.runSettingsFlow() },
        .runs(ItemCoordinator.self),
        .runs(SettingsCoordinator.self),
    ]

    /// The flow of the first tab, or `nil` until the tab is selected.
    var itemFlow: ItemCoordinator? { child(ItemCoordinator.self) }

    @discardableResult
    func runItemFlow() -> ItemCoordinator {
        itemFlow ?? run(ItemCoordinator.self, with: .init(), in: .tab("items"))
    }

    private func runSettingsFlow() {
        run(SettingsCoordinator.self, with: .init(account: state.account), in: .tab("settings"))
    }

    /// Selects the first tab and pops it to the item list.
    func showItems() {
        selectTab("items")
        runItemFlow().popToRoot()
    }

    /// Selects the first tab and shows an item directly above the list.
    func showItem(_ id: Item.ID) throws {
        selectTab("items")
        try runItemFlow().open(id)
    }

    /// Selects the second tab and pops it to the settings.
    func showSettings() {
        selectTab("settings")
        child(SettingsCoordinator.self)?.popToRoot()
    }
}
