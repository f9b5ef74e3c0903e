import Coordination

/// The overview of the profile, with the ways to orders, phone and delivery city.
struct ProfileOverview: Screen, ShowsShopper {
    static let name = "profile"
    static let logIn = Output<ProfileOverview, Nothing>("logIn")
    static let orders = Output<ProfileOverview, Nothing>("orders")
    static let edit = Output<ProfileOverview, Nothing>("edit")
    static let security = Output<ProfileOverview, Nothing>("security")
    static let changePhone = Output<ProfileOverview, Nothing>("changePhone")
    static let changeCity = Output<ProfileOverview, Nothing>("changeCity")
    static let logOut = Output<ProfileOverview, Nothing>("logOut")

    var account: Account?
    /// The profile; `nil` for a guest and until it is loaded.
    var profile: Profile?
    var orderCount: Int?
    var city: String?

    static let title = "Profile"

    var disabledOutputs: [any ScreenOutput] {
        guard account != nil else {
            return [Self.orders, Self.edit, Self.security, Self.changePhone, Self.logOut]
        }
        return profile == nil ? [Self.logIn, Self.edit] : [Self.logIn]
    }

    mutating func show(_ shopper: Shopper, in assortment: Assortment) {
        account = shopper.account
        profile = shopper.customer?.profile
        orderCount = shopper.customer?.orders.count
        city = shopper.city
    }

    var view: ScreenView {
        if let account {
            List(sections: [
                Section(rows: [
                    edit(account),
                    Row(
                        "Orders",
                        picture: .symbol("list"),
                        badge: orderCount.map { "\($0)" },
                        accessory: .disclosure
                    ).reports(Self.orders),
                    Row("Login and security", picture: .symbol("lock"), accessory: .disclosure)
                        .reports(Self.security),
                ]),
                Section(
                    "Phone",
                    rows: account.phones.map { Row($0.masked, picture: .symbol("phone"), accessory: .checkmark) } + [
                        Row(account.phones.isEmpty ? "Add phone number" : "Change phone number", accessory: .disclosure)
                            .reports(Self.changePhone)
                    ]
                ),
                delivery,
            ])
            Button("Log out", Self.logOut, role: .destructive)
        } else {
            Empty(
                "You're not logged in",
                text: "Log in to place orders and see your order history.",
                symbol: "person",
                action: Button("Log in", Self.logIn, role: .primary)
            )
            List(sections: [delivery])
        }
    }

    private func edit(_ account: Account) -> Row {
        guard let profile else { return Row(account.id, subtitle: "Loading", picture: .symbol("person")) }
        return Row(
            profile.name.isEmpty ? account.id : profile.name,
            subtitle: "Edit profile",
            picture: .symbol("person"),
            accessory: .disclosure
        ).reports(Self.edit)
    }

    private var delivery: Section {
        Section(
            "Delivery",
            rows: [
                Row("City", subtitle: city ?? "Not set", picture: .symbol("map"), accessory: .disclosure)
                    .reports(Self.changeCity)
            ]
        )
    }
}

/// The user's orders, newest first.
struct OrderList: Screen, ShowsShopper {
    static let name = "orders"
    static let orderSelected = Output<OrderList, Order.Number>("orderSelected")

    /// The orders; `nil` until they are loaded.
    var orders: [Order]?

    static let title = "Orders"

    mutating func show(_ shopper: Shopper, in assortment: Assortment) { orders = shopper.customer?.orders }

    var view: ScreenView {
        if let orders {
            List(
                orders,
                style: .grouped,
                empty: Empty("No orders yet", text: "Your orders will appear here.", symbol: "cart")
            ) { order in
                Row(
                    "Order \(order.number)",
                    subtitle: order.lines.map(\.name).joined(separator: ", "),
                    price: order.total,
                    accessory: .disclosure
                ).reports(Self.orderSelected, order.number)
            }
        } else {
            Progress("Loading your orders")
        }
    }
}
