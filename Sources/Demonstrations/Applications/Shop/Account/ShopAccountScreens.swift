import AccountFlows
import Coordination

/// The profile, with the ways to the orders, to the security of the account and to log out.
struct ShopAccount: Screen {
    static let name = "profile"
    static let orders = Output<ShopAccount, Nothing>("orders")
    static let security = Output<ShopAccount, Nothing>("security")
    static let logOut = Output<ShopAccount, Nothing>("logOut")
    static let close = Output<ShopAccount, Nothing>("close")

    var account: Account

    static let title = "Account"

    var view: ScreenView {
        Button("Close", Self.close, role: .cancel, placement: .leading)
        List(sections: [
            Section(rows: [
                Row(account.id, subtitle: "Username", picture: .symbol("person")),
                Row("Orders", picture: .symbol("list"), accessory: .disclosure).reports(Self.orders),
                Row("Login and security", picture: .symbol("lock"), accessory: .disclosure).reports(Self.security),
            ])
        ])
        Button("Log out", Self.logOut, role: .destructive)
    }
}

/// The purchases of the account, newest first.
struct ShopOrders: Screen {
    static let name = "orders"

    var purchases: [ShopPurchase]
    /// Whether the purchases of the account are still being loaded, or `nil` if they are not.
    var isLoading: Bool?

    static let title = "Orders"

    var view: ScreenView {
        if isLoading == true, purchases.isEmpty {
            Progress("Loading your orders")
        } else {
            List(
                purchases.map { $0 },
                style: .grouped,
                empty: Empty("No orders yet", text: "Your orders will appear here.", symbol: "cart")
            ) { purchase in
                Row("Order \(purchase.number)", price: purchase.total, time: purchase.boughtAt)
            }
        }
    }
}
