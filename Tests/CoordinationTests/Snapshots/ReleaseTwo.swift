import CoordinationTesting
import JSON

// The second release of the shop: its browse flow shows towns instead of cities and needs a currency, and its payment has a
// total instead of a sum. A plan defines the migration of each flow from release 1.

/// The versions, migrations and anchors of the flows of release 2.
protocol Plan: Sendable {
    static var shop: FlowPlan<ShopOne.State> { get }
    static var browse: FlowPlan<BrowseTwoState> { get }
    static var checkout: FlowPlan<CheckoutTwoState> { get }
    static var address: FlowPlan<AddressOne.State> { get }
    /// Whether release 2 has an address flow.
    static var hasAddress: Bool { get }
}

extension Plan {
    static var shop: FlowPlan<ShopOne.State> { .init() }
    static var browse: FlowPlan<BrowseTwoState> { .init(version: 2) }
    static var checkout: FlowPlan<CheckoutTwoState> { .init(version: 2) }
    static var address: FlowPlan<AddressOne.State> { .init() }
    static var hasAddress: Bool { true }
}

struct FlowPlan<State: CoordinatorState>: Sendable {
    var version = 1
    var migrations: [Migration] = []
    var anchor: Anchor<State>?
}

final class ShopTwo<P: Plan>: ApplicationCoordinator {
    typealias State = ShopOne.State

    static var name: String { "Shop" }
    static var version: Int { P.shop.version }
    static var migrations: [Migration] { P.shop.migrations }

    func start() {
        startTimer("closing", after: .seconds(60))
        setTabs([Tab("browse", title: "Browse"), Tab("profile", title: "Profile")])
    }

    static var wiring: Wiring<ShopTwo> {
        [
            .anchor(P.shop.anchor),
            .on(tab: "browse") { $0.run(BrowseTwo<P>.self, with: .init(currency: "EUR"), in: .tab("browse")) },
            .on(tab: "profile") { $0.run(Profile.self, with: .init(user: $0.state.user), in: .tab("profile")) },
            .on(timer: "closing") { $0.state.user = "nobody" },
            .runs(BrowseTwo<P>.self),
            .runs(Profile.self),
        ]
    }
}

struct BrowseTwoState: CoordinatorState {
    var town = "Bonn"
    var basket: [String] = []
    var currency: String
}

final class BrowseTwo<P: Plan>: Coordinator {
    typealias State = BrowseTwoState

    static var name: String { "Browse" }
    static var version: Int { P.browse.version }
    static var migrations: [Migration] { P.browse.migrations }

    func start() {
        if state.town == "nowhere" { push(Undeclared()) }
        startTimer("refresh", after: .seconds(30))
        push(Towns(town: state.town, count: state.basket.count))
    }

    static var wiring: Wiring<BrowseTwo> {
        [
            .anchor(P.browse.anchor),
            .on(Towns.add) { flow, thing in
                flow.state.basket.append(thing)
                flow.update { (screen: inout Towns) in screen.count = flow.state.basket.count }
            },
            .on(Towns.order) { $0.perform(PlaceOrder(things: $0.state.basket)) },
            .on(Towns.checkout) { $0.run(CheckoutTwo<P>.self, with: .init(total: 5), in: .modal()) },
            .on(PlaceOrder.self) { flow, number in flow.update { (screen: inout Towns) in screen.count = number } },
            .runs(CheckoutTwo<P>.self),
            .on(timer: "refresh") { flow in flow.update { (screen: inout Towns) in screen.count += 100 } },
        ]
    }
}

struct CheckoutTwoState: CoordinatorState { var total: Int }

final class CheckoutTwo<P: Plan>: Coordinator {
    typealias State = CheckoutTwoState

    static var name: String { "Checkout" }
    static var version: Int { P.checkout.version }
    static var migrations: [Migration] { P.checkout.migrations }

    func start() {
        startTimer("expiry", after: .seconds(20))
        push(PaymentTwo(total: state.total))
    }

    static var wiring: Wiring<CheckoutTwo> {
        if P.hasAddress {
            [
                .anchor(P.checkout.anchor),
                .on(PaymentTwo.pay) { $0.perform(PlaceOrder(things: ["paid"])) },
                .on(PaymentTwo.address) { $0.run(AddressTwo<P>.self, with: .init()) },
                .performs(PlaceOrder.self),
                .on(timer: "expiry") { _ in },
                .runs(AddressTwo<P>.self),
            ]
        } else {
            [
                .anchor(P.checkout.anchor),
                .on(PaymentTwo.pay) { $0.perform(PlaceOrder(things: ["paid"])) },
                .performs(PlaceOrder.self),
                .on(timer: "expiry") { _ in },
            ]
        }
    }
}

final class AddressTwo<P: Plan>: Coordinator {
    typealias State = AddressOne.State

    static var name: String { "Address" }
    static var version: Int { P.address.version }
    static var migrations: [Migration] { P.address.migrations }

    func start() { push(AddressForm(street: state.street)) }

    static var wiring: Wiring<AddressTwo> { [.anchor(P.address.anchor), .on(AddressForm.done) { $0.finish() }] }
}

struct Towns: Screen {
    static let name = "towns"
    static let add = Output<Towns, String>("add")
    static let order = Output<Towns, Nothing>("order")
    static let checkout = Output<Towns, Nothing>("checkout")
    var town: String
    var count: Int
}

struct PaymentTwo: Screen {
    static let name = "payment"
    static let pay = Output<PaymentTwo, Nothing>("pay")
    static let address = Output<PaymentTwo, Nothing>("address")
    var total: Int
}

struct Undeclared: Screen {
    static let name = "undeclared"
}

/// An error thrown by a migration.
struct NoSuchTown: Error, CustomStringConvertible {
    let description = "there is no such town"
}

extension Migration {
    /// The migrations of the browse flow to its second and third version.
    static let towns = [
        Migration(from: 1) { stored in
            stored.state.renameMember("city", to: "town")
            stored.renameScreen("cities", to: "towns")
            stored.updateScreens("towns") { $0.renameMember("city", to: "town") }
        },
        Migration(from: 2) { $0.state.setMember("currency", to: "EUR") },
    ]

    /// The migration of the checkout.
    static let total = [
        Migration(from: 1) { stored in
            stored.state.renameMember("sum", to: "total")
            stored.updateScreens("payment") { $0.renameMember("sum", to: "total") }
        }
    ]
}

extension Application {
    /// Returns release 2 with a plan.
    static func releaseTwo<P: Plan>(_ plan: P.Type) throws -> Application {
        try Application("shop", title: "Shop", root: ShopTwo<P>.self, state: .init(), factory: ())
    }
}
