import Coordination

/// The flow that selects the delivery city, the third of the launch services.
///
/// The launch runs it once, before the tabs are shown. The product and profile flows run it again to change the city.
final class DeliveryCityCoordinator: Coordinator {
    struct State: CoordinatorState {
        /// The current city.
        var city: String?
        /// Whether the user may continue without a city.
        var isSkippable = false
    }
    /// The selected city, or `nil` when the user skipped the selection.
    typealias Finish = String?
    typealias Factory = any MarketFactory

    func start() {
        push(DeliveryCity(cities: factory.assortment.cities, city: state.city, isSkippable: state.isSkippable))
    }

    static let wiring: Wiring<DeliveryCityCoordinator> = [
        .anchor(
            .restart { storage in
                State(city: storage["city"], isSkippable: storage["isSkippable"] ?? false)
            }
        ),
        .on(DeliveryCity.citySelected) { try $0.select($1) }.forAgents("Chooses the city of the delivery."),
        .on(DeliveryCity.skip) { $0.finish(nil) }.forAgents("Goes on without a city."),
    ]

    private func select(_ city: String) throws {
        guard factory.assortment.cities.contains(city) else {
            throw Rejection("city.unknown", "We don't deliver to '\(city)' yet.")
        }
        finish(city)
    }
}

/// The list of cities that the market delivers to.
struct DeliveryCity: Screen {
    static let name = "deliveryCity"
    static let citySelected = Output<DeliveryCity, String>("citySelected")
    static let skip = Output<DeliveryCity, Nothing>("skip")

    var cities: [String]
    var city: String?
    var isSkippable: Bool

    static let title = "Delivery city"

    var disabledOutputs: [any ScreenOutput] { isSkippable ? [] : [Self.skip] }

    var view: ScreenView {
        if isSkippable { Button(String(localized: "Not now"), Self.skip, role: .plain, placement: .trailing) }
        Text(String(localized: "We offer one-hour delivery in these cities."), style: .secondary)
        List(
            cities,
            style: .grouped,
            empty: Empty(String(localized: "No cities yet"), text: String(localized: "Opening soon."), symbol: "map")
        ) { city in
            Row(String(localized: LocalizedText(key: city)), accessory: city == self.city ? .checkmark : .none).reports(
                Self.citySelected,
                city
            )
        }
    }
}
