import AccountFlows
import Coordination

/// The fourth tab: the user's favorites, after a log-in in a modal.
final class FavoritesTabCoordinator: Coordinator {
    typealias Factory = any MarketFactory

    // Version 2 has another name for its screen, so flows of version 1 restart.
    static let version = 2
    static let migrations: [Migration] = [Migration(from: 1) { _ in }]

    func start() { push(FavoriteList().showing(shopper, in: factory.assortment)) }

    static let wiring: Wiring<FavoritesTabCoordinator> = [
        .anchor(.restart),
        .on(FavoriteList.logIn) { $0.runAuthFlow() },
        .on(FavoriteList.grocerySelected) { try $0.showGrocery($1) },
        .runs(AuthCoordinator.self),
        .runs(ProductCoordinator.self),
    ]
}

/// The favorites, or the reason why there are none.
struct FavoriteList: Screen, ShowsShopper {
    static let name = "favorites"
    static let logIn = Output<FavoriteList, Nothing>("logIn")
    static let grocerySelected = Output<FavoriteList, Grocery.ID>("grocerySelected")

    /// The loading stage of the favorites.
    enum Stage: String, Codable, CaseIterable {
        /// The session has no account.
        case loggedOut
        /// The favorites are being loaded.
        case loading
        /// The favorites are loaded.
        case known
    }

    var stage = Stage.loggedOut
    var groceries: [Grocery] = []

    static let title = "Favorites"

    var disabledOutputs: [any ScreenOutput] { stage == .loggedOut ? [] : [Self.logIn] }

    mutating func show(_ shopper: Shopper, in assortment: Assortment) {
        switch (shopper.account, shopper.customer) {
        case (nil, _): stage = .loggedOut
        case (_, nil): stage = .loading
        case (_, _?): stage = .known
        }
        groceries = assortment.groceries(shopper.customer?.favorites ?? [])
    }

    var view: ScreenView {
        switch stage {
        case .loggedOut:
            Empty(
                String(localized: "Save your favorites"),
                text: String(localized: "Log in and tap the heart on a product to save it here, on all your devices."),
                symbol: "heart",
                action: Button(String(localized: "Log in"), Self.logIn, role: .primary)
            )
        case .loading:
            Progress(String(localized: "Loading your favorites"))
        case .known:
            Grid(
                groceries,
                empty: Empty(
                    String(localized: "No favorites yet"),
                    text: String(localized: "Tap the heart on a product to save it here."),
                    symbol: "heart"
                )
            ) { Card($0).reports(Self.grocerySelected, $0.id) }
        }
    }
}
