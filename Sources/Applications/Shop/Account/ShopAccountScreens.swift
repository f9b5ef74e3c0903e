import Coordination

/// The login form.
struct ShopLogin: Screen {
    static let name = "login"
    static let submit = Output<ShopLogin, Credentials>("submit")

    var title: String { "Log in" }

    var view: ScreenView {
        Text("Log in to check out and see your orders.", style: .secondary)
        Form(
            Self.submit,
            submit: "Log in",
            fields: [
                Field("login", "Username", autocomplete: "username"),
                Field("password", "Password", .password, autocomplete: "current-password"),
            ]
        )
    }
}

/// The profile, with the ways to the orders and to log out.
struct ShopAccount: Screen {
    static let name = "profile"
    static let orders = Output<ShopAccount, Nothing>("orders")
    static let logOut = Output<ShopAccount, Nothing>("logOut")

    var account: Account

    var title: String { "Account" }

    var view: ScreenView {
        List(sections: [
            Section(rows: [
                Row(account.id, subtitle: "Username", picture: .symbol("person")),
                Row("Orders", picture: .symbol("list"), accessory: .disclosure).reports(Self.orders),
            ])
        ])
        Button("Log out", Self.logOut, role: .destructive)
    }
}

/// The purchases of this session, newest first.
struct ShopOrders: Screen {
    static let name = "orders"

    var purchases: [ShopPurchase]

    var title: String { "Orders" }

    var view: ScreenView {
        List(
            purchases.map { $0 },
            style: .grouped,
            empty: Empty("No orders yet", text: "Your orders will appear here.", symbol: "cart")
        ) { purchase in
            Row("Order \(purchase.number)", price: purchase.total, time: purchase.boughtAt)
        }
    }
}
