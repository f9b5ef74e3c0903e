import Coordination
import Counter

/// The next release of the counter, in which the state's field and the screen have other names.
enum NextRelease {
    /// The ways in which the next release treats sessions of the previous one.
    enum UpgradeStrategy: CaseIterable { case migration, anchor, nothing }

    static func make(_ strategy: UpgradeStrategy) throws -> Application {
        switch strategy {
        case .migration: try application(Migrated.self)
        case .anchor: try application(Anchored.self)
        case .nothing: try application(Unmigrated.self)
        }
    }

    private static func application<Root: ApplicationCoordinating>(_ root: Root.Type) throws -> Application
    where Root.State == Total {
        try Application("counter", title: "Counter", root: root, state: Total(), factory: ())
    }

    struct Total: CoordinatorState { var total = 0 }

    struct TotalScreen: Screen {
        static let name = "total"
        static let raise = Output<TotalScreen, Nothing>("raise")

        var total: Int
    }

    final class Migrated: ApplicationCoordinator {
        typealias State = Total
        static let name = "CounterCoordinator"
        static let version = 2
        static let migrations = [
            Migration(from: 1) { stored in
                stored.state.renameMember("count", to: "total")
                stored.renameScreen("counter", to: "total")
                stored.updateScreens("total") { $0.renameMember("count", to: "total") }
            }
        ]
        static let wiring: Wiring<Migrated> = [.on(TotalScreen.raise) { $0.raise() }]

        func start() { push(TotalScreen(total: state.total)) }

        private func raise() {
            state.total += 1
            update { (screen: inout TotalScreen) in screen.total = state.total }
        }
    }

    final class Anchored: ApplicationCoordinator {
        typealias State = Total
        static let name = "CounterCoordinator"
        static let version = 2
        static let wiring: Wiring<Anchored> = [
            .anchor(.restart { storage in Total(total: storage["count"] ?? 0) }), .shows(TotalScreen.self),
        ]

        func start() { push(TotalScreen(total: state.total)) }
    }

    final class Unmigrated: ApplicationCoordinator {
        typealias State = Total
        static let name = "CounterCoordinator"
        static let version = 2
        static let wiring: Wiring<Unmigrated> = [.shows(TotalScreen.self)]

        func start() { push(TotalScreen(total: state.total)) }
    }
}

extension NavigationState {
    /// The total on the screen of the next release, or `nil` for another application.
    var total: Int? { screens.compactMap { ($0.screen as? NextRelease.TotalScreen)?.total }.first }
}
