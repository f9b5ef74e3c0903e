import Coordination

/// The user's data, which the root shares.
struct Profile: Codable, Equatable, Sendable {
    var name: String?
    var purchases: [Purchase] = []
}

/// A payment of the user in this session.
struct Purchase: Codable, Equatable, Sendable {
    enum Kind: String, Codable, CaseIterable, Sendable { case journey, breakfast }

    var kind: Kind
    var receipt: Receipt
}

/// The user, with what they have paid.
struct AccountPage: Screen {
    static let name = "account"
    static let title = "Account"
    static let logIn = Output<AccountPage, Nothing>("logIn")
    static let logOut = Output<AccountPage, Nothing>("logOut")

    var profile: Profile

    var view: ScreenView {
        if let name = profile.name {
            Heading(String(localized: "Hello, \(name)"))
            List(profile.purchases, empty: Empty(String(localized: "No payments yet"), symbol: "card")) {
                Row(
                    $0.kind == .journey ? String(localized: "Journey") : String(localized: "Breakfast"),
                    subtitle: $0.receipt.order,
                    price: Price($0.receipt.cents, "EUR")
                )
                .keyed($0.receipt.order)
            }
            Button(String(localized: "Log out"), Self.logOut)
        } else {
            Empty(String(localized: "You are not logged in."), symbol: "person")
            Button(String(localized: "Log in"), Self.logIn, role: .primary)
        }
    }
}

/// The tab with the account, which the root has.
final class AccountCoordinator: Coordinator {
    func start() { push(AccountPage(profile: shared(Profile.self) ?? Profile())) }

    static let wiring: Wiring<AccountCoordinator> = [
        .on(AccountPage.logIn) { $0.run(LogInCoordinator.self, in: .modal()) },
        .runs(LogInCoordinator.self), .declares(AccountPage.logOut),
    ]
}
