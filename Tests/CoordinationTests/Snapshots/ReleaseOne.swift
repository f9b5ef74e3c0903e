import CoordinationTesting

// The first release of a small shop: two tabs, a checkout in a modal, and an address form on top of that.

final class ShopOne: ApplicationCoordinator {
    struct State: CoordinatorState { var user = "ada" }

    static let name = "Shop"

    func start() {
        startTimer("closing", after: .seconds(60))
        setTabs([Tab("browse", title: "Browse"), Tab("profile", title: "Profile")])
    }

    static let wiring: Wiring<ShopOne> = [
        .on(tab: "browse") { $0.run(BrowseOne.self, with: .init(), in: .tab("browse")) },
        .on(tab: "profile") { $0.run(Profile.self, with: .init(user: $0.state.user), in: .tab("profile")) },
        .on(timer: "closing") { $0.state.user = "nobody" },
        .runs(BrowseOne.self),
        .runs(Profile.self),
    ]
}

final class BrowseOne: Coordinator {
    struct State: CoordinatorState {
        var city = "Bonn"
        var basket: [String] = []
    }

    static let name = "Browse"

    func start() {
        startTimer("refresh", after: .seconds(30))
        push(Cities(city: state.city, count: 0))
    }

    static let wiring: Wiring<BrowseOne> = [
        .on(Cities.add) { flow, thing in
            flow.state.basket.append(thing)
            flow.update { (screen: inout Cities) in screen.count = flow.state.basket.count }
        },
        .on(Cities.order) { $0.perform(PlaceOrder(things: $0.state.basket)) },
        .on(Cities.checkout) { $0.run(CheckoutOne.self, with: .init(sum: 5), in: .modal()) },
        .on(PlaceOrder.self) { flow, number in flow.update { (screen: inout Cities) in screen.count = number } },
        .runs(CheckoutOne.self),
        .on(timer: "refresh") { flow in flow.update { (screen: inout Cities) in screen.count += 100 } },
    ]
}

final class CheckoutOne: Coordinator {
    struct State: CoordinatorState { var sum: Int }

    static let name = "Checkout"

    func start() {
        startTimer("expiry", after: .seconds(20))
        push(PaymentOne(sum: state.sum))
    }

    static let wiring: Wiring<CheckoutOne> = [
        .on(PaymentOne.pay) { $0.perform(PlaceOrder(things: ["paid"])) },
        .on(PaymentOne.address) { $0.run(AddressOne.self, with: .init()) },
        .performs(PlaceOrder.self),
        .runs(AddressOne.self),
        .on(timer: "expiry") { _ in },
    ]
}

final class AddressOne: Coordinator {
    struct State: CoordinatorState { var street = "" }

    static let name = "Address"

    func start() { push(AddressForm(street: state.street)) }

    static let wiring: Wiring<AddressOne> = [.on(AddressForm.done) { $0.finish() }]
}

/// The profile flow, the same in both releases.
final class Profile: Coordinator {
    struct State: CoordinatorState { var user: String }

    func start() { push(ProfilePage(user: state.user)) }

    static let wiring: Wiring<Profile> = [
        .on(ProfilePage.shout) { flow in flow.update { (page: inout ProfilePage) in page.user += "!" } }
    ]
}

struct Cities: Screen {
    static let name = "cities"
    static let add = Output<Cities, String>("add")
    static let order = Output<Cities, Nothing>("order")
    static let checkout = Output<Cities, Nothing>("checkout")
    var city: String
    var count: Int
}

struct PaymentOne: Screen {
    static let name = "payment"
    static let pay = Output<PaymentOne, Nothing>("pay")
    static let address = Output<PaymentOne, Nothing>("address")
    var sum: Int
}

struct AddressForm: Screen {
    static let name = "address"
    static let done = Output<AddressForm, Nothing>("done")
    var street: String
}

struct ProfilePage: Screen {
    static let name = "profile"
    static let shout = Output<ProfilePage, Nothing>("shout")
    var user: String
}

struct PlaceOrder: Effect {
    static let name = "placeOrder"
    static let blocksScreen = false
    typealias Value = Int
    var things: [String]
}

extension TestSession {
    /// Returns a session of release 1 with a book in the basket, both tabs visited, and two orders pending.
    ///
    /// The browse flow has placed one order and the checkout the other. The address form is in focus.
    static func releaseOne() throws -> TestSession {
        let application = try Application("shop", title: "Shop", root: ShopOne.self, state: .init(), factory: ())
        let session = try TestSession(application)
        try session.report(Cities.add, "book")
        try session.selectTab("profile")
        try session.report(ProfilePage.shout)
        try session.selectTab("browse")
        try session.report(Cities.order)
        try session.report(Cities.checkout)
        try session.report(PaymentOne.pay)
        try session.report(PaymentOne.address)
        return session
    }

    /// The snapshot of the session.
    var bytes: [UInt8] { get throws { try application.encode(state) } }
}
