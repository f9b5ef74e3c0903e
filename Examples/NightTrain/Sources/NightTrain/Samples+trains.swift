import Coordination

extension Samples {
    /// The payloads and results with which both applications are explored.
    static let trains = Samples(
        payloads: [
            "search.submit": [["day": "2026-12-24", "travelers": 1], ["day": "2026-12-24", "travelers": 2]],
            "stations.choose": ["AT-Vienna", "AT-Salzburg", "GB-London", "MOON"],
            "stations.search": ["vi"],
            "traveler.submit": [["name": "Ada", "discount": "none"], ["name": "Ben", "discount": "child"]],
            "passport.submit": [["number": "P123456", "photo": ["id": "1"]]],
            "logIn.submit": [["email": "ada@example.org", "password": "night-train"]],
            "payment.submit": [["number": "4111111111111111"]],
        ]
    )
    .results(of: LogIn.self) { _, _ in [.user(account: "ada", name: "Ada Lovelace"), .rejected] }
    .results(of: FindTrains.self) { effect, _ in [[.sample(effect.query)], []] }
    .results(of: LoadCompartments.self) { _, _ in [.init(taken: [1])] }
    .results(of: HoldCompartment.self) { _, _ in [.held(order: "N2"), .taken] }
    .results(of: ReleaseCompartment.self) { _, _ in [Nothing()] }
    .results(of: ReadPassport.self) { _, _ in [PassportPicture(format: "PNG", width: 800, height: 600), nil] }
    .results(of: Pay.self) { effect, _ in [.paid(Receipt(order: effect.order, cents: effect.cents)), .declined] }
    .results(of: FindPayment.self) { effect, _ in [Receipt(order: effect.order, cents: 4_900), nil] }
    .results(of: IssueTicket.self) { effect, _ in [effect.trip] }
    .results(of: LoadTrips.self) { _, _ in [[.sample]] }
    .results(of: SaveReminder.self) { effect, _ in [.sample] }
    .results(of: LoadDelay.self) { _, _ in [0, 12] }
    .results(of: AddBreakfast.self) { _, _ in [.withBreakfast] }
    .results(of: CancelTrip.self) { effect, _ in [effect.trip] }
    .values(of: CompartmentMap.self) { _ in [.init(taken: [1, 2])] }
    .with(canaries: "Ada Lovelace")
}

extension Train {
    static func sample(_ query: TripQuery) -> Train {
        Train("NJ 466", query, departure: Timestamp(milliseconds: 1_798_144_200_000), hours: 11, cents: 4_900)
    }
}

extension Trip {
    static let sample: Trip = {
        let stations = Timetable().stations
        let day = Day(utc: Timestamp(milliseconds: 1_798_144_200_000))
        let train = Train.sample(TripQuery(from: stations[0], to: stations[4], day: day, travelers: 1))
        let ada = [Traveler(name: "Ada", discount: .none)]
        return Trip(id: "N1", train: train, travelers: ada, compartment: 3, extras: ExtraServices())
    }()

    static let withBreakfast: Trip = {
        var trip = sample
        trip.extras.hasBreakfast = true
        return trip
    }()
}
