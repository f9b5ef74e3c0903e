import Coordination

/// The application for night trains: a search, the user's trips, and their account.
package enum TrainsApplication {
    package static func make() throws -> Application {
        try Application(
            "trains",
            title: "Night trains",
            root: TrainsCoordinator.self,
            state: .init(),
            factory: Timetable(),
            catalog: StringCatalog(xcstrings: PackageResources.NightTrain_xcstrings),
            samples: .trains.with(
                links: ["usher://trains/search/AT-Vienna/GB-London/2026-12-24?travelers=2", "usher://trains/trip/N1"],
                wrongLinks: ["usher://trains/search/AT-Vienna", "usher://trains/search/AT-Vienna/MOON/2026-12-24"],
                payloads: Samples.trains.payloads
            )
        )
    }
}

/// A place of the application that links lead to.
enum TrainsLink: AddressableLink {
    case search(from: String, to: String, day: Day, travelers: Int)
    case trip(String)

    static let patterns = ["search/{from}/{to}/{day}", "trip/{number}"]

    init?(path: [String], query: [String: String]) {
        switch (path.first, path.count) {
        case ("search", 4):
            guard let day = Day(path[3]) else { return nil }
            let travelers = query["travelers"].flatMap { Int($0) } ?? 1
            guard (1...4).contains(travelers) else { return nil }
            self = .search(from: path[1], to: path[2], day: day, travelers: travelers)
        case ("trip", 2): self = .trip(path[1])
        default: return nil
        }
    }

    var path: [String] {
        switch self {
        case .search(let from, let to, let day, _): ["search", from, to, day.description]
        case .trip(let number): ["trip", number]
        }
    }

    var query: [String: String] {
        guard case .search(_, _, _, let travelers) = self, travelers > 1 else { return [:] }
        return ["travelers": String(travelers)]
    }
}

/// Has the tabs, the user, and what belongs to the user.
final class TrainsCoordinator: ApplicationCoordinator {
    struct State: CoordinatorState {
        var profile = Profile()
        var trips: [Trip] = []
        /// A link that waits for the log-in and the trips.
        var parked: TrainsLink?
    }
    typealias Factory = Timetable

    func start() {
        setTabs([
            Tab("search", title: "Search", symbol: "search"), Tab("trips", title: "Trips", symbol: "calendar"),
            Tab("account", title: "Account", symbol: "person"),
        ])
    }

    static let wiring: Wiring<TrainsCoordinator> = [
        .shares { $0.trips },
        .shares { $0.profile },
        .runs(SearchCoordinator.self), .runs(TripsCoordinator.self), .runs(AccountCoordinator.self),
        .on(tab: "search") { $0.search() },
        .on(tab: "trips") { $0.trips() },
        .on(tab: "account") { $0.run(AccountCoordinator.self, in: .tab("account")) },
        .on(LogIn.self) { $0.loggedIn($1) },
        .on(LoadTrips.self) { $0.loaded($1) },
        .on(AccountPage.logOut) { $0.signOut() },
        .on(finish: PaymentCoordinator.self) { $0.paid($1) },
        .on(finish: BookingCoordinator.self) { $0.booked($1) },
        .on(IssueTicket.self) { $0.printed($1) },
        .notifies(),
        .on(failure: IssueTicket.self) { flow, _ in flow.show(.notIssued, on: TripList.self) },
        .on(SaveReminder.self) { $0.change($1) },
        .on(AddBreakfast.self) { $0.change($1) },
        .on(CancelTrip.self) { flow, id in flow.setTrips(flow.state.trips.filter { $0.id != id }) },
        .link(to: Connections.self) {
            .search(from: $0.query.from.id, to: $0.query.to.id, day: $0.query.day, travelers: $0.query.travelers)
        },
        .link(to: TripDetail.self) { .trip($0.trip.id) },
        .link(of: TripList.open) { .trip($0) },
    ]

    func open(_ link: TrainsLink) throws {
        switch link {
        case .search(let from, let to, let day, let travelers):
            guard let from = factory.station(from), let to = factory.station(to), from != to else {
                throw Rejection("station.unknown", "There is no such station.")
            }
            selectTab("search")
            search().show(TripQuery(from: from, to: to, day: day, travelers: travelers))
        case .trip(let number):
            guard identity != nil else {
                state.parked = link
                return _ = run(LogInCoordinator.self, in: .modal())
            }
            selectTab("trips")
            try trips().open(number)
        }
    }

    /// The flow of a tab, which is run when it is first needed.
    @discardableResult
    private func search() -> SearchCoordinator {
        child(SearchCoordinator.self) ?? run(SearchCoordinator.self, with: .init(), in: .tab("search"))
    }

    @discardableResult
    private func trips() -> TripsCoordinator {
        child(TripsCoordinator.self) ?? run(TripsCoordinator.self, in: .tab("trips"))
    }

    private func loggedIn(_ result: LogIn.Value) {
        guard case .user(let account, let name) = result else { return }
        signIn(as: Identity(account: account))
        state.profile.name = name
        update { (page: inout AccountPage) in page.profile = state.profile }
        perform(LoadTrips(account: account))
    }

    private func loaded(_ trips: [Trip]) {
        setTrips(trips + state.trips.filter { trip in !trips.contains { $0.id == trip.id } })
        guard let link = state.parked else { return }
        state.parked = nil
        do { try open(link) } catch { selectTab("trips") }
    }

    private func paid(_ end: PaymentCoordinator.Finish) {
        guard case .paid(let receipt) = end else { return }
        state.profile.purchases.removeAll { $0.receipt.order == receipt.order }
        let kind: Purchase.Kind = reportingFlow(TripsCoordinator.self) == nil ? .journey : .breakfast
        state.profile.purchases.append(Purchase(kind: kind, receipt: receipt))
        update { (page: inout AccountPage) in page.profile = state.profile }
    }

    private func booked(_ end: BookingCoordinator.Finish) {
        guard end == .booked else { return }
        selectTab("trips")
        trips()
    }

    /// Tells a user who has closed the page while the ticket was printed.
    private func printed(_ trip: Trip) {
        change(trip)
        notify(
            "Your ticket is ready",
            "\(trip.train.from.name) – \(trip.train.to.name), compartment \(trip.compartment)",
            link: "/trip/\(trip.id)",
            replacing: "ticket-\(trip.id)"
        )
    }

    private func change(_ trip: Trip) {
        var trips = state.trips.filter { $0.id != trip.id }
        trips.append(trip)
        setTrips(trips)
    }

    private func setTrips(_ trips: [Trip]) {
        state.trips = trips
        update { (list: inout TripList) in list.trips = trips }
    }
}

extension Message {
    fileprivate static let notIssued = Message("ticket.notIssued", "The ticket is paid, but we could not print it.")
}
