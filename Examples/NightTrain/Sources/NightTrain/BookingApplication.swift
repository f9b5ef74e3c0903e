import Coordination

/// A booking as a part of another app, which has its own search and its own log-in.
package enum BookingApplication {
    package static func make() throws -> Application {
        try Application(
            "booking",
            title: "Night train",
            root: BookingApplicationCoordinator.self,
            state: .init(),
            factory: Timetable(),
            catalog: StringCatalog(xcstrings: PackageResources.NightTrain_xcstrings),
            samples: .trains.with(inputs: ["from": "AT-Vienna", "to": "GB-London", "day": "2026-12-24"])
        )
    }
}

/// The journey that the user has chosen in the app.
struct BookingRequest: Payload {
    var from: String
    var to: String
    var day: Day
    var travelers: Int?

    static let schema: JSONSchema = .object(
        [
            "from": .string(minLength: 1, maxLength: 20), "to": .string(minLength: 1, maxLength: 20), "day": Day.schema,
            "travelers": .integer(min: 1, max: 4),
        ],
        required: ["from", "to", "day"]
    )
}

/// The outcome of the booking.
struct BookingOutcome: Payload, Equatable {
    enum Status: String, Payload, CaseIterable { case booked, left }

    var status: Status
    /// The number of the order and what was paid for it, if it was.
    var order: String?
    var cents: Int?
}

/// Shows the trains, and ends when one is booked.
final class BookingApplicationCoordinator: ApplicationCoordinator {
    struct State: CoordinatorState { var receipt: Receipt? }
    typealias Input = BookingRequest
    typealias Finish = BookingOutcome
    typealias Factory = Timetable

    /// A user who goes back to the app has booked something or not.
    var cancellation: BookingOutcome? { outcome }

    func accept(_ input: BookingRequest) throws {
        guard factory.query(input) != nil else { throw Rejection("station.unknown", "There is no such station.") }
    }

    func start() {
        guard let query = input.flatMap({ factory.query($0) }) else { return }
        run(ConnectionsCoordinator.self, with: .init(query: query), in: .root())
    }

    static let wiring: Wiring<BookingApplicationCoordinator> = [
        .deliversResult(),
        .runs(ConnectionsCoordinator.self),
        .on(LogIn.self) { flow, result in
            if case .user(let account, _) = result { flow.signIn(as: Identity(account: account)) }
        },
        .on(finish: PaymentCoordinator.self) { flow, end in
            if case .paid(let receipt) = end { flow.state.receipt = receipt }
        },
        .on(finish: BookingCoordinator.self) { flow, end in if end == .booked { flow.finish(flow.outcome) } },
        .ignores(IssueTicket.self),
    ]

    private var outcome: BookingOutcome {
        guard let receipt = state.receipt else { return BookingOutcome(status: .left) }
        return BookingOutcome(status: .booked, order: receipt.order, cents: receipt.cents)
    }
}

extension Timetable {
    fileprivate func query(_ request: BookingRequest) -> TripQuery? {
        guard let from = station(request.from), let to = station(request.to), from != to else { return nil }
        return TripQuery(from: from, to: to, day: request.day, travelers: request.travelers ?? 1)
    }
}
