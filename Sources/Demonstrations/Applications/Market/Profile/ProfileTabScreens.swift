import AccountFlows
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
    /// The profile, or `nil` for a guest and until it is loaded.
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
                        String(localized: "Orders"),
                        picture: .symbol("list"),
                        badge: orderCount.map { "\($0)" },
                        accessory: .disclosure
                    ).reports(Self.orders),
                    Row(String(localized: "Login and security"), picture: .symbol("lock"), accessory: .disclosure)
                        .reports(Self.security),
                ]),
                Section(
                    String(localized: "Phone"),
                    rows: account.phones.map { Row($0.masked, picture: .symbol("phone"), accessory: .checkmark) } + [
                        Row(
                            account.phones.isEmpty
                                ? String(localized: "Add phone number") : String(localized: "Change phone number"),
                            accessory: .disclosure
                        )
                        .reports(Self.changePhone)
                    ]
                ),
                delivery,
            ])
            Button(String(localized: "Log out"), Self.logOut, role: .destructive)
        } else {
            Empty(
                String(localized: "You're not logged in"),
                text: String(localized: "Log in to place orders and see your order history."),
                symbol: "person",
                action: Button(String(localized: "Log in"), Self.logIn, role: .primary)
            )
            List(sections: [delivery])
        }
    }

    private func edit(_ account: Account) -> Row {
        guard let profile else {
            return Row(account.id, subtitle: String(localized: "Loading"), picture: .symbol("person"))
        }
        return Row(
            profile.name.isEmpty ? account.id : profile.name,
            subtitle: String(localized: "Edit profile"),
            picture: .symbol("person"),
            accessory: .disclosure
        ).reports(Self.edit)
    }

    private var delivery: Section {
        Section(
            String(localized: "Delivery"),
            rows: [
                Row(city: city).reports(Self.changeCity)
            ]
        )
    }
}

/// The user's orders, newest first.
struct OrderList: Screen, ShowsShopper {
    static let name = "orders"
    static let orderSelected = Output<OrderList, Order.Number>("orderSelected")

    /// The orders, or `nil` until they are loaded.
    var orders: [Order]?

    static let title = "Orders"

    mutating func show(_ shopper: Shopper, in assortment: Assortment) { orders = shopper.customer?.orders }

    var view: ScreenView {
        if let orders {
            List(
                orders,
                style: .grouped,
                empty: Empty(
                    String(localized: "No orders yet"),
                    text: String(localized: "Your orders will appear here."),
                    symbol: "cart"
                )
            ) { order in
                Row(
                    String(localized: "Order \(order.number)"),
                    subtitle: String(localized: LocalizedText(listing: order.lines.map(\.name))),
                    price: order.total,
                    accessory: .disclosure
                ).reports(Self.orderSelected, order.number)
            }
        } else {
            Progress(String(localized: "Loading your orders"))
        }
    }
}
